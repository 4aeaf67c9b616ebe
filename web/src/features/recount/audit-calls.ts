import type { Failure, Part } from './check-rules.ts'

/** Longest wait for an answer, and for each next part of it, in milliseconds. */
const TIMEOUT_MS = 30_000
/** Largest answer that is read as a whole, in bytes. */
const MAX_BYTES = 2_000_000
/** Longest line of ballots, in characters. */
const MAX_LINE = 2_000
/** Entries in an answer, and in a log, at most. */
const PAGE = 1_000
const MAX_ENTRIES = 1_000_000

/** An answer that cannot be read, as opposed to one that is wrong. */
export class Unreadable extends Error implements Failure {
  readonly part: Part
  readonly why: Failure['why']

  constructor(part: Part, why: Failure['why']) {
    super(`${part}: ${why}`)
    this.part = part
    this.why = why
  }
}

/** Attempts of a request that the server refuses as one too many, and the longest wait between two of them, in seconds. */
const ATTEMPTS = 4
const MAX_WAIT_S = 60

/** A place that answers at the addresses of docs/audit.md. */
export interface Source {
  /** Origin of the server, empty for that of the page. */
  readonly server: string
  readonly fetch: typeof fetch
}

const WHY: Readonly<Record<number, Failure['why']>> = { 404: 'missing', 429: 'busy', 503: 'busy' }

/** Starts the wait for the next part of an answer again. */
function restarted(timer: ReturnType<typeof setTimeout> | undefined, stop: AbortController) {
  clearTimeout(timer)
  return setTimeout(() => stop.abort(), TIMEOUT_MS)
}

/** Repeats a request that is one too many, as late as the server asks. A long log takes many. */
async function patiently(ask: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask()
    const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
    if (answer.status !== 429 || attempt === ATTEMPTS || !(wait <= MAX_WAIT_S)) return answer
    await new Promise((resolve) => setTimeout(resolve, wait * 1_000))
  }
}

/** Reads an answer part by part. Throws `Unreadable`. */
async function* partsAt({ server, fetch }: Source, address: string, part: Part, cache: RequestCache) {
  const stop = new AbortController()
  let timer = restarted(undefined, stop)
  try {
    const { ok, status, body } = await patiently(() => {
      timer = restarted(timer, stop)
      return fetch(server + address, { signal: stop.signal, cache, credentials: 'omit' })
    })
    if (!ok || body === null) throw new Unreadable(part, WHY[status] ?? 'failed')
    // Safari cannot iterate a stream.
    const reader = body.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      timer = restarted(timer, stop)
      yield read.value
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(part, 'offline')
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}

async function bytesAt(source: Source, address: string, part: Part): Promise<Uint8Array> {
  const read: Uint8Array[] = []
  let length = 0
  for await (const bytes of partsAt(source, address, part, 'no-cache')) {
    length += bytes.length
    if (length > MAX_BYTES) throw new Unreadable(part, 'failed')
    read.push(bytes)
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const bytes of read) {
    all.set(bytes, at)
    at += bytes.length
  }
  return all
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Reads the public keys of the logs, a line each. */
export async function readKeys(source: Source): Promise<string[]> {
  return textOf(await bytesAt(source, '/.well-known/tribune-audit-keys', 'log')).split('\n')
}

/** Reads the bytes of a match's newest record. */
export function readRecord(source: Source, match: number): Promise<Uint8Array> {
  return bytesAt(source, `/api/audit/matches/${match}`, 'record')
}

/** Reads the signed checkpoint of a log. `season` names it, as `2026` or `2026.2`. */
export async function readCheckpoint(source: Source, season: string): Promise<string> {
  return textOf(await bytesAt(source, `/api/audit/log/${season}/checkpoint`, 'log'))
}

/** Reads `size` lines of a log, without line feeds; fewer if it ends before. */
export async function readEntries(source: Source, season: string, size: number): Promise<string[]> {
  if (size > MAX_ENTRIES) throw new Unreadable('log', 'failed')
  const entries: string[] = []
  for (let from = -1; from < entries.length && entries.length < size; ) {
    from = entries.length
    const address = `/api/audit/log/${season}/entries?from=${from}&limit=${Math.min(PAGE, size - from)}`
    const lines = textOf(await bytesAt(source, address, 'log')).split('\n')
    if (lines.at(-1) === '') lines.pop()
    entries.push(...lines.slice(0, size - from))
  }
  return entries
}

/** Returns the address of the ballots of a record. */
export function ballotsAddress(match: number, hash: string): string {
  return `/api/audit/matches/${match}/ballots/${hash}`
}

/** A part of the file of ballots: its bytes, and the lines that end in it, each with its line feed. */
export interface BallotsPart {
  readonly bytes: Uint8Array
  readonly lines: readonly string[]
}

/** Reads the ballots of a record part by part. Ends after a line that is too long, or at the end of the file; the rest of a last line is a line. */
export async function* readBallots(source: Source, match: number, hash: string): AsyncGenerator<BallotsPart> {
  const decoder = new TextDecoder('latin1')
  let rest = ''
  // The address names the content: an answer in the browser's cache is checked like any other.
  for await (const bytes of partsAt(source, ballotsAddress(match, hash), 'ballots', 'default')) {
    const lines = (rest + decoder.decode(bytes)).split('\n')
    rest = lines.pop() ?? ''
    yield { bytes, lines: lines.map((line) => `${line}\n`) }
    if (rest.length > MAX_LINE) break
  }
  if (rest !== '') yield { bytes: new Uint8Array(), lines: [rest] }
}
