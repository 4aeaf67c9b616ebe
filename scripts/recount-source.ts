import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Longest wait for an answer, and for each next part of it, in milliseconds. */
const TIMEOUT_MS = 30_000
/** Tries of a call that a server refuses for now, and the longest wait for the next, in seconds. */
const ATTEMPTS = 20
const MAX_WAIT_S = 20
/** Largest answer that is read as a whole, in bytes. */
const MAX_BYTES = 1_000_000
/** Longest line of ballots or entries, in characters. */
const MAX_LINE = 2_000
/** Entries that a call returns, and those of a log, at most. */
const PAGE = 1_000
const MAX_ENTRIES = 1_000_000

/** Stands for an answer that cannot be read, as opposed to one that is wrong. */
export class Unreadable extends Error {}

/** Reads the answer at an address of docs/audit.md, or the file that stands for it in a folder. Only addresses have pages. */
export interface Source {
  readonly hasPages: boolean
  read(address: string, file: string): AsyncIterable<Uint8Array>
}

/** Returns the source at an address (http or https) or in a folder. */
export function sourceOf(place: string): Source {
  if (/^https?:\/\//.test(place)) return { hasPages: true, read: (address) => fetched(new URL(address, place)) }
  return { hasPages: false, read: (_, file) => fileParts(join(place, file)) }
}

/** Reads a file part by part. Throws `Unreadable`. */
export async function* fileParts(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path)
  } catch (error) {
    throw new Unreadable(messageOf(error))
  }
}

async function* fetched(url: URL): AsyncGenerator<Uint8Array> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new Error(`silent for ${TIMEOUT_MS / 1_000} seconds`)), TIMEOUT_MS)
  try {
    const { ok, status, body } = await answered(url, stop.signal, timer)
    if (!ok || body === null) throw new Error(`status ${status}`)
    for await (const part of body) {
      timer.refresh()
      yield part
    }
  } catch (error) {
    throw new Unreadable(`${url}: ${messageOf(error)}`)
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the answer at an address. A busy server, or one that has answered enough for now, is asked again when it says. */
async function answered(url: URL, signal: AbortSignal, timer: NodeJS.Timeout): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(url, { signal })
    const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
    const mayRetry = (answer.status === 429 || answer.status === 503) && wait <= MAX_WAIT_S
    if (!mayRetry || attempt === ATTEMPTS) return answer
    await answer.body?.cancel()
    await pause(wait * 1_000, undefined, { signal })
    timer.refresh()
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}, ${error.cause.message}` : error.message
}

/** Reads an answer as a whole. Throws `Unreadable` beyond 1 MB. */
export async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = []
  let length = 0
  for await (const part of parts) {
    length += part.length
    if (length > MAX_BYTES) throw new Unreadable(`an answer has more than ${MAX_BYTES} bytes`)
    read.push(part)
  }
  return Buffer.concat(read)
}

/** Splits ASCII into lines with their line feeds, those of each part together. Ends after a line that is too long. */
export async function* linesOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let rest = ''
  for await (const part of parts) {
    const lines = `${rest}${Buffer.from(part).toString('latin1')}`.split('\n')
    rest = lines.pop() ?? ''
    yield lines.map((line) => `${line}\n`)
    if (rest.length > MAX_LINE) break
  }
  if (rest !== '') yield [rest]
}

/** Reads the lines of a season's log, without line feeds: `size` of them, or fewer if it ends before. Throws `Unreadable`. */
export async function readEntries({ hasPages, read }: Source, season: string, size: number): Promise<string[]> {
  if (size > MAX_ENTRIES) throw new Unreadable(`the log has more than ${MAX_ENTRIES} entries`)
  const entries: string[] = []
  for (let from = -1; from < entries.length && entries.length < size && (hasPages || from < 0); ) {
    from = entries.length
    const page = `/api/audit/log/${season}/entries?from=${from}&limit=${Math.min(PAGE, size - from)}`
    for await (const lines of linesOf(read(page, `log/${season}.jsonl`))) {
      for (const line of lines.slice(0, size - entries.length)) entries.push(line.replace(/\n$/, ''))
      if (entries.length === size) break
    }
  }
  return entries
}
