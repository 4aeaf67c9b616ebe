import type { ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'

/** Time after which incomplete requests are disconnected, in milliseconds. */
const ARRIVAL_LIMIT_MS = 1_000
/** Time after which unfinished answers are disconnected, in milliseconds; a ballot takes a few. */
const ANSWER_LIMIT_MS = 3_500
/** Time in which connections end with their next answer, before idle ones are closed, in milliseconds. */
const HAND_OVER_MS = 5_000

/**
 * Drains a server that stops: announces it to health checks, refuses new connections, finishes answers, refuses what else comes over open connections with
 * `busy`, and disconnects incomplete requests.
 */
export class Draining {
  readonly #http: FastifyInstance
  /** Open sockets, each with its newest answer. */
  readonly #sockets = new Map<Socket, ServerResponse | null>()
  #isOn = false
  #isLeaving = false
  #isClosing = false
  #onLast = () => {}

  constructor(http: FastifyInstance) {
    this.#http = http
    http.server.on('connection', (socket) => {
      this.#sockets.set(socket, null)
      socket.once('close', () => {
        this.#sockets.delete(socket)
        if (this.#sockets.size === 0) this.#onLast()
      })
    })
    http.server.on('request', ({ socket }, response) => void this.#sockets.set(socket, response))
    // Fastify's own answer, which app.ts turns off, has neither a code nor a sentence.
    http.addHook('onRequest', (_request, reply, done) => {
      if (this.#isLeaving || this.#isClosing) reply.header('connection', 'close')
      if (this.#isClosing) throw new Refusal('busy')
      done()
    })
  }

  /** Whether the server is draining, so that callers should go elsewhere. */
  get isOn(): boolean {
    return this.#isOn
  }

  /** Marks this server as not ready, while it still accepts requests. */
  announce(): void {
    this.#isOn = true
  }

  /**
   * Leaves new connections to the other processes at this port. Serves the open ones until their next answer, and resolves once all have ended, or
   * after some seconds. @param onLeft Resolves when no accepted connection is on its way to this process any more.
   */
  async handOver(onLeft: () => Promise<void> = async () => {}): Promise<void> {
    this.#isLeaving = true
    // That of HTTP would close idle connections at once, over which a request may be on its way.
    Server.prototype.close.call(this.#http.server)
    await onLeft()
    await this.#ended(HAND_OVER_MS)
  }

  /** Accepts no new connections, and resolves within a few seconds, even if callers stay connected. */
  async close(): Promise<void> {
    this.announce()
    this.#isClosing = true
    const timers = [
      setTimeout(() => this.#disconnect((answer) => !isUnderWay(answer)), ARRIVAL_LIMIT_MS),
      setTimeout(() => this.#disconnect(() => true), ANSWER_LIMIT_MS),
    ]
    try {
      await this.#http.close()
      // After a handover, the server does not wait for them.
      await this.#ended(ANSWER_LIMIT_MS)
    } finally {
      for (const timer of timers) clearTimeout(timer)
    }
  }

  /** Resolves when no connection is open, or after a time. */
  async #ended(limitMs: number): Promise<void> {
    if (this.#sockets.size === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, limitMs)
    this.#onLast = resolve
    await promise
    clearTimeout(timer)
  }

  #disconnect(matches: (answer: ServerResponse | null) => boolean): void {
    for (const [socket, answer] of this.#sockets) if (matches(answer)) socket.destroy()
  }
}

/** Returns whether the whole request of an answer has arrived, and the answer is not sent yet. */
function isUnderWay(answer: ServerResponse | null): boolean {
  return answer?.req.complete === true && !answer.writableFinished
}
