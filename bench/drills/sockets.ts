import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Call } from '../harness.ts'

export interface Answer {
  readonly status: number
  /** Whether it has a `Retry-After` header. */
  readonly retryAfter: boolean
  readonly ms: number
}

const HEAD_END = '\r\n\r\n'

/** Sends calls over one connection without waiting for earlier answers, which arrive in order. Far cheaper than `fetch`. */
export class Pipeline {
  readonly #socket: Socket
  readonly #waiting: { readonly at: number; readonly answered: (answer: Answer | null) => void }[] = []
  #text = ''

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.setNoDelay(true).setEncoding('latin1')
    this.#socket.on('data', (text) => this.#parse(String(text)))
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      for (const { answered } of this.#waiting.splice(0)) answered(null)
    })
  }

  /** Resolves once it is connected. */
  async connected(): Promise<this> {
    if (this.#socket.connecting) await once(this.#socket, 'connect')
    return this
  }

  /** Number of calls without an answer yet. */
  get pending(): number {
    return this.#waiting.length
  }

  /** Sends a call. Resolves with its answer, or `null` if the connection closes first. */
  send({ method = 'GET', path, headers = {}, body = '' }: Call): Promise<Answer | null> {
    if (this.#socket.destroyed) return Promise.resolve(null)
    const lines = Object.entries({ host: 'localhost', ...headers, 'content-length': String(Buffer.byteLength(body)) })
    this.#socket.write(
      `${method} ${path} HTTP/1.1\r\n${lines.map((line) => `${line.join(': ')}\r\n`).join('')}\r\n${body}`,
    )
    return new Promise((answered) => this.#waiting.push({ at: performance.now(), answered }))
  }

  end(): void {
    this.#socket.destroy()
  }

  #parse(text: string): void {
    this.#text += text
    for (;;) {
      const head = this.#text.indexOf(HEAD_END)
      if (head === -1) return
      const headers = this.#text.slice(0, head).toLowerCase()
      const end = head + HEAD_END.length + Number(/content-length: (\d+)/.exec(headers)?.[1] ?? 0)
      if (this.#text.length < end) return
      this.#text = this.#text.slice(end)
      const waiting = this.#waiting.shift()
      if (waiting === undefined) continue
      const { at, answered } = waiting
      answered({
        status: Number(headers.slice(9, 12)),
        retryAfter: headers.includes('retry-after:'),
        ms: performance.now() - at,
      })
    }
  }
}

/** Connections that are opened at a time: a server's backlog is bounded. */
const OPENED_AT_ONCE = 250

/** Opens many connections. */
export async function openPipelines(port: number, count: number): Promise<Pipeline[]> {
  const open: Pipeline[] = []
  while (open.length < count) {
    const next = Array.from({ length: Math.min(OPENED_AT_ONCE, count - open.length) }, () => new Pipeline(port))
    open.push(...(await Promise.all(next.map((line) => line.connected()))))
  }
  return open
}
