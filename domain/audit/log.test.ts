import { hash } from 'node:crypto'
import { expect, it, test } from 'vitest'
import { type Sha256, utf8 } from './bytes.ts'
import {
  checkContinued,
  checkContinuedLeaves,
  checkLog,
  entryLine,
  isEntryOf,
  type LogEntry,
  newestEntries,
  parseEntry,
  type ResultEntry,
} from './log.ts'
import type { AuditRecord } from './record.ts'
import { consistencyProof, leafHash, rootOf } from './tree.ts'

const sha: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')
const HASH = 'ab'.repeat(32)
const ORIGIN = 'tribune.example/audit/2026'

function entryOf(index: number, given: Partial<ResultEntry> = {}): ResultEntry {
  const about = { match: 1 + (index % 3), attempt: 1, provisional: false, record: HASH, ballots: null }
  return { index, at: '2026-08-14T21:50:03.120Z', change: 'published', ...about, ...given }
}
const CONTINUED: LogEntry = { index: 0, at: '2026-08-14T21:50:03.120Z', change: 'continued', checkpoint: 'YQ==' }

const LINES = Array.from({ length: 7 }, (_, index) => entryLine(entryOf(index)))
const leavesOf = (lines: readonly string[]) => lines.map((line) => leafHash(sha, utf8(line)))
const headOf = (lines: readonly string[]) => ({
  origin: ORIGIN,
  size: lines.length,
  root: rootOf(sha, leavesOf(lines)),
})
const problemsOf = (lines: readonly string[], checkpoint = headOf(LINES)) => checkLog(sha, lines, checkpoint).problems

test('the line of an entry has the documented fields in their order', () => {
  expect(entryLine(entryOf(0, { ballots: HASH }))).toBe(
    `{"index":0,"at":"2026-08-14T21:50:03.120Z","change":"published","match":1,"attempt":1,"provisional":false,"record":"${HASH}","ballots":"${HASH}"}`,
  )
  expect(entryLine(CONTINUED)).toBe(
    '{"index":0,"at":"2026-08-14T21:50:03.120Z","change":"continued","checkpoint":"YQ=="}',
  )
})

it('reads the lines that it writes', () => {
  for (const entry of [entryOf(4), entryOf(5, { change: 'lapsed', ballots: HASH, provisional: true }), CONTINUED]) {
    expect(parseEntry(entryLine(entry))).toEqual(entry)
  }
})

const LINE = entryLine(entryOf(1))
test.each([
  ['no JSON', 'x'],
  ['null', 'null'],
  ['a number', '5'],
  ['a line feed', `${LINE}\n`],
  ['a space', LINE.replace(':2,', ': 2,')],
  ['another field', LINE.replace('}', ',"fan":1}')],
  ['a field twice', LINE.replace('"match":2', '"match":3,"match":2')],
  ['another order', LINE.replace('"match":2,"attempt":1', '"attempt":1,"match":2')],
  ['another change', LINE.replace('published', 'forgotten')],
  ['a day without a time', LINE.replace('T21:50:03.120Z', '')],
  ['an invalid day', LINE.replace('2026-08-14', '2026-02-31')],
  ['an invalid hash', LINE.replace(HASH, 'ab')],
  ['a negative match', LINE.replace('"match":2', '"match":-2')],
  ['a continuation that is not its first', entryLine(CONTINUED).replace('"index":0', '"index":1')],
  ['a checkpoint that is not base64', entryLine(CONTINUED).replace('YQ==', 'Y')],
])('a line with %s is not an entry', (_, line) => {
  expect(parseEntry(line)).toBeNull()
})

test('a log with the entries of its checkpoint has no problem', () => {
  expect(checkLog(sha, LINES, headOf(LINES))).toMatchObject({
    problems: [],
    entries: LINES.map((_, at) => entryOf(at)),
  })
  expect(problemsOf([], headOf([]))).toEqual([])
})

test('lines beyond the checkpoint are ignored', () => {
  expect(checkLog(sha, [...LINES, 'x'], headOf(LINES))).toMatchObject({ problems: [], entries: { length: 7 } })
})

test('a log without its last entry is reported as cut', () => {
  expect(problemsOf(LINES.slice(0, -1))).toEqual(['log_cut'])
})

test('an edited entry is detected by the root', () => {
  expect(problemsOf(LINES.with(3, entryLine(entryOf(3, { match: 9 }))))).toEqual(['log_differs'])
})

test('an entry at another index and an invalid line are detected, even if the root is signed', () => {
  for (const line of ['x', entryLine(entryOf(2))]) {
    const lines = LINES.with(3, line)
    expect(problemsOf(lines, headOf(lines))).toEqual(['log_index'])
  }
})

test('a log continues another one if, and only if, its name is the next one', () => {
  const continued = [entryLine(CONTINUED), ...LINES.slice(1)]
  const head = headOf(continued)
  expect(problemsOf(continued, head)).toEqual(['log_start'])
  expect(problemsOf(continued, { ...head, origin: `${ORIGIN}.2` })).toEqual([])
  expect(problemsOf(LINES, { ...headOf(LINES), origin: `${ORIGIN}.2` })).toEqual(['log_start'])
})

test('a log continues an older checkpoint, by a proof and by its entries', () => {
  for (const size of [0, 3, 7]) {
    const old = headOf(LINES.slice(0, size))
    const proof = consistencyProof(sha, leavesOf(LINES), size)
    expect(checkContinued(sha, old, headOf(LINES), proof)).toBeNull()
    expect(checkContinuedLeaves(sha, old, leavesOf(LINES))).toBeNull()
  }
})

test('a log with another start is reported as rewritten, and a shorter one as cut', () => {
  const old = headOf(LINES.slice(0, 3))
  const other = LINES.with(1, entryLine(entryOf(1, { match: 9 })))
  const proof = consistencyProof(sha, leavesOf(other), 3)
  expect(checkContinued(sha, old, headOf(other), proof)).toBe('log_rewritten')
  expect(checkContinuedLeaves(sha, old, leavesOf(other))).toBe('log_rewritten')
  expect(checkContinued(sha, headOf(LINES), old, [])).toBe('log_cut')
  expect(checkContinuedLeaves(sha, headOf(LINES), leavesOf(LINES.slice(0, 3)))).toBe('log_cut')
})

test('the newest entry of a match is the last one that names it', () => {
  const newest = newestEntries([CONTINUED, ...LINES.map((_, at) => entryOf(at))])
  expect([...newest.values()].map(({ index }) => index)).toEqual([6, 4, 5])
})

test('an entry belongs to the record that it names', () => {
  const record = { match: 1, attempt: 1, provisional: false, ballots: { hash: '', size: 0, root: HASH } } as AuditRecord
  const entry = entryOf(0, { ballots: HASH })
  expect(isEntryOf(entry, record, HASH)).toBe(true)
  expect(isEntryOf(entry, record, 'cd'.repeat(32))).toBe(false)
  expect(isEntryOf(entry, { ...record, ballots: null }, HASH)).toBe(false)
  for (const other of [{ match: 2 }, { attempt: 2 }, { provisional: true }, { ballots: null }]) {
    expect(isEntryOf({ ...entry, ...other }, record, HASH)).toBe(false)
  }
})
