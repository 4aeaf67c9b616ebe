import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { type LiveEvent, liveEvent } from '@tribune/contract/live.ts'

/** An open event stream, as on a phone. */
export interface TestListener {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Resolves with the next event except heartbeats, validated by the contract. */
  next(): Promise<LiveEvent>
  /** Resolves with the next event of that name, skipping others. */
  nextOf<N extends LiveEvent['event']>(event: N): Promise<Extract<LiveEvent, { event: N }>>
  /** Returns the id of the last returned event. */
  lastId(): number
  /** Stops reading, as a phone in a tunnel does. */
  pause(): void
  /** Resolves when the server ends the stream, with any content that is not an event, such as a refusal. */
  readonly ended: Promise<string>
  close(): void
}

/** Opens an event stream over its own socket. */
export async function listen(url: string, headers: Record<string, string> = {}): Promise<TestListener> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent: false }, resolve).on('error', reject)
  })
  const inbox = new Inbox()
  const ended = new Promise<string>((resolve) => answer.once('close', () => resolve(inbox.rest)))
  answer.on('error', () => {})
  answer.setEncoding('utf8').on('data', (text: string) => inbox.take(text))
  const any = async () => (await inbox.next()).event
  const next = async () => {
    for (;;) {
      const event = await any()
      if (event.event !== 'beat') return event
    }
  }
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    ended,
    next,
    async nextOf(name) {
      for (;;) {
        const event = await any()
        if (event.event === name) return event as Extract<LiveEvent, { event: typeof name }>
      }
    },
    lastId: () => inbox.lastId,
    pause: () => void answer.pause(),
    close: () => void answer.destroy(),
  }
}

interface Arrived {
  readonly id: number
  readonly event: LiveEvent
}

class Inbox {
  rest = ''
  lastId = 0
  readonly #arrived: Arrived[] = []
  #waiting: ((arrived: Arrived) => void) | null = null

  take(text: string): void {
    const blocks = (this.rest + text).split('\n\n')
    this.rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]),
      )
      const name = fields.get('event')
      if (name === undefined) continue
      const event = liveEvent.parse({ event: name, data: JSON.parse(fields.get('data') ?? '') })
      this.#give({ id: Number(fields.get('id')), event })
    }
  }

  next(): Promise<Arrived> {
    return new Promise((resolve) => {
      this.#waiting = (arrived) => {
        this.lastId = arrived.id
        resolve(arrived)
      }
      const arrived = this.#arrived.shift()
      if (arrived !== undefined) this.#give(arrived)
    })
  }

  #give(arrived: Arrived): void {
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting === null) this.#arrived.push(arrived)
    else waiting(arrived)
  }
}
