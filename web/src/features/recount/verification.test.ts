import { toBase64, utf8 } from '@tribune/domain/audit/bytes.ts'
import type { Ed25519 } from '@tribune/domain/audit/checkpoint.ts'
import { entryLine } from '@tribune/domain/audit/log.ts'
import { expect, test } from 'vitest'
import { type Answers, PublicRecord } from '../../testing/public-record.ts'
import { Unreadable } from './audit-calls.ts'
import type { Outcome } from './check-rules.ts'
import { newDigest, sha } from './hash-rules.ts'
import { type Order, verifyMatch } from './verification-rules.ts'

const own = (bytes: Uint8Array) => new Uint8Array(bytes)
const ed25519: Ed25519 = async (publicKey, message, signature) => {
  const key = await crypto.subtle.importKey('raw', own(publicKey), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, own(signature), own(message))
}
const ORDER: Order = { match: 7, season: 2026, seen: {} }
const SKETCH = { match: 7, season: 2026, ballots: 14 }
const KEYS = '/.well-known/tribune-audit-keys'
const CHECKPOINT = '/api/audit/log/2026/checkpoint'
const ENTRIES = '/api/audit/log/2026/entries'

/** A source that gives answers in parts of a few bytes, as a slow network may. */
function sourceOf(answers: Answers, onRead: (path: string) => void = () => {}) {
  const fetchAnswer = async (input: string | URL | Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(String(input), 'https://tribune.example')
    onRead(pathname)
    const text = answers[pathname]
    if (text === undefined) return new Response('{}', { status: 404 })
    const lines = text.split(/(?<=\n)/).slice(Number(searchParams.get('from') ?? 0))
    const bytes = new TextEncoder().encode(lines.join(''))
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 50) controller.enqueue(bytes.subarray(at, at + 50))
        controller.close()
      },
    })
    return new Response(body)
  }
  return { server: '', fetch: fetchAnswer as typeof fetch }
}

async function verified(
  answers: Answers,
  order: Partial<Order> = {},
  verify: Ed25519 | null = ed25519,
): Promise<Outcome> {
  const tools = { sha, newDigest, ed25519: verify }
  return verifyMatch(sourceOf(answers), { ...ORDER, ...order }, tools, () => {})
}

const problemsOf = ({ checks }: Outcome) => checks.flatMap(({ problems }) => problems)
const openOf = ({ checks }: Outcome) => checks.flatMap(({ id, open }) => (open === null ? [] : [[id, open]]))

test('a record in order has no problem, although its ballots arrive in small parts', async () => {
  const made = await PublicRecord.make(sha, SKETCH)
  const outcome = await verified(await made.answers())
  expect(problemsOf(outcome)).toEqual([])
  expect(openOf(outcome)).toEqual([['seen', 'firstSeen']])
  expect(outcome.record).toMatchObject({ counted: 12, set_aside: 2 })
  expect(outcome.rows.map(({ points, published }) => [points, published])).toEqual([
    [150, 150],
    [120, 120],
    [105, 105],
    [90, 90],
  ])
})

test('a browser without Ed25519 checks all but the signature', async () => {
  const made = await PublicRecord.make(sha, SKETCH)
  const other = await PublicRecord.make(sha, SKETCH)
  const answers = await made.answers()
  const unsigned = { ...answers, [CHECKPOINT]: await made.note(made.lines(), other) }
  const outcome = await verified(unsigned, {}, null)
  expect(problemsOf(outcome)).toEqual([])
  expect(openOf(outcome)).toEqual([
    ['signature', 'unsupported'],
    ['seen', 'firstSeen'],
  ])
  const altered = { ...answers, [ENTRIES]: (answers[ENTRIES] ?? '').replace('21:50:03', '21:50:04') }
  expect(problemsOf(await verified(altered, {}, null))).toEqual(['log_differs'])
})

test('a checkpoint in another form leaves the log unchecked', async () => {
  const made = await PublicRecord.make(sha, SKETCH)
  const outcome = await verified({ ...(await made.answers()), [CHECKPOINT]: 'nothing' })
  expect(problemsOf(outcome)).toEqual(['checkpoint_malformed', 'record_unlogged'])
  expect(openOf(outcome)).toEqual([
    ['log', 'before'],
    ['seen', 'before'],
  ])
})

test('a malformed record leaves its ballots uncounted', async () => {
  const made = await PublicRecord.make(sha, SKETCH)
  const outcome = await verified({ ...(await made.answers()), '/api/audit/matches/7': '{}' })
  expect(problemsOf(outcome)).toEqual(['record_altered', 'record_malformed'])
  expect(openOf(outcome).map(([id]) => id)).toEqual(['seen', 'ballots', 'count', 'tally', 'ranking'])
  expect(outcome).toMatchObject({ record: null, rows: [] })
})

