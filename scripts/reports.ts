import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** What checks or tests came to: how many passed, and a line for each that failed, with its cause. */
export interface Outcome {
  readonly passed: number
  readonly failures: readonly string[]
}

interface VitestReport {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Reads Vitest's JSON report. A file that fails without a failed test, in its imports or hooks, is a failure of its own. */
export function vitestOutcome(report: string, root: string): Outcome {
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => failure(`${file} › ${test.fullName}`, test.failureMessages.find(isTold)))
    return failed.length === 0 && status === 'failed' ? [failure(file, message)] : failed
  })
  return { passed: numPassedTests, failures }
}

/** Whether a message tells the failure: of what a browser waited for too long, the report has a placeholder first. */
const isTold = (message: string) => !message.includes('STACK_TRACE_ERROR')

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly {
    readonly title: string
    readonly file: string
    readonly line: number
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[]
    }[]
  }[]
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[]
  readonly errors: readonly { readonly message?: string }[]
  readonly stats: { readonly expected: number }
}

/** Reads Playwright's JSON report. A journey that passes only on a second try has failed; so has an error outside any journey. */
export function playwrightOutcome(report: string): Outcome {
  const { suites, errors, stats } = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport
  const outside = errors.map(({ message }) => failure('outside any journey', message))
  return { passed: stats.expected, failures: [...suites.flatMap(failedJourneys), ...outside] }
}

function failedJourneys({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => failure(`${file}:${line} › ${title}`, results.flatMap(({ errors }) => errors)[0]?.message)),
  )
  return [...own, ...suites.flatMap(failedJourneys)]
}

/** Colours of a terminal, which runners put into their messages. */
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'gu')

/** The first line of a message says what is wrong; the whole stands where the test ran. */
function failure(name: string, message = 'no message'): string {
  const [cause = ''] = message.replace(COLOURS, '').trim().split('\n')
  return `${name}\n    ${cause}`
}
