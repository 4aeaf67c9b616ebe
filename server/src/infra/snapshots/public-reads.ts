import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { ConcurrencyLimit } from '../../kernel/concurrency-limit.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { readWhileWanted } from '../database/abandoned-reads.ts'
import { AddressBudget } from './address-budget.ts'

/** A read costs one unit, plus one for this many rows of its answer. */
const ROWS_PER_UNIT = 20
const BURST = 600
/** Enough for a stadium of 50 000 behind one address, whose home and match screens are snapshots, and cost nothing once built. */
const UNITS_PER_SECOND = 60
const MAX_WAITING = 200
/** Most concurrent queries of one read. */
const QUERIES_PER_READ = 4
/** Shares of the shared connections for reads and for heads of pages: the rest is for signed-in fans. */
const READS_SHARE = 0.6
const HEADS_SHARE = 0.3
/** Delay of a refusal, so that callers who retry at once do not keep the server busy with refusing. */
const REFUSAL_DELAY_MS = 500
const MAX_DELAYED = 1_000

/** A caller: their address, and whether they still wait for the answer. */
export interface Caller {
  readonly address: string
  readonly isActive: () => boolean
}

export function callerOf({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): Caller {
  return { address: ip, isActive: () => !raw.socket.destroyed }
}

/** Limits public reads of the database: few at a time, within the address's budget, and none for callers who have left (docs/decisions/025). */
export class PublicReads {
  readonly #reads: ConcurrencyLimit
  readonly #heads: ConcurrencyLimit
  readonly #budget: AddressBudget
  #delayed = 0

  /** @param connections Number of this server's shared connections. */
  constructor({ connections, now }: { connections: number; now: () => number }) {
    const width = (share: number) => Math.max(1, Math.floor((connections * share) / QUERIES_PER_READ))
    this.#reads = new ConcurrencyLimit({ max: width(READS_SHARE), maxQueued: MAX_WAITING })
    this.#heads = new ConcurrencyLimit({ max: width(HEADS_SHARE), maxQueued: MAX_WAITING })
    this.#budget = new AddressBudget({ burst: BURST, perSecond: UNITS_PER_SECOND, now })
  }

  /**
   * Reads for one caller. Refuses with `too_many_requests` beyond the budget, and with `busy` when too many wait.
   *
   * @param asked Number of rows requested by id, which are paid for in advance; others are paid for afterwards.
   */
  async run<T>(caller: Caller, read: () => Promise<T>, asked = 0): Promise<T> {
    const refused = this.admit(caller, asked)
    if (refused !== null) return refused
    const answer = await this.turn('read', read, caller.isActive)
    this.#budget.spend(caller.address, Math.max(0, rowsOf(answer) - asked) / ROWS_PER_UNIT)
    return answer
  }

  /** Charges a read to the caller's budget. Returns `null`, or beyond the budget a promise that rejects after a delay. */
  admit({ address }: Caller, asked = 0): Promise<never> | null {
    if (!this.#budget.isWithin(address)) return this.#refuse()
    this.#budget.spend(address, 1 + asked / ROWS_PER_UNIT)
    return null
  }

  /** Reads when it is its turn, if somebody still wants the answer. */
  turn<T>(kind: 'read' | 'head', read: () => Promise<T>, isWanted: () => boolean): Promise<T> {
    const limit = kind === 'read' ? this.#reads : this.#heads
    return limit.run(() => readWhileWanted(isWanted, read), isWanted)
  }

  async #refuse(): Promise<never> {
    if (this.#delayed < MAX_DELAYED) {
      this.#delayed += 1
      await pause(REFUSAL_DELAY_MS, undefined, { ref: false })
      this.#delayed -= 1
    }
    throw new Refusal('too_many_requests')
  }
}

function rowsOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  const { items } = (answer ?? {}) as { items?: unknown }
  return Array.isArray(items) ? items.length : 0
}
