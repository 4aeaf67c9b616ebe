import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { SentBallot } from '@tribune/domain/integrity/ballots.ts'
import { Random } from '@tribune/football/simulator/random.ts'

/** An account of a fan or of a farm, over all matches of a world. */
export interface Account {
  readonly id: string
  readonly created: number
  readonly strength: SentBallot['strength']
  readonly mail: string
  readonly device: string | null
  /** Narrowest first. */
  readonly networks: readonly [string, string, string]
  /** The rank in the home side of the player whom this fan prefers to all others; `null` for none. */
  readonly idol: number | null
  readonly history: { votes: number }
}

/** A match of a world. */
export interface MatchPlan {
  readonly match: number
  readonly kickoff: number
  /** Honest ballots. */
  readonly honest: number
}

/** A player with the weight of being picked. */
interface Liked {
  readonly player: number
  readonly weight: number
}

/** Tastes of the fans of both sides: players by weight, heaviest first. */
export type Taste = readonly [home: readonly Liked[], away: readonly Liked[]]

const PLAYERS_OF_SIDE = 14
const PROVIDERS = 40
/** Share of fans who vote on a match that have voted on an earlier one, once there are some. */
const RETURNING = 0.6

/** A season of one home club, whose matches share fans. All of it follows from the seed. */
export class World {
  readonly random: Random
  readonly seed: number
  /** Shares that differ from world to world: the rule must hold over all of them. */
  readonly figures
  readonly #fans: Account[] = []
  #made = 0

  constructor(seed: number) {
    this.seed = seed
    this.random = new Random('integrity', seed)
    this.figures = {
      fresh: this.between(0.05, 0.35),
      sleepers: this.between(0.01, 0.08),
      stand: this.between(0, 0.5),
      standFresh: this.between(0.2, 0.5),
      favourite: this.between(0.15, 0.6),
      spread: this.between(0.75, 0.95),
      changers: this.between(0.15, 0.4),
      mobile: this.between(0.2, 0.6),
      loyal: this.between(0, 0.4),
    }
  }

  between(low: number, high: number): number {
    return low + this.random.next() * (high - low)
  }

  whole(below: number): number {
    return Math.floor(this.random.next() * below)
  }

  chance(share: number): boolean {
    return this.random.next() < share
  }

  /** Draws how much the fans of each side like the players. Home players are the same in all matches. */
  taste({ match }: MatchPlan): Taste {
    const { favourite, spread } = this.figures
    const order = Array.from({ length: 2 * PLAYERS_OF_SIDE }, (_, index) => ({ index, at: this.random.next() }))
      .sort((one, other) => one.at - other.at)
      .map(({ index }) => index)
    const of = (home: boolean) => {
      const weights = order.map((index, rank) => spread ** rank * (index < PLAYERS_OF_SIDE === home ? 4 : 1))
      const total = weights.reduce((sum, one) => sum + one, 0)
      return order
        .map((index, rank) => ({
          player: index < PLAYERS_OF_SIDE ? index + 1 : match * 100 + index + 1,
          weight: rank === 0 ? (favourite * total) / (1 - favourite) : (weights[rank] ?? 0),
        }))
        .sort((one, other) => other.weight - one.weight)
    }
    return [of(true), of(false)]
  }

  /** Draws a podium. Players given come first. */
  podium(liked: readonly Liked[], ...given: readonly number[]): readonly [number, number, number] {
    const picks = [...given]
    while (picks.length < 3) {
      const left = liked.filter(({ player }) => !picks.includes(player))
      let at = this.random.next() * left.reduce((sum, { weight }) => sum + weight, 0)
      const found = left.find(({ weight }) => {
        at -= weight
        return at < 0
      })
      picks.push((found ?? left[0])?.player ?? 0)
    }
    const [first = 0, second = 0, third = 0] = picks
    return [first, second, third]
  }

  /** Makes an account like that of an honest fan, with the given fields. */
  account(created: number, given: Partial<Account> = {}): Account {
    this.#made += 1
    const id = `${this.seed}-${this.#made}`
    const proof = this.random.next()
    const provider = this.whole(PROVIDERS)
    const mobile = `m${provider}`
    return {
      id,
      created,
      strength: proof < 0.62 ? 'email' : proof < 0.66 ? 'second_factor' : proof < 0.9 ? 'provider' : 'phone',
      mail: proof >= 0.9 ? 'none' : this.chance(0.9) ? 'popular' : `small:${this.whole(4_000)}`,
      device: this.chance(0.92) ? `d${id}` : null,
      networks: this.chance(this.figures.mobile)
        ? [`${mobile}.${this.whole(60)}`, mobile, mobile]
        : [`h${id}`, `w${provider}.${this.whole(300)}`, `x${provider}.${this.whole(20)}`],
      idol: this.chance(this.figures.loyal) ? this.whole(5) : null,
      history: { votes: 0 },
      ...given,
    }
  }

  /** Draws a fan who votes: one just made, with a share of `fresh`; one made before who never voted; one who came back; or one from an earlier season. */
  fan(kickoff: number, fresh: number): Account {
    if (this.#fans.length > 500 && !this.chance(fresh) && this.chance(RETURNING)) {
      return this.#fans[this.whole(this.#fans.length)] as Account
    }
    const made = this.#newFan(kickoff, fresh)
    this.#fans.push(made)
    return made
  }

  #newFan(kickoff: number, fresh: number): Account {
    if (this.chance(fresh)) return this.account(kickoff + this.between(-30, 100) * MINUTE_MS)
    if (this.chance(this.figures.sleepers)) return this.account(kickoff - this.between(1, 60) * DAY_MS)
    const votes = 1 + Math.floor(this.random.next() ** 2 * 40)
    return this.account(kickoff - this.between(2, 500) * DAY_MS, { history: { votes } })
  }

  /** Minutes after kick-off at which an honest ballot is cast: from the opening on, most around the whistle. */
  minute(): number {
    return this.chance(0.4) ? this.between(60, 112) : 60 + Math.min(this.random.next(), this.random.next()) * 100
  }

  /** Casts the ballot of an account. */
  cast(plan: MatchPlan, account: Account, picks: readonly [number, number, number], minute: number, changes: number) {
    const at = Math.max(plan.kickoff + minute * MINUTE_MS, account.created + MINUTE_MS)
    const { votes } = account.history
    account.history.votes += 1
    return {
      id: `${plan.match}-${account.id}`,
      account: account.id,
      match: plan.match,
      kickoff: new Date(plan.kickoff).toISOString(),
      at: new Date(at).toISOString(),
      first: picks[0],
      second: picks[1],
      third: picks[2],
      account_created: new Date(account.created).toISOString(),
      strength: account.strength,
      earlier_votes: votes,
      mail: account.mail,
      device: account.device,
      network: account.networks[0],
      network_wide: account.networks[1],
      network_widest: account.networks[2],
      changes,
    } satisfies SentBallot
  }
}
