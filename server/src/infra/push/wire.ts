import { type ClientHttp2Session, connect, constants, type OutgoingHttpHeaders } from 'node:http2'
import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { isPublicAddress, publicLookup } from '../media/destination.ts'
import { InDoubt, OwnFault, type PushOutcome } from './message.ts'

const REQUEST_LIMIT_MS = 10_000
const IDLE_MS = 60_000
/** Services spoken to at once: fans name theirs, and somebody could name thousands. */
const MAX_SESSIONS = 64
/** Longest answer that is read; services answer with a short JSON. */
const MAX_ANSWER_CHARACTERS = 4_096

/** A request to a push service. */
interface PushRequest {
  readonly url: URL
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer | string
  /** Origin to connect to instead of the URL's own, for stand-ins. */
  readonly via?: string | null
  /** Whether a fan named the address, so that it must not be a private one. */
  readonly guarded: boolean
}

export interface PushAnswer {
  readonly status: number
  /** Milliseconds of its Retry-After, or `null`. */
  readonly retryAfterMs: number | null
  readonly body: string
}

interface Line {
  readonly session: ClientHttp2Session
  open: number
  usedAt: number
}

/** Speaks HTTP/2 to push services, over one connection to each, within a time limit, and leaves silent ones alone for a while. Never follows redirects. */
export class PushWire {
  readonly #lines = new Map<string, Line>()
  readonly #silences = new Silences()
  readonly #limitMs: number

  constructor(limitMs = REQUEST_LIMIT_MS) {
    this.#limitMs = limitMs
  }

