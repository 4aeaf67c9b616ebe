import { execFile } from 'node:child_process'
import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { ballotBytes, ballotLine, type PublicBallot } from '@tribune/domain/audit/ballots.ts'
import { compareBytes, type Sha256, utf8 } from '@tribune/domain/audit/bytes.ts'
import { checkpointText, formatKey, keyId, signedNote } from '@tribune/domain/audit/checkpoint.ts'
import { entryLine, type LogEntry } from '@tribune/domain/audit/log.ts'
import { type AuditRecord, makeRecord, type RecordFacts, recordText } from '@tribune/domain/audit/record.ts'
import { Recount } from '@tribune/domain/audit/recount.ts'
import { leafHash, rootOf } from '@tribune/domain/audit/tree.ts'
import { rankMatch } from '@tribune/domain/results/ranking.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recount } from './recount.ts'

const sha: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')
const ORIGIN = 'tribune.example/audit/2026'
const AT = '2026-08-14T21:50:03.120Z'
const BY_VOTES = 'Match 1: 12 ballots counted, 2 set aside; ballots, tally, ranking and points agree.'
const BY_RATINGS = 'Match 2: 3 ballots counted, 0 set aside; the ranking by ratings agrees.'
const LOG_ALTERED = 'Log 2026: the log was altered: its entries are not those of its checkpoint.'
const RECORD_ALTERED = 'Match 1: the record was altered: the log has another hash.'
const RANKING_DIFFERS = 'Match 1: ranking or points differ.'

let folder = ''
let key: { readonly publicKey: Uint8Array; readonly privateKey: KeyObject }
let server: Server | undefined
/** Text that the server repeats endlessly instead of ballots. */
let forever = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tribune-recount-'))
  key = newKey()
})
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  forever = ''
  server = undefined
  rmSync(folder, { recursive: true })
})

function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'), privateKey }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
/** Changes the text of a file. */
function edit(file: string, from: string | RegExp, to: string): void {
  const text = read(file)
  expect(text.replace(from, to)).not.toBe(text)
  write(file, text.replace(from, to))
}

const BALLOTS = Array.from({ length: 14 }, (_, index): PublicBallot => {
  const [first = 0, second = 0, third = 0] = index % 3 === 0 ? [11, 7, 4] : [7, 4, -9]
  return {
    salt: index.toString(16).padStart(32, '0'),
    first,
    second,
    third,
    status: index < 12 ? 'counted' : 'set_aside',
  }
})

function factsOf(match: number): RecordFacts {
  const players = [11, 7, 4, -9].map((id) => {
    return { player_id: id, player_name: `Player ${id}`, rating: id === 4 ? 8 : null, minutes_played: 90 }
  })
  const rules = { counting_rule: '2026.1', integrity_rule: 1, coefficient: 1.5, provisional: false }
  return { match, attempt: 1, ...rules, set_aside: 0, reasons: {}, players, void: [] }
}

/** Makes the record of ballots, and writes their file. */
function recordOf(match: number, ballots: readonly PublicBallot[]): AuditRecord {
  const leafOf = (ballot: PublicBallot) => leafHash(sha, ballotBytes(match, 1, ballot))
  const sorted = ballots.toSorted((one, other) => compareBytes(leafOf(one), leafOf(other)))
  const counting = new Recount(sha, { match, attempt: 1 })
  for (const ballot of sorted) counting.add(ballot)
  const { size, root, set_aside, tally } = counting.result()
  const file = sorted.map(ballotLine).join('')
  write(`ballots/${hash('sha256', file)}.jsonl`, file)
  const facts = { ...factsOf(match), set_aside }
  return makeRecord(facts, {
    tally,
    ranking: rankMatch({ tally, ...facts }),
    ballots: { hash: hash('sha256', file), size, root },
  })
}

/** Writes the record of a match, and returns its entry. */
function publish(index: number, record: AuditRecord): LogEntry {
  write(`matches/${record.match}.json`, recordText(record))
  const { match, attempt, provisional, ballots } = record
  const hashes = { record: hash('sha256', recordText(record)), ballots: ballots?.root ?? null }
  return { index, at: AT, change: index === 0 ? 'published' : 'recalculated', match, attempt, provisional, ...hashes }
}

