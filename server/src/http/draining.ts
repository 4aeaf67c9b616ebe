import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A request that has not arrived whole by then never may: its sender is hung up on, in milliseconds. */
const ARRIVAL_LIMIT_MS = 1_000
/** Answers under way have this long, in milliseconds: a ballot takes a few. */
const ANSWER_LIMIT_MS = 3_500

/** How a server lets go of its callers: health says so first, nobody is let in, who asked is answered, who only half asked is hung up on. */
export class Draining {
  readonly #http: FastifyInstance
  readonly #sockets = new Set<Socket>()
  /** Answers yet to be given to requests that arrived, or still do. */
  readonly #open = new Map<Socket, ServerResponse>()
  #isOn = false

  constructor(http: FastifyInstance) {
    this.#http = http
    http.server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    http.server.on('request', ({ socket }, response) => {
      this.#open.set(socket, response)
      response.once('close', () => this.#open.delete(socket))
    })
  }

  /** Whether callers should go elsewhere. */
  get isOn(): boolean {
    return this.#isOn
  }

  /** From now on this server is not ready, though it still takes what comes. */
  announce(): void {
    this.#isOn = true
  }

  /** Takes no new connection, and ends within a few seconds whatever the callers do. */
  async close(): Promise<void> {
    this.announce()
    const timers = [
      setTimeout(() => this.#hangUp((socket) => this.#open.get(socket)?.req.complete !== true), ARRIVAL_LIMIT_MS),
      setTimeout(() => this.#hangUp(() => true), ANSWER_LIMIT_MS),
    ]
    try {
      await this.#http.close()
    } finally {
      for (const timer of timers) clearTimeout(timer)
    }
  }

  #hangUp(isWanted: (socket: Socket) => boolean): void {
    for (const socket of this.#sockets) if (isWanted(socket)) socket.destroy()
  }
}