  /** Sends a request. Rejects if there is no answer in time, with `InDoubt` if it may have arrived; at once if the service has been silent, or if the address is private where it must not be. */
  async post(request: PushRequest): Promise<PushAnswer> {
    const origin = originOf(request)
    if (!this.#silences.mayAsk(origin)) throw new Error(`${request.url.host} has been silent`)
    const line = this.#line(request)
    line.open += 1
    try {
      return await this.#ask(line, request, origin)
    } finally {
      line.open -= 1
      line.usedAt = performance.now()
    }
  }

  close(): void {
    for (const { session } of this.#lines.values()) session.destroy()
    this.#lines.clear()
  }

  #line(request: PushRequest): Line {
    const { via, guarded } = request
    const origin = originOf(request)
    const known = this.#lines.get(origin)
    if (known !== undefined && !known.session.closed && !known.session.destroyed) return known
    this.#makeRoom()
    const line = { session: this.#connect(origin, guarded && !via), open: 0, usedAt: performance.now() }
    this.#lines.set(origin, line)
    const forget = () => {
      if (this.#lines.get(origin) === line) this.#lines.delete(origin)
    }
    line.session.on('close', forget).on('goaway', forget).on('error', forget)
    line.session.setTimeout(IDLE_MS, () => line.session.close())
    return line
  }

  #connect(origin: string, guarded: boolean): ClientHttp2Session {
    if (!guarded) return connect(origin)
    const host = new URL(origin).hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isPublicAddress(host)) throw new Error(`private address ${host}`)
    return connect(origin, { lookup: publicLookup() })
  }

  /** Closes the connection that was not used for the longest time. */
  #makeRoom(): void {
    if (this.#lines.size < MAX_SESSIONS) return
    const idle = [...this.#lines].filter(([, line]) => line.open === 0)
    const [oldest] = idle.sort(([, one], [, other]) => one.usedAt - other.usedAt)
    if (oldest === undefined) throw new OwnFault('too many push services at once')
    this.#lines.delete(oldest[0])
    oldest[1].session.close()
  }

  #ask({ session }: Line, { url, headers, body }: PushRequest, origin: string): Promise<PushAnswer> {
    return new Promise((answered, failed) => {
      const stream = session.request({
        ':method': 'POST',
        ':scheme': url.protocol.slice(0, -1),
        ':authority': url.host,
        ':path': `${url.pathname}${url.search}`,
        'content-length': Buffer.byteLength(body),
        ...headers,
      })
      const answer = { status: 0, retryAfterMs: null as number | null, body: '' }
      /** The service knows nothing of a request before there is a connection, nor of one that it has refused. */
      const failUnanswered = (reason: string) => {
        const isInDoubt = !session.connecting && stream.rstCode !== constants.NGHTTP2_REFUSED_STREAM
        failed(isInDoubt ? new InDoubt(reason) : new Error(reason))
      }
      const limit = setTimeout(() => {
        this.#silences.unanswered(origin)
        failUnanswered(`${url.host} does not answer`)
        stream.close(constants.NGHTTP2_CANCEL)
        // The connection may be dead: the next request opens another.
        session.close()
      }, this.#limitMs)
      stream.setEncoding('utf8')
      stream.on('response', (response) => {
        this.#silences.answered(origin)
        answer.status = Number(response[':status'])
        answer.retryAfterMs = retryAfterOf(response['retry-after'])
      })
      stream.on('data', (chunk: string) => {
        if (answer.body.length < MAX_ANSWER_CHARACTERS) answer.body += chunk
        else stream.close(constants.NGHTTP2_CANCEL)
      })
      stream.on('error', ({ message }) => failUnanswered(message))
      stream.on('close', () => {
        clearTimeout(limit)
        if (answer.status > 0) answered(answer)
        else failUnanswered(`${url.host} ended the connection`)
      })
      stream.end(body)
    })
  }
}

/** Returns the origin that a request connects to. */
function originOf({ url, via }: PushRequest): string {
  return via ?? url.origin
}

/** Reads a Retry-After in seconds; a date, which push services do not send, counts as none. */
function retryAfterOf(value: string | number | undefined): number | null {
  const seconds = Number(value)
  return value === undefined || !Number.isFinite(seconds) || seconds < 0 ? null : seconds * 1_000
}

/** Requests in a row without an answer after which a service counts as silent. */
const SILENT_AFTER = 8
/** Time for which a silent service is left alone, in milliseconds; then one request asks whether it is back. */
const LEFT_ALONE_MS = 30_000
/** Maximum number of services that are remembered: fans name theirs. */
const MAX_SERVICES = 1_000

interface Silence {
  readonly requests: number
  readonly askAgainAt: number
}

/** Remembers which services do not answer, so that the messages of others do not wait behind theirs. */
export class Silences {
  readonly #known = new LRUCache<string, Silence>({ max: MAX_SERVICES })
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Returns whether a service may be asked now. The first to ask a silent one after its time is the only one until it has answered. */
  mayAsk(origin: string): boolean {
    const known = this.#known.get(origin)
    if (known === undefined || known.requests < SILENT_AFTER) return true
    if (this.#now() < known.askAgainAt) return false
    this.#remember(origin, known.requests)
    return true
  }

  unanswered(origin: string): void {
    this.#remember(origin, (this.#known.get(origin)?.requests ?? 0) + 1)
  }

  answered(origin: string): void {
    this.#known.delete(origin)
  }

  #remember(origin: string, requests: number): void {
    this.#known.set(origin, { requests, askAgainAt: this.#now() + LEFT_ALONE_MS })
  }
}

/** Returns whether a status asks for another attempt: too many requests, a fault of the service, or credentials that it does not accept. */
const isPassing = (status: number) => status === 401 || status === 403 || status === 429 || status >= 500

/** Facts that an answer states in the service's own way, in addition to its status. */
interface Meaning {
  /** The subscription has ended, or was made for another sender than us. */
  readonly isGone: boolean
  /** The service accepts no message from us at the moment, for any subscription. */
  readonly isOurs?: boolean
}

/** Returns the outcome of an answer. Any other status below 500, neither gone nor passing, is a refusal for good. */
export function outcomeOf(
  { status, retryAfterMs, body }: PushAnswer,
  { isGone, isOurs = false }: Meaning,
): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (isGone) return { outcome: 'gone' }
  const reason = `${status} ${body}`.trim().slice(0, 200)
  if (!isPassing(status)) return { outcome: 'refused', reason }
  return { outcome: 'later', afterMs: retryAfterMs, reason, ours: isOurs, inDoubt: false }
}

/** Returns the outcome of an attempt that our own credentials or settings have stopped. */
export function stoppedByUs(reason: string): PushOutcome {
  return { outcome: 'later', afterMs: null, reason, ours: true, inDoubt: false }
}

/** Seconds until a moment, at least one. */
export function secondsUntil(moment: Date, now: Date): number {
  return Math.max(1, Math.round((moment.getTime() - now.getTime()) / 1_000))
}
