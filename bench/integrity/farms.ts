import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { SentBallot } from '@tribune/domain/integrity/ballots.ts'
import type { Account, MatchPlan, Taste, World } from './world.ts'

/**
 * Classes of farms. A camouflaged one puts its player on one place, a moving one on any. `framing` copies the podium, minute and network of an honest crowd, so that it is set aside.
 */
export const FARMS = ['naive', 'paced', 'camouflaged', 'moving', 'lockstep', 'framing'] as const
export type Farm = (typeof FARMS)[number]

/** Share of a camouflaged or moving farm's ballots that look honest. */
const HONEST_LOOKING = 0.1

/** Makes the accounts of a farm. */
export function farmers(world: World, { match, kickoff }: MatchPlan, farm: Farm, count: number): Account[] {
  const name = `farm${world.seed}.${match}.${farm}`
  const networks = Math.max(10, Math.floor(count * world.between(0.2, 1)))
  const days = world.between(2, 20)
  const shared = world.whole(3)
  return Array.from({ length: count }, (_, index) => {
    const isNaive = farm === 'naive'
    const network = isNaive && shared === 0 ? name : `${name}.${world.whole(networks)}`
    const created = isNaive ? kickoff + world.between(-20, 60) * MINUTE_MS : kickoff - world.between(1, days) * DAY_MS
    return world.account(created, {
      strength: 'email',
      mail: isNaive && shared === 1 ? `small:${name}` : 'popular',
      device: isNaive && shared === 2 ? name : world.chance(0.7) ? `${name}.d${index}` : null,
      networks: [network, `${network}w`, `farmx${world.whole(60)}`],
    })
  })
}

/** Draws the ballots of a farm. Its accounts vote on each match that it is given. */
export function farmBallots(
  world: World,
  plan: MatchPlan,
  farm: Farm,
  accounts: readonly Account[],
  taste: Taste,
  framed: readonly SentBallot[],
): SentBallot[] {
  const target = taste[world.whole(2) === 0 ? 0 : 1][4 + world.whole(14)]?.player ?? 0
  const place = world.whole(3) === 0 ? 1 : 0
  const podium = world.podium(taste[0], target)
  const begun = world.between(61, 120)
  const hurry = world.between(0.5, 15)
  const sideOf = () => taste[world.whole(2) === 0 ? 0 : 1]
  const camouflaged = (): readonly [number, number, number] => {
    if (world.chance(HONEST_LOOKING)) return world.podium(sideOf())
    const [first, second, third] = world.podium(sideOf(), target)
    const places: readonly (readonly [number, number, number])[] = [
      [first, second, third],
      [second, first, third],
      [second, third, first],
    ]
    return places[farm === 'moving' ? world.whole(3) : place] ?? places[0] ?? [first, second, third]
  }
  return accounts.map((account) => {
    const copied = framed[world.whole(framed.length)]
    if (farm === 'framing' && copied !== undefined) {
      const minute = (new Date(copied.at).getTime() - plan.kickoff) / MINUTE_MS
      const networks = [copied.network ?? '', copied.network_wide ?? '', copied.network_widest ?? ''] as const
      return world.cast(plan, { ...account, networks }, [copied.first, copied.second, copied.third], minute, 0)
    }
    const isHidden = farm === 'camouflaged' || farm === 'moving' || (farm === 'lockstep' && world.seed % 2 === 1)
    const minute = farm === 'naive' ? begun + world.between(0, hurry) : world.between(60, 160)
    return world.cast(plan, account, isHidden ? camouflaged() : podium, minute, 0)
  })
}
