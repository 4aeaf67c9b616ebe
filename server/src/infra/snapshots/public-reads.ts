import type { FastifyRequest } from 'fastify'
import type { LoopMeter } from '../../kernel/loop-meter.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { RefusalDelay } from '../../kernel/refusal-delay.ts'
import { readWhileWanted } from '../database/abandoned-reads.ts'
import { AddressBudget } from './address-budget.ts'
import { FairTurns } from './fair-turns.ts'
import { WorkShare } from './work-share.ts'

/** A read costs one unit, plus one for this many rows or bytes of its answer. */
const ROWS_PER_UNIT = 20
const BYTES_PER_UNIT = 8_192
/** Most units that the bytes of one answer cost: other callers get the same bytes, and one of them pays for building it. */
const MAX_BYTE_UNITS = 32
const BURST = 600
/** Enough for a stadium of 50 000 behind one address, whose home and match screens are snapshots, and cost nothing once built. */
const UNITS_PER_SECOND = 60
const MAX_WAITING = 200
/** Most concurrent queries of one read. */
const QUERIES_PER_READ = 4
/** Shares of the shared connections for reads and for heads of pages: the rest is for signed-in fans. */
const READS_SHARE = 0.6
const HEADS_SHARE = 0.3

/** A caller: their address, and whether they still wait for the answer. */
export interface Caller {
  readonly address: string
  readonly isActive: () => boolean
}

export function callerOf({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): Caller {
  return { address: ip, isActive: () => !raw.socket.destroyed }
}

interface PublicReadsParts {
  /** Number of this server's shared connections. */
  readonly connections: number
  readonly meter: LoopMeter
}

/**
 * Limits uncached work for public callers: a few pieces at a time, within one share of the server for all of them together and the budget of each
 * address, and none for callers who have left (docs/decisions/025).
 */
export class PublicReads {
  readonly #reads: FairTurns
  readonly #heads: FairTurns
  readonly #budget: AddressBudget
  readonly #delay = new RefusalDelay()

  constructor({ connections, meter }: PublicReadsParts) {
    const { now } = meter
    const budget = new AddressBudget({ burst: BURST, perSecond: UNITS_PER_SECOND, now })
    const spentBy = (address: string) => budget.usedBy(address)
    const width = (part: number) => Math.max(1, Math.floor((connections * part) / QUERIES_PER_READ))
    const share = new WorkShare({ meter, average: Math.max(1, width(READS_SHARE) / 3) })
    const shared = { maxWaiting: MAX_WAITING, share, spentBy, now }
    this.#reads = new FairTurns({ ...shared, width: width(READS_SHARE) })
    this.#heads = new FairTurns({ ...shared, width: width(HEADS_SHARE) })
    this.#budget = budget
  }

  /**
   * Reads for one caller. Refuses with `too_many_requests` beyond their budget, and with `busy` when too many wait.
   *
   * @param asked Number of rows requested by id, which are paid for in advance; others are paid for afterwards.
   */
  async run<T>(caller: Caller, read: () => Promise<T>, asked = 0): Promise<T> {
    const refused = this.admit(caller, asked)
    if (refused !== null) return refused
    const answer = await this.turn('read', caller, read)
    this.#budget.spend(caller.address, Math.max(0, rowsOf(answer) - asked) / ROWS_PER_UNIT)
    return answer
  }

  /** Charges a read to the caller's budget. Returns `null`, or beyond the budget a promise that rejects after a delay. */
  admit({ address }: Caller, asked = 0): Promise<never> | null {
    if (this.#budget.usedBy(address) >= 1) return this.#refuse(new Refusal('too_many_requests'))
    this.#budget.spend(address, 1 + asked / ROWS_PER_UNIT)
    return null
  }

  /** Charges an answer of so many bytes to the caller's budget. */
  charge({ address }: Caller, bytes: number): void {
    this.#budget.spend(address, Math.min(MAX_BYTE_UNITS, bytes / BYTES_PER_UNIT))
  }

  /** Reads when it is the caller's turn, if somebody still wants the answer. */
  async turn<T>(
    kind: 'read' | 'head',
    { address, isActive }: Caller,
    read: () => Promise<T>,
    isWanted: () => boolean = isActive,
  ): Promise<T> {
    const turns = kind === 'read' ? this.#reads : this.#heads
    let hasBegun = false
    const work = () => {
      hasBegun = true
      return readWhileWanted(isWanted, read)
    }
    try {
      return await turns.run(address, work, isWanted)
    } catch (error) {
      if (hasBegun) throw error
      return this.#refuse(error)
    }
  }

  async #refuse(error: unknown): Promise<never> {
    await this.#delay.wait()
    throw error
  }
}

function rowsOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  const { items } = (answer ?? {}) as { items?: unknown }
  return Array.isArray(items) ? items.length : 0
}