test('a file of ballots is not read beyond an invalid line', async () => {
  const made = await PublicRecord.make(sha, SKETCH)
  const outcome = await verified({ ...(await made.answers()), [made.ballotsAddress()]: 'x'.repeat(10_000) })
  expect(problemsOf(outcome)).toContain('ballots_unreadable')
})

test('a record that changes between two reads is read again', async () => {
  const [older, newer] = [
    await PublicRecord.make(sha, { ...SKETCH, ballots: 12 }),
    await PublicRecord.make(sha, SKETCH),
  ]
  const answers = { ...(await older.answers()) }
  const source = sourceOf(answers, (path) => {
    if (path === KEYS) Object.assign(answers, current)
  })
  const current = await newer.answers()
  const outcome = await verifyMatch(source, ORDER, { sha, newDigest, ed25519 }, () => {})
  expect(problemsOf(outcome)).toEqual([])
  expect(outcome.record?.ballots?.size).toBe(14)
})

test('a record in the log of another season than that of its kick-off is found there', async () => {
  const made = await PublicRecord.make(sha, SKETCH)
  const outcome = await verified(await made.answers(), { season: 2025 })
  expect(problemsOf(outcome)).toEqual([])
  expect(outcome.season).toBe('2026')
})

test('logs without a key for any season are problems of signature and record', async () => {
  const made = await PublicRecord.make(sha, SKETCH)
  const outcome = await verified({ ...(await made.answers()), [KEYS]: '\n' })
  expect(problemsOf(outcome)).toEqual(['key_unknown', 'record_unlogged'])
})

test('a log that continues another one is checked with it, and a log that this browser has seen must not vanish', async () => {
  const first = await PublicRecord.make(sha, SKETCH)
  const answers = await first.answers()
  const note = answers[CHECKPOINT] ?? ''
  const next = await PublicRecord.make(sha, SKETCH, 'tribune.example/audit/2026.2')
  const start = (checkpoint: string) => [
    entryLine({
      index: 0,
      at: '2026-09-01T00:00:00.000Z',
      change: 'continued',
      checkpoint: toBase64(utf8(checkpoint)),
    }),
  ]
  const both = async (lines: string[]) => ({
    ...answers,
    [KEYS]: (answers[KEYS] ?? '') + next.key(),
    '/api/audit/log/2026.2/checkpoint': await next.note(lines),
    '/api/audit/log/2026.2/entries': lines.map((line) => `${line}\n`).join(''),
  })
  const outcome = await verified(await both(start(note)))
  expect(problemsOf(outcome)).toEqual([])
  expect(Object.keys(outcome.checkpoints)).toEqual([first.origin, next.origin])
  const rewritten = await first.note(first.lines().slice(1))
  expect(problemsOf(await verified(await both(start(rewritten))))).toEqual(['log_rewritten'])
  const gone = await verified(answers, { seen: outcome.checkpoints })
  expect(problemsOf(gone)).toEqual(['log_cut'])
  expect(gone.checkpoints).toEqual({})
  const malformed = { [first.origin]: 'nothing', other: note }
  expect(openOf(await verified(answers, { seen: malformed }))).toEqual([['seen', 'firstSeen']])
})

test('a missing answer is not reported as a wrong one', async () => {
  const made = await PublicRecord.make(sha, SKETCH)
  const { [made.ballotsAddress()]: _, ...answers } = await made.answers()
  await expect(verified(answers)).rejects.toEqual(new Unreadable('ballots', 'missing'))
  await expect(verified({})).rejects.toEqual(new Unreadable('record', 'missing'))
})

test('a request above the limit is repeated when the server allows it, and not for ever', async () => {
  const made = await PublicRecord.make(sha, SKETCH)
  const source = sourceOf(await made.answers())
  const busyFor = (times: number) => {
    let refused = 0
    const ask: typeof fetch = async (input) => {
      if (!String(input).includes('/entries') || refused === times) return source.fetch(input)
      refused += 1
      return new Response('{}', { status: 429, headers: { 'retry-after': '0' } })
    }
    return verifyMatch({ server: '', fetch: ask }, ORDER, { sha, newDigest, ed25519 }, () => {})
  }
  expect(problemsOf(await busyFor(3))).toEqual([])
  await expect(busyFor(9)).rejects.toEqual(new Unreadable('log', 'busy'))
})
