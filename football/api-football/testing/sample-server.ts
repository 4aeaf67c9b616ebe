import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

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
