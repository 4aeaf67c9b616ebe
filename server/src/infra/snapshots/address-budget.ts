import { LRUCache } from 'lru-cache'
import { roomFor } from '../../kernel/memory.ts'
import { networksOf } from '../../kernel/network.ts'

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