function noteOf(lines: readonly string[], origin = ORIGIN, signer = key): string {
  const leaves = lines.map((line) => leafHash(sha, utf8(line)))
  const text = checkpointText({ origin, size: lines.length, root: rootOf(sha, leaves) })
  const id = keyId(sha, origin, signer.publicKey)
  return signedNote(text, [{ name: origin, id, signature: sign(null, utf8(text), signer.privateKey) }])
}

/** Writes a log with its checkpoint, signed as the server signs it. */
function writeLog(entries: readonly LogEntry[], season = '2026'): void {
  const lines = entries.map(entryLine)
  write(`log/${season}.jsonl`, lines.map((line) => `${line}\n`).join(''))
  write(`log/${season}.checkpoint`, noteOf(lines, ORIGIN.replace('2026', season)))
}

/** Writes a folder of two matches, one of which was recalculated. `change` alters the last record before it is logged and signed. */
function writeAll(change: (record: AuditRecord) => AuditRecord = (record) => record): LogEntry[] {
  const entries = [
    publish(0, recordOf(1, BALLOTS.slice(1))),
    publish(1, recordOf(2, BALLOTS.slice(0, 3))),
    publish(2, change(recordOf(1, BALLOTS))),
  ]
  writeLog(entries)
  write('keys', `${formatKey(sha, ORIGIN, key.publicKey)}\n`)
  return entries
}

/** Returns the exit code and the lines that are printed. */
async function check(...options: readonly string[]) {
  const lines: string[] = []
  const code = await recount([folder, ...options], (line) => lines.push(line), Boolean)
  return { code, lines }
}

test('an unaltered folder passes', async () => {
  writeAll()
  expect(await check()).toEqual({ code: 0, lines: [BY_VOTES, BY_RATINGS] })
})

test('one match or one season can be checked', async () => {
  writeAll()
  expect(await check('--match', '2')).toEqual({ code: 0, lines: [BY_RATINGS] })
  expect(await check('--season', '2026', '--match', '1')).toEqual({ code: 0, lines: [BY_VOTES] })
  expect(await check('--season', '2025')).toEqual({ code: 0, lines: [] })
})

test('a changed byte of a record is detected', async () => {
  writeAll()
  edit('matches/1.json', '"rating":8', '"rating":7')
  expect(await check()).toEqual({ code: 1, lines: [BY_RATINGS, RECORD_ALTERED] })
})

test('an older record in place of the newest is detected', async () => {
  const [older] = writeAll()
  const record = recordOf(1, BALLOTS.slice(1))
  write('matches/1.json', recordText(record))
  expect(older).toMatchObject({ record: hash('sha256', recordText(record)) })
  expect(await check('--match', '1')).toEqual({ code: 1, lines: [RECORD_ALTERED] })
})

test('a ballot missing from the file is detected', async () => {
  writeAll()
  edit(`ballots/${ballotsOf(1).hash}.jsonl`, /^.*"counted".*\n/m, '')
  const { code, lines } = await check('--match', '1')
  expect({ code, lines }).toEqual({
    code: 1,
    lines: [
      'Match 1: ballots were altered or left out: the record has another hash of the file; ballots were altered or left out: the record has another tree; the number of ballots differs; the tally differs; ranking or points differ.',
    ],
  })
})

const ballotsOf = (match: number) => (JSON.parse(read(`matches/${match}.json`)) as AuditRecord).ballots ?? raise()
function raise(): never {
  throw new Error('no ballots')
}

test('an altered ballot whose file has a matching hash is detected by the tree', async () => {
  writeAll((record) => {
    const { ballots } = record
    const file = read(`ballots/${ballots?.hash}.jsonl`).replace('"first":7,"second":4', '"first":4,"second":7')
    write(`ballots/${hash('sha256', file)}.jsonl`, file)
    return { ...record, ballots: { ...(ballots ?? raise()), hash: hash('sha256', file) } }
  })
  const { code, lines } = await check('--match', '1')
  expect(code).toBe(1)
  expect(lines.join()).toContain('ballots were altered or left out: the record has another tree; the tally differs')
  expect(lines.join()).not.toContain('hash')
})

