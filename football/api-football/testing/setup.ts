import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { FeedError, type FootballFeed } from '../../feed.ts'
import { type ApiFootballOptions, createApiFootballFeed } from '../client.ts'

/** A Saturday evening on which the matches of the samples are in play. */
export const SATURDAY = new Date('2025-11-22T18:09:20Z')

interface LoggedFact {
  readonly event: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** A feed on a real server, with a clock and a sleep under the test's control. */
export interface TestFeed {
  readonly feed: FootballFeed
  readonly server: SampleServer
  readonly log: LoggedFact[]
  /** Requested sleeps, in milliseconds. */
  readonly waits: number[]
  readonly clock: { now: Date }
}

type TestFeedOptions = Partial<Omit<ApiFootballOptions, 'now' | 'log' | 'sleep'>> & { readonly path?: string }

export async function openTestFeed(answer: SampleServer['answer'], options: TestFeedOptions = {}): Promise<TestFeed> {
  const server = await new SampleServer(answer).listen()
  onTestFinished(() => server[Symbol.asyncDispose]())
  const { path = '', ...rest } = options
  const log: LoggedFact[] = []
  const waits: number[] = []
  const clock = { now: SATURDAY }
  const feed = createApiFootballFeed({
    baseUrl: `${server.url}${path}`,
    apiKey: 'key-of-the-tests',
    now: () => clock.now,
    random: () => 0,
    log: (event, facts) => log.push({ event, facts }),
    sleep: async (ms) => {
      waits.push(ms)
    },
    ...rest,
  })
  return { feed, server, log, waits, clock }
}

/** Answers each URL with the sample of the longest matching prefix, and any other with an empty list. */
export function serving(samples: Readonly<Record<string, string>>): (request: SeenRequest) => WireReply {
  const prefixes = Object.keys(samples).toSorted((a, b) => b.length - a.length)
  return ({ path, query }) => {
    const requested = `${path}?${new URLSearchParams(query)}`
    const matching = prefixes.find((prefix) => requested.startsWith(prefix))
    return { body: sample(samples[matching ?? ''] ?? 'fixtures.empty') }
  }
}

/** Returns the `FeedError` that a call fails with, or throws if it does not. */
export async function failureOf(call: Promise<unknown>): Promise<FeedError> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome instanceof FeedError) return outcome
  throw new Error(`expected a FeedError, got ${String(outcome)}`)
}

/** The server's reply: an object as JSON, a text verbatim, or a fault instead of an answer. */
export interface WireReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** `hang_up`: closes at once; `break_off`: closes in the middle of the body; `silence`: never answers. */
  readonly fault?: 'hang_up' | 'break_off' | 'silence'
}

export interface SeenRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingMessage['headers']
}

/** A real HTTP server on a free port, whose `answer` a test can replace at any time. */
export class SampleServer implements AsyncDisposable {
  readonly requests: SeenRequest[] = []
  answer: (request: SeenRequest) => WireReply
  readonly #server = createServer((request, response) => this.#serve(request, response))

  constructor(answer: (request: SeenRequest) => WireReply) {
    this.answer = answer
  }

  async listen(): Promise<this> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Paths and queries of the requests, in order. */
  get asked(): string[] {
    return this.requests.map(({ path, query }) => {
      const text = Object.entries(query).map(([name, value]) => `${name}=${value}`)
      return text.length === 0 ? path : `${path}?${text.join('&')}`
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done))
    this.#server.closeAllConnections()
    await closed
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url)
    const seen = { path: url.pathname, query: Object.fromEntries(url.searchParams), headers: request.headers }
    this.requests.push(seen)
    send(response, this.answer(seen))
  }
}

function send(response: ServerResponse, { status = 200, headers = {}, body, fault }: WireReply): void {
  if (fault === 'silence') return
  if (fault === 'hang_up') {
    response.destroy()
    return
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  if (fault === 'break_off') {
    response.write(text.slice(0, text.length / 2), () => response.destroy())
    return
  }
  response.end(body === null || body === undefined ? '' : text)
}

/** Reads a file of `football/samples`. */
export function sample(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../samples/${name}.json`, import.meta.url), 'utf8'))
}
