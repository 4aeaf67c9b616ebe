import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'
import { ROOT, run, runChecks, title } from './checks.ts'

/** `npm test`: all checks, then all tests, then the journeys in a real browser. Runs everything even if something fails. */
const reports = mkdtempSync(join(tmpdir(), 'tribune-reports-'))
const total = { passed: 0, failed: 0 }
const product = prepareProduct()

try {
  count(await runChecks())
  title('unit and database tests')
  const unit = join(reports, 'unit.json')
  const unitCode = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`])
  count(countOf(unitCode, () => vitestCounts(unit)))
  title('the web app, built')
  await buildWeb()
  title('journeys in a real browser')
  const journeys = join(reports, 'journeys.json')
  const journeysCode = run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    TRIBUNE_E2E_PREPARED: await product.ready,
    CHROMIUM_PATH: findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: journeys,
  })
  count(countOf(journeysCode, () => playwrightCounts(journeys)))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  count({ passed: 0, failed: 1 })
} finally {
  product.end()
  rmSync(reports, { recursive: true, force: true })
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 ? 0 : 1

/**
 * Starts the journeys' product for the first time, which takes a minute and less than one processor, beside the checks and tests. Returns its
 * folder once it is there, and a function that ends it.
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

function count(counts: { passed: number; failed: number }): void {
  total.passed += counts.passed
  total.failed += counts.failed
}

/** Returns the counts of a runner. Counts the runner itself as a failure if it fails without a failed test, or runs none. */
function countOf(code: number, read: () => { passed: number; failed: number }): { passed: number; failed: number } {
  const counts = read()
  const silent = counts.failed === 0 && (code !== 0 || counts.passed === 0)
  return silent ? { ...counts, failed: 1 } : counts
}

function vitestCounts(file: string): { passed: number; failed: number } {
  const report = JSON.parse(readFileSync(file, 'utf8')) as { numPassedTests: number; numFailedTests: number }
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

function playwrightCounts(file: string): { passed: number; failed: number } {
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
  }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
}
