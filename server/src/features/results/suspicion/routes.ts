import {
  type AsideGroup,
  BALLOT_MATCHES,
  type BallotGroup,
  type BallotMatch,
  type BallotStanding,
  getBallotGroups,
  letResultStand,
  listBallotMatches,
  listBallotsAside,
  setBallotsAside,
  takeBallotsBack,
} from '@tribune/contract/operator/ballots.ts'
import { EVIDENCE_DAYS, evidenceEnd } from '@tribune/domain/ballots/evidence.ts'
import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'
import { type AsideDimension, settingAsideBar, sharedOf, standingOf } from '@tribune/domain/ballots/suspicion.ts'
import { type Tally, withoutBallots } from '@tribune/domain/ballots/tally.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { type MatchRanking, type RatedPlayer, rankMatch } from '@tribune/domain/results/ranking.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { actOf } from '../../common/journal/service.ts'
import { type AsideGroupRow, asideGroups, type BallotMatchRow, ballotMatches, type Candidate } from './queries.ts'
import { labelOf, letStand, readSuspicion, type Suspicion, setAside, takeBack } from './service.ts'

export function registerSuspicion(route: Router, app: App): undefined {
  const { db, clock } = app

  route(listBallotMatches, async () => {
    const from = new Date(clock.now().getTime() - EVIDENCE_DAYS * DAY_MS)
    return { items: (await ballotMatches(db, { from, limit: BALLOT_MATCHES })).map(presentMatch) }
  })

  route(getBallotGroups, async ({ query }) => {
    const id = query.match_id
    const suspicion = await readSuspicion(app, id)
    const [row] = await ballotMatches(db, { id, limit: 1 })
    if (row === undefined) throw new Refusal('match_not_found')
    const { match } = suspicion
    return {
      match: presentMatch(row),
      bar: settingAsideBar(await app.seasons.all(), match, clock.now()),
      evidence_until: evidenceEnd(match.published_at)?.toISOString() ?? null,
      evidence_ended: match.evidence_ended,
      ...presentGroups(suspicion),
    }
  })

  route(listBallotsAside, async ({ query }) => {
    const { match_id: matchId, before, limit } = query
    return { items: (await asideGroups(db, { matchId, before, limit })).map(presentAside) }
  })

  route(setBallotsAside, async (call) => {
    const { match_id, ...group } = call.body
    const moved = await setAside(app, actOf(call), { matchId: match_id, ...group })
    return { match_id, ballots: moved.ballots, counted: moved.counted, set_aside: moved.setAside }
  })

  route(takeBallotsBack, async (call) => {
    const { matchId, ballots, counted, setAside: aside } = await takeBack(app, actOf(call), call.body.id)
    return { match_id: matchId, ballots, counted, set_aside: aside }
  })

  route(letResultStand, async (call) => {
    await letStand(app, actOf(call), call.body.match_id)
    return { match_id: call.body.match_id }
  })
  return undefined
}

function presentMatch({ match_date, ballots_set_aside, provisional_until, ...row }: BallotMatchRow): BallotMatch {
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
function presentGroups({ tally, players, coefficient, groups, asides, asideCount }: Suspicion) {
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

function presentAside(row: AsideGroupRow): AsideGroup {
  const { id, dimension, label, ballots, reason, rule, reviews, confirmed_at, created_at } = row
  const shared = sharedOf(dimension as AsideDimension, label)
  const decision = { rule, reviews, confirmed: confirmed_at !== null }
  return { ...shared, id, ballots, reason, ...decision, created_at: created_at.toISOString() }
}
