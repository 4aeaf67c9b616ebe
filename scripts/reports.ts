import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Outcome of checks or tests: how many passed, and each failure, with its cause below it. */
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
      .map((test) => failure(`${file} › ${test.fullName}`, test.failureMessages.filter(isTold)))
    return failed.length === 0 && status === 'failed' ? [failure(file, [message])] : failed
  })
  return { passed: numPassedTests, failures }
}

/** Returns whether a message describes the failure. If a browser waited too long, the report starts with a placeholder. */
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
  const outside = errors.map((error) => failure('outside any journey', messagesOf([error])))
  return { passed: stats.expected, failures: [...suites.flatMap(failedJourneys), ...outside] }
}

function failedJourneys({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => failure(`${file}:${line} › ${title}`, messagesOf(results.flatMap(({ errors }) => errors)))),
  )
  return [...own, ...suites.flatMap(failedJourneys)]
}

/** Colours of a terminal, which runners put into their messages. */
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'gu')

/** How much of a failure is printed again at the end of a run: of all its messages together, and of each line. */
const MAX_LINES = 40
const MAX_LINE_LENGTH = 2_500
/** Where a stack begins, which names the files of a runner above all. */
const STACK = /^\s+at /u

const messagesOf = (errors: readonly { readonly message?: string }[]) => errors.flatMap(({ message }) => message ?? [])

/** Formats a failure: its name, with its messages below. The last lines of a run may be all that is stored of it. */
function failure(name: string, messages: readonly string[]): string {
  const lines = messages.flatMap((message) => {
    const lines = message.replace(COLOURS, '').split('\n')
    const stack = lines.findIndex((line) => STACK.test(line))
    return lines.slice(0, stack < 0 ? lines.length : stack).filter((line) => line.trim() !== '')
  })
  const shown = [...new Set(lines)].slice(0, MAX_LINES).map((line) => `    ${line.slice(0, MAX_LINE_LENGTH)}`)
  return [name, ...(shown.length > 0 ? shown : ['    no message'])].join('\n')
}
