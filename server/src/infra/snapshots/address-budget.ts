import { LRUCache } from 'lru-cache'
import { networksOf } from '../../kernel/network.ts'

const NETWORKS_REMEMBERED = 50_000
/** A wider network holds more people: its budget is this many times that of an address, from narrow to wide. */
const WIDER = [1, 2, 4] as const

interface Spent {
  readonly units: number
  readonly at: number
}

interface BudgetSettings {
  /** What an address may spend at once. */
  readonly burst: number
  /** What comes back to it in a second. */
  readonly perSecond: number
  /** In milliseconds. */
  readonly now: () => number
}

/** What each address and its networks have spent lately, in one server's memory. */
export class AddressBudget {
  readonly #settings: BudgetSettings
  readonly #spent = new LRUCache<string, Spent>({ max: NETWORKS_REMEMBERED })

  constructor(settings: BudgetSettings) {
    this.#settings = settings
  }

  hasRoom(address: string): boolean {
    return networksOf(address).every(
      (network, width) => this.#unitsOf(network, width) < this.#settings.burst * wider(width),
    )
  }

  /** May go beyond what is left: the cost of an answer is known afterwards. */
  spend(address: string, units: number): void {
    const at = this.#settings.now()
    for (const [width, network] of networksOf(address).entries())
      this.#spent.set(network, { units: this.#unitsOf(network, width) + units, at })
  }

  #unitsOf(network: string, width: number): number {
    const spent = this.#spent.get(network)
    if (spent === undefined) return 0
    const seconds = (this.#settings.now() - spent.at) / 1_000
    return Math.max(0, spent.units - seconds * this.#settings.perSecond * wider(width))
  }
}

const wider = (width: number) => WIDER[Math.min(width, WIDER.length - 1)] ?? 1
