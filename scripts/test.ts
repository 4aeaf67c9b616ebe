import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'
import { ROOT, runBeside, runChecks, title } from './checks.ts'
import { type Outcome, playwrightOutcome, vitestOutcome } from './reports.ts'

/** More products at once than this would need more memory than a small machine has. */
const MAX_PARTS = 4

/**
 * `npm test`: all checks, all tests, the screens and then the journeys in a real browser. Runs everything even if something fails, and ends with what failed
 * and why, so that the last lines of a long run are enough.
 */
const reports = mkdtempSync(join(tmpdir(), 'tribune-reports-'))
const outcomes: Outcome[] = []
/** The server's modules are compiled once for its two dozen processes of a run. */
process.env.NODE_COMPILE_CACHE ??= join(reports, 'compiled')
const product = prepareProduct()

try {
  outcomes.push(await runChecks())
  title('unit and database tests')
  outcomes.push(await runVitest('unit'))
  const inBrowser = { TRIBUNE_E2E_PREPARED: await product.ready, CHROMIUM_PATH: findBrowser() }
  title('screens in a real browser')
  const screens = runScreens(inBrowser).map((part) => part.catch(brokenOff))
  // The part that ends first leaves its processor to the journeys.
  await Promise.race(screens)
  const journeys = runJourneys(inBrowser).catch(brokenOff)
  outcomes.push(...(await Promise.all([...screens, journeys])))
} catch (error) {
  outcomes.push(brokenOff(error))
} finally {
  product.end()
  rmSync(reports, { recursive: true, force: true })
}
const failures = outcomes.flatMap((outcome) => outcome.failures)
if (failures.length > 0) title(`failed\n${failures.map((line) => `✘ ${line}`).join('\n')}`)
process.stdout.write(`\n${outcomes.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failures.length} failed\n`)
process.exitCode = failures.length === 0 ? 0 : 1

/**
 * Starts the product of the screens and journeys for the first time, in parallel with the checks and tests. This takes a minute and less than one processor.
 * Returns a promise of the product's folder, and a function that ends the process and deletes the folder.
 */
function prepareProduct(): { readonly ready: Promise<string>; readonly end: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'tribune-e2e-'))
  const node = join(ROOT, 'node_modules/node/bin/node')
  const child = spawn(node, [join(ROOT, 'e2e/prepare.ts'), folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ready = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve(folder)
      else reject(new Error(`The journeys' product did not start: code ${code}`))
    })
  })
  // Read only before the journeys.
  ready.catch(() => undefined)
  const end = () => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ready, end }
}

/** Runs the screens in as many parts as there are processors, each with a browser and a product of its own. */
function runScreens(env: Record<string, string>): readonly Promise<Outcome>[] {
  const parts = Math.min(availableParallelism(), MAX_PARTS)
  const run = (part: number) =>
    runVitest(`screens-${part}`, ['--config', 'e2e/screens.config.ts', `--shard=${part}/${parts}`], env)
  return Array.from({ length: parts }, (_, index) => run(index + 1))
}

/** Builds the web app, and runs the journeys with it. */
async function runJourneys(env: Record<string, string>): Promise<Outcome> {
  title('the web app, built')
  await buildWeb()
  title('journeys in a real browser')
  const report = join(reports, 'journeys.json')
  const args = ['test', '--config', 'e2e/playwright.config.ts']
  const code = await runBeside('playwright', args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  return readOutcome('playwright', code, () => playwrightOutcome(report))
}

/** Runs tests of Vitest, by default those of the unit and database tests. */
async function runVitest(name: string, options: readonly string[] = [], env: Record<string, string> = {}) {
  const report = join(reports, `${name}.json`)
  const args = ['run', ...options, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runBeside('vitest', args, env)
  return readOutcome(`vitest (${name})`, code, () => vitestOutcome(report, ROOT))
}

/** Returns the outcome of a step that could not be taken to its end. */
function brokenOff(error: unknown): Outcome {
  return { passed: 0, failures: [error instanceof Error ? error.message : String(error)] }
}

/** Reads the outcome of a runner. The runner itself has failed if it fails without a failed test, or runs none. */
function readOutcome(runner: string, code: number, read: () => Outcome): Outcome {
  const outcome = read()
  const silent = outcome.failures.length === 0 && (code !== 0 || outcome.passed === 0)
  return silent
    ? { ...outcome, failures: [`${runner}: code ${code}, ${outcome.passed} passed, no test failed`] }
    : outcome
}
