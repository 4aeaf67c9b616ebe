import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { Gate } from '../../kernel/gate.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { readWhileWanted } from '../database/abandoned-reads.ts'
import { AddressBudget } from './address-budget.ts'

/** One read costs a unit, and another for so many rows of its answer. */
const ROWS_PER_UNIT = 20
const BURST = 600
/** A stand of 50 000 behind one address: its home and match screens are ready bytes, which cost nothing. */
const UNITS_PER_SECOND = 60
const WAITING_ROOM = 200
/** Most queries that one read has under way. */
const QUERIES_OF_A_READ = 4
/** Of the shared connections, what reads and heads of pages may take together: the rest is for fans who are signed in. */
const READS_SHARE = 0.6
const HEADS_SHARE = 0.3
/** Who is over budget waits this long for a refusal: one who asks again at once would else keep the server busy refusing. */
const REFUSED_AFTER_MS = 500
const MOST_HELD = 1_000

/** Who asks, and whether they still wait for the answer. */
export interface Caller {
  readonly address: string
  readonly isThere: () => boolean
}

export function callerOf({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): Caller {
  return { address: ip, isThere: () => !raw.socket.destroyed }
}

/** Lets public reads go to the database: few at a time, each address within its budget, none for somebody who has left. */
export class PublicReads {
  readonly #reads: Gate
  readonly #heads: Gate
  readonly #budget: AddressBudget
  #held = 0

  /** @param connections The shared ones of this server. */
  constructor({ connections, now }: { connections: number; now: () => number }) {
    const width = (share: number) => Math.max(1, Math.floor((connections * share) / QUERIES_OF_A_READ))
    this.#reads = new Gate({ width: width(READS_SHARE), waitingRoom: WAITING_ROOM })
    this.#heads = new Gate({ width: width(HEADS_SHARE), waitingRoom: WAITING_ROOM })
    this.#budget = new AddressBudget({ burst: BURST, perSecond: UNITS_PER_SECOND, now })
  }

  /**
   * Reads for one caller. Refuses with `too_many_requests` beyond the budget, with `busy` when too many wait.
   *
   * @param asked Rows that are asked for by their ids: they are paid for in advance, the others when they are there.
   */
  async run<T>(caller: Caller, read: () => Promise<T>, asked = 0): Promise<T> {
    const refused = this.admit(caller, asked)
    if (refused !== null) return refused
    const answer = await this.turn('read', read, caller.isThere)
    this.#budget.spend(caller.address, Math.max(0, rowsOf(answer) - asked) / ROWS_PER_UNIT)
    return answer
  }

  /** Takes what a read costs from the caller's budget; beyond it, gives the refusal, which comes late. */
  admit({ address }: Caller, asked = 0): Promise<never> | null {
    if (!this.#budget.hasRoom(address)) return this.#refuse()
    this.#budget.spend(address, 1 + asked / ROWS_PER_UNIT)
    return null
  }

  /** Reads when it is its turn, as long as somebody wants it. */
  turn<T>(kind: 'read' | 'head', read: () => Promise<T>, isWanted: () => boolean): Promise<T> {
    const gate = kind === 'read' ? this.#reads : this.#heads
    return gate.run(() => readWhileWanted(isWanted, read), isWanted)
  }

  async #refuse(): Promise<never> {
    if (this.#held < MOST_HELD) {
      this.#held += 1
      await pause(REFUSED_AFTER_MS, undefined, { ref: false })
      this.#held -= 1
    }
    throw new Refusal('too_many_requests')
  }
}

function rowsOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  const { items } = (answer ?? {}) as { items?: unknown }
  return Array.isArray(items) ? items.length : 0
}