test('an edited ranking is detected, even if all hashes and signatures match it', async () => {
  const swap = ({ ranking, ...rest }: AuditRecord) => {
    const [first = raise(), second = raise(), ...others] = ranking
    return { ...rest, ranking: [{ ...first, id: second.id }, { ...second, id: first.id }, ...others] }
  }
  writeAll(swap)
  expect(await check('--match', '1')).toEqual({ code: 1, lines: [RANKING_DIFFERS] })
})

test('edited points, tallies and counts are detected', async () => {
  writeAll((record) => ({ ...record, coefficient: 2 }))
  expect(await check('--match', '1')).toEqual({ code: 1, lines: [RANKING_DIFFERS] })
  writeAll(({ tally, ...record }) => ({ ...record, tally: tally?.map((line) => ({ ...line, firsts: 0 })) ?? null }))
  expect(await check('--match', '1')).toEqual({ code: 1, lines: ['Match 1: the tally differs.'] })
  writeAll((record) => ({ ...record, set_aside: 0 }))
  expect(await check('--match', '1')).toEqual({ code: 1, lines: ['Match 1: the number of ballots differs.'] })
})

test('an entry that differs from its record is detected', async () => {
  writeLog(writeAll().map((entry) => (entry.index === 2 ? { ...entry, provisional: true } : entry) as LogEntry))
  expect(await check('--match', '1')).toEqual({
    code: 1,
    lines: ['Match 1: the entry of the log differs from the record.'],
  })
})

test('a record that no log lists is detected', async () => {
  writeAll()
  write('matches/3.json', '{}')
  expect(await check('--match', '3')).toEqual({ code: 1, lines: ['Match 3: the record is in no log that was read.'] })
})

test('a record in another form is detected', async () => {
  const [entry] = writeAll()
  write('matches/1.json', '{}')
  writeLog([{ ...(entry ?? raise()), record: hash('sha256', '{}') } as LogEntry])
  expect(await check()).toEqual({ code: 1, lines: ['Match 1: the record has another form than documented.'] })
})

test('a truncated log is detected, and its matches are not trusted', async () => {
  writeAll()
  edit('log/2026.jsonl', /.*\n$/, '')
  const line = 'Log 2026: the log was cut: it has fewer entries than a signed checkpoint.'
  expect(await check()).toEqual({ code: 1, lines: [line] })
  expect(await check('--match', '1')).toEqual({ code: 1, lines: [line] })
})

test('an edited entry is detected', async () => {
  writeAll()
  edit('log/2026.jsonl', '"match":2', '"match":3')
  expect(await check()).toEqual({ code: 1, lines: [LOG_ALTERED] })
})

test('a signature of another text is rejected', async () => {
  writeAll()
  edit('log/2026.checkpoint', '\n3\n', '\n2\n')
  expect(await check()).toEqual({ code: 1, lines: ['Log 2026: the signature of the checkpoint is wrong.'] })
})

test('a checkpoint signed by an unknown key is rejected', async () => {
  writeAll()
  write('keys', `${formatKey(sha, ORIGIN, newKey().publicKey)}\n`)
  expect(await check()).toEqual({ code: 1, lines: ['Log 2026: no known key has signed the checkpoint.'] })
})

test('a log that continues an older checkpoint passes', async () => {
  const entries = writeAll()
  write('older', noteOf(entries.slice(0, 2).map(entryLine)))
  expect((await check('--checkpoint', join(folder, 'older'))).code).toBe(0)
})

test('a log that was rewritten and signed again is detected by an older checkpoint', async () => {
  const entries = writeAll()
  write('older', noteOf(entries.slice(0, 2).map(entryLine)))
  writeLog(entries.map((entry) => (entry.index === 0 ? { ...entry, at: AT.replace('03', '04') } : entry)))
  expect(await check('--match', '2', '--checkpoint', join(folder, 'older'))).toEqual({
    code: 1,
    lines: ['Older checkpoint: the log was rewritten: it does not continue an older checkpoint.', BY_RATINGS],
  })
  write('older', noteOf(entries.map(entryLine)))
  writeLog(entries.slice(0, 2))
  expect((await check('--match', '2', '--checkpoint', join(folder, 'older'))).lines).toEqual([
    'Older checkpoint: the log was cut: it has fewer entries than a signed checkpoint.',
    BY_RATINGS,
  ])
})

