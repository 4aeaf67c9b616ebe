import type { SentBallot } from '@tribune/domain/integrity/ballots.ts'
import type { Account, MatchPlan, Taste, World } from './world.ts'

/** Honest crowds, each with its own false rate. */
export const CROWDS = ['everybody', 'stand', 'campus', 'family', 'club', 'bar', 'vpn'] as const
export type Crowd = (typeof CROWDS)[number]

const VPN_NETWORKS = 6

/** Draws the honest ballots of a match. */
export function honestBallots(world: World, plan: MatchPlan, taste: Taste): { ballot: SentBallot; crowd: Crowd }[] {
  const { stand, standFresh, fresh, changers } = world.figures
  const { honest } = plan
  const used = new Set<string>()
  const homeShare = world.between(0.4, 0.75)
  const star = taste[0][2 + world.whole(4)]?.player ?? 0
  const push = world.between(62, 110)
  const place = (crowd: Crowd) => `${crowd}${world.seed}.${plan.match}`
  const fan = (share: number, network?: string): Account => {
    for (;;) {
      const account = world.fan(plan.kickoff, share)
      if (used.has(account.id)) continue
      used.add(account.id)
      return network === undefined ? account : { ...account, networks: [network, network, network] }
    }
  }
  const podiumOf = ({ idol }: Account, home = world.chance(homeShare)) =>
    home && idol !== null && world.chance(0.8) ? world.podium(taste[0], idol + 1) : world.podium(taste[home ? 0 : 1])
  const ofOne = (account: Account, home?: boolean) => ({
    account,
    picks: podiumOf(account, home),
    minute: world.minute(),
  })
  const draw: Record<Crowd, () => ReturnType<typeof ofOne>> = {
    everybody: () => ofOne(fan(fresh)),
    stand: () => ofOne(fan(standFresh, place('stand')), world.chance(0.85)),
    campus: () => ofOne(fan(fresh, place('campus'))),
    family: () => ofOne({ ...fan(0.5, place('family')), device: place('family') }, true),
    club: () => ({ account: fan(fresh / 2), picks: world.podium(taste[0], star), minute: push + world.between(0, 2) }),
    bar: () => ofOne(fan(fresh, place('bar')), world.chance(0.9)),
    vpn: () => ofOne(fan(fresh, `vpn${world.whole(VPN_NETWORKS)}`)),
  }
  const sizes: Record<Exclude<Crowd, 'everybody'>, number> = {
    stand: Math.floor(honest * stand),
    campus: Math.min(200, Math.floor(honest * 0.05)),
    family: honest > 50 ? 5 : 0,
    club: honest > 1_500 ? 300 : Math.floor(honest * 0.1),
    bar: Math.min(60, Math.floor(honest * 0.03)),
    vpn: Math.floor(honest * 0.03),
  }
  const special = Object.entries(sizes).flatMap(([crowd, size]) => Array.from({ length: size }, () => crowd as Crowd))
  const rest = Array.from({ length: Math.max(0, honest - special.length) }, () => 'everybody' as const)
  return [...special, ...rest].map((crowd) => {
    const { account, picks, minute } = draw[crowd]()
    const changes = world.chance(changers) ? 1 + world.whole(2) : 0
    return { ballot: world.cast(plan, account, picks, minute, changes), crowd }
  })
}
