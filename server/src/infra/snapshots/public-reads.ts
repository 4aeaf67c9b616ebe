import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { LoopMeter } from '../../kernel/loop-meter.ts'
import { roomFor } from '../../kernel/memory.ts'
import { networksOf } from '../../kernel/network.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { RefusalDelay } from '../../kernel/refusal-delay.ts'
import { readWhileWanted } from '../database/abandoned-reads.ts'
import { FairTurns } from './fair-turns.ts'
import { WorkShare } from './work-share.ts'

/** A read costs one unit, plus one for this many rows or bytes of its answer. */
const ROWS_PER_UNIT = 20
const BYTES_PER_UNIT = 8_192
/** Highest cost of the bytes of one answer, in units: other callers get the same bytes, and one of them pays for building it. */
const MAX_BYTE_UNITS = 32
const BURST = 600
/** Enough for a stadium of 50 000 behind one address, whose home and match screens are snapshots, and cost nothing once built. */
const UNITS_PER_SECOND = 60
const MAX_WAITING = 200
/** Maximum number of concurrent queries of one read. */
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

const NETWORKS_REMEMBERED = 50_000
/** Budgets of networks as multiples of an address's, from narrow to wide: wider networks have more people. */
const MULTIPLES = [1, 2, 4] as const

interface Spent {
  readonly units: number
  readonly at: number
}

interface BudgetSettings {
  /** Units that an address may spend at once. */
  readonly burst: number
  /** Units that are refilled each second. */
  readonly perSecond: number
  /** In milliseconds. */
  readonly now: () => number
}

/** Token buckets of addresses and their networks, in one server's memory (docs/decisions/025). */
export class AddressBudget {
  readonly #settings: BudgetSettings
  readonly #spent = new LRUCache<string, Spent>(roomFor(NETWORKS_REMEMBERED))

  constructor(settings: BudgetSettings) {
    this.#settings = settings
  }

  /** Returns the used share of the budget of the address, or of that of its networks which has used most; 1 and more: it is spent. */
  usedBy(address: string): number {
    const shares = networksOf(address).map(
      (network, width) => this.#unitsOf(network, width) / (this.#settings.burst * multipleOf(width)),
    )
    return Math.max(...shares)
  }

  /** Spends units. May overdraw the budget, because the cost of an answer is known only afterwards. */
  spend(address: string, units: number): void {
    const at = this.#settings.now()
    for (const [width, network] of networksOf(address).entries())
      this.#spent.set(network, { units: this.#unitsOf(network, width) + units, at })
  }

  #unitsOf(network: string, width: number): number {
    const spent = this.#spent.get(network)
    if (spent === undefined) return 0
    const seconds = (this.#settings.now() - spent.at) / 1_000
    return Math.max(0, spent.units - seconds * this.#settings.perSecond * multipleOf(width))
  }
}

const multipleOf = (width: number) => MULTIPLES[Math.min(width, MULTIPLES.length - 1)] ?? 1
