import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { playwrightOutcome, vitestOutcome } from './reports.ts'

const ROOT = '/tribune'

function saved(report: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'tribune-reports-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

const passed = { status: 'passed', fullName: 'counts', failureMessages: [] }

function vitest(...files: { failures?: string[][]; message?: string }[]) {
  return vitestOutcome(
    saved({
      numPassedTests: files.length,
      testResults: files.map(({ failures = [], message = '' }) => ({
        name: `${ROOT}/web/score.test.ts`,
        status: failures.length > 0 || message !== '' ? 'failed' : 'passed',
        message,
        assertionResults: [
          passed,
          ...failures.map((failureMessages) => ({ status: 'failed', fullName: 'is shown', failureMessages })),
        ],
      })),
    }),
    ROOT,
  )
}

test('a run without a failure counts its tests', () => {
  expect(vitest({}, {})).toEqual({ passed: 2, failures: [] })
})

test('a failure lists each line of its messages once, without placeholders, stack traces and terminal colours', () => {
  const assertion = `Error: \u001b[31mnot\u001b[0m in time\n\nExpected: 66\nReceived: 64\n    at poll (runner.js:1:2)\n    at test`
  const left = 'Error: not in time\n/match/7\nVotes ouverts | 64\n500 GET /api/home\n    at setup.ts:3:4'
  const placeholder = 'Error: STACK_TRACE_ERROR\n    at nowhere'
  expect(vitest({ failures: [[placeholder, assertion, left]] }).failures).toEqual([
    [
      'web/score.test.ts › is shown',
      ...[
        'Error: not in time',
        'Expected: 66',
        'Received: 64',
        '/match/7',
        'Votes ouverts | 64',
        '500 GET /api/home',
      ].map((line) => `    ${line}`),
    ].join('\n'),
  ])
})

test('a long failure is cut, by lines and in each', () => {
  const [report = ''] = vitest({
    failures: [[Array.from({ length: 90 }, (_, n) => `${n} ${'long '.repeat(900)}`).join('\n')]],
  }).failures
  const lines = report.split('\n')
  expect(lines).toHaveLength(41)
  expect(Math.max(...lines.map(({ length }) => length))).toBe(2_504)
})

test('a file that fails outside its tests is a failure, and a missing message is reported as such', () => {
  expect(vitest({ message: 'Cannot find module' }, { failures: [[]] }).failures).toEqual([
    'web/score.test.ts\n    Cannot find module',
    'web/score.test.ts › is shown\n    no message',
  ])
})

test('a journey that passes on a second try only, and an error outside any, have failed', () => {
  const spec = (title: string, status: string, messages: string[]) => ({
    title,
    file: 'vote.spec.ts',
    line: 7,
    tests: [{ status, results: messages.map((message) => ({ errors: [{ message }] })) }],
  })
  const report = saved({
    suites: [
      {
        specs: [spec('votes', 'expected', [])],
        suites: [
          { specs: [spec('changes', 'flaky', ['Error: first', 'Error: second']), spec('ends', 'unexpected', [])] },
        ],
      },
    ],
    errors: [{ message: 'Error: no browser' }],
    stats: { expected: 1 },
  })
  expect(playwrightOutcome(report)).toEqual({
    passed: 1,
    failures: [
      'vote.spec.ts:7 › changes\n    Error: first\n    Error: second',
      'vote.spec.ts:7 › ends\n    no message',
      'outside any journey\n    Error: no browser',
    ],
  })
})