test('an older checkpoint needs a known signature, and its log', async () => {
  const entries = writeAll()
  write('older', noteOf(entries.map(entryLine), ORIGIN, newKey()))
  expect(await check('--match', '2', '--checkpoint', join(folder, 'older'))).toMatchObject({
    code: 1,
    lines: ['Older checkpoint: no known key has signed the checkpoint.', BY_RATINGS],
  })
  write('older', noteOf(entries.map(entryLine)))
  expect(await check('--season', '2025', '--checkpoint', join(folder, 'older'))).toEqual({
    code: 2,
    lines: [`Older checkpoint cannot be reached (without the log ${ORIGIN}).`],
  })
})

test('a log continues under a new name after its key is lost', async () => {
  const entries = writeAll()
  const next = `${ORIGIN}.2`
  const lost = read('log/2026.checkpoint')
  const checkpoint = Buffer.from(lost).toString('base64')
  appendFileSync(join(folder, 'keys'), `${formatKey(sha, next, key.publicKey)}\n`)
  writeLog([{ index: 0, at: AT, change: 'continued', checkpoint }, publish(1, recordOf(1, BALLOTS.slice(2)))], '2026.2')
  expect(await check('--match', '1')).toMatchObject({ code: 0, lines: [expect.stringContaining('10 ballots counted')] })
  writeLog(entries.slice(0, 2))
  expect(await check('--match', '1')).toMatchObject({
    code: 1,
    lines: ['Log 2026.2: the log was cut: it has fewer entries than a signed checkpoint.', expect.any(String)],
  })
})

