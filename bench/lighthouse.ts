import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findBrowser } from '../scripts/browser.ts'
import { scaleToProcessorTime } from './processor-time.ts'
import { openMatch, ownProduct, rowsAt } from './product.ts'

/**
 * `npm run lighthouse`: measures the screens on Lighthouse's simulated phone (mobile preset, slow 4G, processor four times slower), with the built app
 * and a product of its own, without simulated fans and with its pictures cached. Prints the median of five runs, and for performance also the lowest and
 * the highest, because other work on the machine only ever lowers it. The goal is 95 in each category. A second line judges the same runs by processor
 * time (processor-time.ts), as if nothing else ran on the machine.
 * LIGHTHOUSE_URL measures a product that already runs, LIGHTHOUSE_ONLY only the screens that it names.
 */
const VERSION = '13.5.0'
const RUNS = 5
const ATTEMPTS = 4
const GOAL = 95
const RUN_LIMIT_MS = 180_000
const REPORT_BYTES = 64 * 1024 * 1024
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const MEASURES = {
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const
/** Screens that the goal applies to. */
const JUDGED = ['home', 'match', 'rankings']
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-background-networking'

interface Report {
  /** Lighthouse's measure of this machine's speed, which it slows down by four. */
  readonly environment: { readonly benchmarkIndex: number }
  readonly categories: Record<string, { readonly score: number | null }>
  readonly audits: Record<
    string,
    { readonly title: string; readonly score: number | null; readonly numericValue?: number }
  >
}

/** One page load, judged by elapsed time and by processor time. */
interface Run {
  readonly elapsed: Report
  readonly processor: Report
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const product = process.env.LIGHTHOUSE_URL === undefined ? await ownProduct() : null
const url = product?.url ?? process.env.LIGHTHOUSE_URL ?? ''
try {
  let isBelow = false
  for (const [name, path] of await screens()) isBelow = (await measure(name, `${url}${path}`)) < GOAL || isBelow
  process.exitCode = isBelow ? 1 : 0
} finally {
  await product?.stop()
}

async function screens(): Promise<[name: string, path: string][]> {
  const [first] = await rowsAt<{ player_id: number }>(
    url,
    '/api/rpc/get_season_ranking_corrected?p_limit=1&p_offset=0&p_search=',
  )
  const all: [string, string][] = [
    ['home', '/'],
    ['match', `/match/${await openMatch(url)}`],
    ['rankings', '/rankings'],
    ['history', '/history'],
    ['player', `/player/${first?.player_id}`],
    ['points', '/points'],
  ]
  const only = process.env.LIGHTHOUSE_ONLY?.split(',')
  return all.filter(([name]) => only === undefined || only.includes(name))
}

/** Prints a screen's figures and its failed audits. Returns the lowest category if the goal applies to the screen, else the goal. */
async function measure(name: string, address: string): Promise<number> {
  const runs: Run[] = []
  for (let run = 0; run < RUNS; run += 1) runs.push(await measureOnce(address))
  const reports = runs.map(({ elapsed }) => elapsed)
  const scores = CATEGORIES.map((category) => median(reports.map(({ categories }) => scoreOf(categories[category]))))
  const machine = median(reports.map(({ environment }) => environment.benchmarkIndex))
  say(
    `${name.padEnd(9)} ${CATEGORIES.map((category, at) => `${category} ${scores[at]}`).join('  ')}   ${figuresOf(reports)}   machine ${Math.round(machine)}`,
  )
  say(`${''.padEnd(9)} at processor time   ${figuresOf(runs.map(({ processor }) => processor))}`)
  const [last] = reports.slice(-1)
  for (const { title, score } of Object.values(last?.audits ?? {})) {
    if (score !== null && score < 0.9) say(`            ${score.toFixed(2)}  ${title}`)
  }
  return JUDGED.includes(name) ? Math.min(...scores) : GOAL
}

/** Returns a line with the median, lowest and highest performance, and the metrics. */
function figuresOf(reports: readonly Report[]): string {
  const performance = reports.map(({ categories }) => scoreOf(categories.performance))
  const figures = Object.entries(MEASURES).map(([short, audit]) => {
    const value = median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
    return `${short} ${short === 'CLS' ? value.toFixed(3) : `${Math.round(value)} ms`}`
  })
  return `performance ${median(performance)} (${Math.min(...performance)} to ${Math.max(...performance)})  ${figures.join('  ')}`
}

function scoreOf(category: { readonly score: number | null } | undefined): number {
  return Math.round((category?.score ?? 0) * 100)
}

/** Runs Lighthouse, and repeats a run whose trace the browser lost. */
async function measureOnce(address: string): Promise<Run> {
  const dir = mkdtempSync(join(tmpdir(), 'tribune-lighthouse-'))
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const elapsed = await lighthouse(address, `--gather-mode=${dir}`, `--audit-mode=${dir}`)
        scaleToProcessorTime(join(dir, 'trace.json'))
        return { elapsed, processor: await lighthouse(address, `--audit-mode=${dir}`) }
      } catch (error) {
        const { stderr } = error as { stderr?: string }
        if (attempt === ATTEMPTS) throw new Error(`Lighthouse on ${address}: ${stderr ?? error}`)
      }
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function lighthouse(address: string, ...modes: string[]): Promise<Report> {
  // Runs Lighthouse with this version of Node, not with an older one that the machine may have.
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  const env = { ...process.env, PATH, CHROME_PATH: findBrowser() }
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', `lighthouse@${VERSION}`, address, '--output=json', '--quiet', `--chrome-flags=${FLAGS}`, ...modes],
    { env, maxBuffer: REPORT_BYTES, timeout: RUN_LIMIT_MS },
  )
  const report = JSON.parse(stdout) as Report
  if (report.categories.performance?.score == null) throw new Error('no score: the trace was lost')
  return report
}
