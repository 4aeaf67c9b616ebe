import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'

/** Time after which incomplete requests are disconnected, in milliseconds. */
const ARRIVAL_LIMIT_MS = 1_000
/** Time after which unfinished answers are disconnected, in milliseconds; a ballot takes a few. */
const ANSWER_LIMIT_MS = 3_500

/**
 * Drains a server that stops: announces it to health checks, refuses new connections, finishes answers, refuses what else comes over open connections with
 * `busy`, and disconnects incomplete requests.
 */
export class Draining {
  readonly #http: FastifyInstance
  /** Open sockets, each with its newest answer. */
  readonly #sockets = new Map<Socket, ServerResponse | null>()
  #isOn = false
  #isClosing = false

  constructor(http: FastifyInstance) {
    this.#http = http
    http.server.on('connection', (socket) => {
      this.#sockets.set(socket, null)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    http.server.on('request', ({ socket }, response) => void this.#sockets.set(socket, response))
    // Fastify's own answer, which app.ts turns off, has neither a code nor a sentence.
    http.addHook('onRequest', (_request, reply, done) => {
      if (!this.#isClosing) return done()
      reply.header('connection', 'close')
      throw new Refusal('busy')
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
    } finally {
      for (const timer of timers) clearTimeout(timer)
    }
  }

  #disconnect(matches: (answer: ServerResponse | null) => boolean): void {
    for (const [socket, answer] of this.#sockets) if (matches(answer)) socket.destroy()
  }
}

/** Whether the whole request of an answer has arrived, and the answer is not sent yet. */
function isUnderWay(answer: ServerResponse | null): boolean {
  return answer?.req.complete === true && !answer.writableFinished
}