test('a missing file is not reported as a wrong one', async () => {
  writeAll()
  rmSync(join(folder, 'matches/2.json'))
  const missing = await check()
  expect(missing).toMatchObject({
    code: 2,
    lines: [BY_VOTES, expect.stringMatching(/^Match 2: its record or file of ballots cannot be reached \(ENOENT/)],
  })
  edit('matches/1.json', '"rating":8', '"rating":7')
  expect((await check()).code).toBe(1)
  rmSync(join(folder, 'log'), { recursive: true })
  expect(await check('--match', '1')).toMatchObject({
    code: 2,
    lines: [expect.stringMatching(/^Log 2026 cannot be reached/)],
  })
})

test('a record above the size limit is not read', async () => {
  writeAll()
  write('matches/1.json', 'x'.repeat(1_000_001))
  expect(await check('--match', '1')).toMatchObject({ code: 2, lines: [expect.stringContaining('1000000 bytes')] })
})

function* repeat(text: string): Generator<string> {
  for (;;) yield text.repeat(1_000)
}

/** Serves the folder at the addresses of docs/audit.md. Returns the address; `onRead` is called before each answer. */
async function serve(onRead: (path: string, response: ServerResponse) => void = Boolean): Promise<string> {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    onRead(pathname, response)
    if (response.headersSent) return
    if (forever !== '' && pathname.includes('/ballots/')) {
      Readable.from(repeat(forever)).pipe(response)
      return
    }
    const file = pathname
      .replace('/.well-known/tribune-audit-keys', 'keys')
      .replace(/^\/api\/audit\/matches\/\d+\/ballots\/(\w+)$/, 'ballots/$1.jsonl')
      .replace(/^\/api\/audit\/matches\/(\d+)$/, 'matches/$1.json')
      .replace(/^\/api\/audit\/log\/([\d.]+)\/checkpoint$/, 'log/$1.checkpoint')
      .replace(/^\/api\/audit\/log\/([\d.]+)\/entries$/, 'log/$1.jsonl')
    try {
      const lines = read(file).split(/(?<=\n)/)
      const from = Number(searchParams.get('from') ?? 0)
      response.end(lines.slice(from, from + Number(searchParams.get('limit') ?? lines.length)).join(''))
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0)
  await new Promise((resolve) => server?.once('listening', resolve))
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

async function checkServer(address: string) {
  const lines: string[] = []
  const code = await recount([address], (line) => lines.push(line), Boolean)
  return { code, lines }
}

test('a server is checked like a folder, page by page', async () => {
  const [published, ...rest] = writeAll()
  const filler = Array.from({ length: 2_100 }, (_, index) => ({ ...(published ?? raise()), index }) as LogEntry)
  writeLog([...filler, ...rest].map((entry, index) => ({ ...entry, index }) as LogEntry))
  const paths: string[] = []
  const address = await serve((path) => paths.push(path))
  expect(await checkServer(address)).toEqual({ code: 0, lines: [BY_VOTES, BY_RATINGS] })
  expect(paths.filter((path) => path.endsWith('/entries'))).toHaveLength(3)
  edit('log/2026.jsonl', /.*\n$/, '')
  expect((await checkServer(address)).lines.join()).toContain('the log was cut')
  rmSync(join(folder, 'log/2026.jsonl'))
  expect((await checkServer(address)).lines.join()).toMatch(
    /Log 2026 cannot be reached \(http.*entries.*: status 404\)/,
  )
})

test('calls to a busy server are retried', async () => {
  writeAll()
  const asked = new Map<string, number>()
  const address = await serve((path, response) => {
    const times = (asked.get(path) ?? 0) + 1
    asked.set(path, times)
    if (times <= 2) response.writeHead(times === 1 ? 429 : 503, { 'retry-after': '0' }).end()
  })
  expect(await checkServer(address)).toEqual({ code: 0, lines: [BY_VOTES, BY_RATINGS] })
  expect(Math.min(...asked.values())).toBe(3)
})

test('a result that changes during the check is checked in its newest form', async () => {
  const entries = writeAll()
  let isChanged = false
  const address = await serve((path) => {
    if (isChanged || !path.startsWith('/api/audit/matches')) return
    isChanged = true
    writeLog([...entries, publish(3, recordOf(1, BALLOTS.slice(1)))])
  })
  const { code, lines } = await checkServer(address)
  expect({ code, lines }).toEqual({ code: 0, lines: [BY_RATINGS, BY_VOTES.replace('12', '11')] })
})

test('a log that is rewritten during the check is detected', async () => {
  const entries = writeAll()
  let isChanged = false
  const address = await serve((path) => {
    if (isChanged || !path.startsWith('/api/audit/matches')) return
    isChanged = true
    writeLog([...entries.slice(0, 2), publish(2, recordOf(1, BALLOTS.slice(1)))])
  })
  expect(await checkServer(address)).toMatchObject({
    code: 1,
    lines: [
      BY_RATINGS,
      'Log 2026: the log was rewritten: it does not continue an older checkpoint.',
      expect.any(String),
    ],
  })
})

test.each([
  ['line', 'x', 'lines of the file are no ballots'],
  ['file of other lines', 'x\n', 'lines of the file are no ballots'],
  ['file of ballots', ballotLine(BALLOTS[0] ?? raise()), 'the ballots are not in order, or one is there twice'],
])('an endless %s is read no further than its first error', async (_, text, problem) => {
  writeAll()
  forever = text
  const { code, lines } = await checkServer(await serve())
  expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining(problem), BY_RATINGS] })
})

/** Runs the command itself. */
async function run(...args: readonly string[]) {
  const done = promisify(execFile)(process.execPath, ['scripts/recount.ts', ...args])
  return done.then(({ stdout, stderr }) => ({ code: 0, stdout, stderr })).catch((error: unknown) => error)
}

test('the command prints outcomes to stdout, and progress to stderr', async () => {
  writeAll()
  expect(await run(folder)).toEqual({
    code: 0,
    stdout: `${BY_VOTES}\n${BY_RATINGS}\n`,
    stderr: 'Log 2026: 3 entries\nMatch 1, 1 of 2\nMatch 2, 2 of 2\n',
  })
  edit('matches/1.json', '"rating":8', '"rating":7')
  expect(await run(folder)).toMatchObject({ code: 1, stdout: `${BY_RATINGS}\n${RECORD_ALTERED}\n` })
})

test.each([
  ['no address', [], 'usage: npm run recount'],
  ['an unknown option', ['.', '--fast'], 'usage: npm run recount'],
  ['an invalid match number', ['.', '--match', 'x'], 'usage: npm run recount'],
  ['a folder without keys', ['.'], 'ENOENT'],
  ['a server that does not answer', ['http://localhost:9'], 'Cannot be read: http://localhost:9/'],
])('the command ends with code 2 for %s', async (_, args, message) => {
  expect(await run(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) })
})
