import type { AsideGroup, BallotGroup, BallotMatch, BallotStanding } from '@tribune/contract/operator/ballots.ts'
import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'
import { type AsideDimension, sharedOf, standingOf } from '@tribune/domain/ballots/suspicion.ts'
import { type Tally, withoutBallots } from '@tribune/domain/ballots/tally.ts'
import { type MatchRanking, type RatedPlayer, rankMatch } from '@tribune/domain/results/ranking.ts'
import type { AsideGroupRow, BallotMatchRow, Candidate } from './queries.ts'
import { labelOf, type Suspicion } from './service.ts'

export function presentMatch({
  match_date,
  ballots_set_aside,
  provisional_until,
  ...row
}: BallotMatchRow): BallotMatch {
  return {
    ...row,
    match_date: match_date.toISOString(),
    set_aside: ballots_set_aside,
    provisional_until: provisional_until?.toISOString() ?? null,
  }
}

function presentStanding({ source, voters, ranked }: MatchRanking): BallotStanding {
  const first = ranked
    .slice(0, PODIUM_SIZE)
    .map(({ player_id, player_name, rank, points }) => ({ player_id, player_name, rank, points }))
  return { source, counted: voters, first }
}

/** Formats the current result, each group with the result without its ballots, and the groups that are set aside. */
export function presentGroups({ tally, players, coefficient, groups, asides, asideCount }: Suspicion) {
  const rank = (counted: Tally) => presentStanding(rankMatch({ tally: counted, players, coefficient }))
  const named = nameIn(players)
  const traitsOf = ({ dimension, key }: Candidate) => sharedOf(dimension, labelOf(dimension, key))
  return {
    now: rank(tally),
    groups: groups.map(({ podiums, ...group }): BallotGroup => {
      const { key, size, alike, excess, podium, fans } = group
      const same = groups.filter((other) => other.fans === fans && other.size === size && !isSame(other, group))
      return {
        ...traitsOf(group),
        key,
        ballots: size,
        podium: podium.map(named),
        alike,
        excess,
        standing: standingOf(size, excess),
        same_ballots: same.map(traitsOf),
        without: rank(withoutBallots(tally, podiums)),
      }
    }),
    set_aside: asides.map(presentAside),
    groups_set_aside: asideCount,
  }
}

const isSame = (one: Candidate, other: Candidate) => one.dimension === other.dimension && one.key === other.key

function nameIn(players: readonly RatedPlayer[]) {
  const names = new Map(players.map((player) => [player.player_id, player.player_name]))
  return (id: Candidate['podium'][number]) => ({ player_id: id, player_name: names.get(id) ?? '' })
}

export function presentAside(row: AsideGroupRow): AsideGroup {
  const { id, dimension, label, ballots, reason, rule, reviews, confirmed_at, created_at } = row
  const shared = sharedOf(dimension as AsideDimension, label)
  const decision = { rule, reviews, confirmed: confirmed_at !== null }
  return { ...shared, id, ballots, reason, ...decision, created_at: created_at.toISOString() }
}
