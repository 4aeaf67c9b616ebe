import {
  countAllVotes,
  countVotes,
  getVote,
  listLatestVotes,
  listMatchVotesExpanded,
  listVotes,
  putVote,
} from '@tribune/contract/votes.ts'
import type { App } from '../../app.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Router } from '../../http/route.ts'
import { mayVote } from './policy.ts'
import { picksOf, presentBallot } from './present.ts'
import {
  type BallotRow,
  ballotOf,
  ballotsOf,
  countBallots,
  countCompleteBallots,
  expandedVotes,
  latestBallots,
  pickedPlayers,
} from './queries.ts'
import { VoteService } from './service.ts'

export function registerVotes(route: Router, app: App): () => Promise<void> {
  const { db } = app
  const votes = new VoteService(app)
  const playersOf = (rows: readonly BallotRow[]) =>
    pickedPlayers(
      db,
      rows.map((row) => row.match_id),
      rows.flatMap((row) => picksOf(row).map((pick) => pick.player_id)),
    )

  route(putVote, async ({ fan, params, body }) => {
    if (!mayVote(fan)) throw new Refusal('identity_not_verified')
    const { complete, xpAwarded } = await votes.cast(fan.id, params.match_id, body.top3)
    return { match_id: params.match_id, complete, xp_awarded: xpAwarded }
  })

  route(getVote, async ({ fan, params }) => {
    const row = await ballotOf(db, fan.id, params.match_id)
    return { vote: row === undefined ? null : presentBallot(row, await playersOf([row])) }
  })

  route(listVotes, async ({ fan, query }) => {
    const rows = await ballotsOf(db, fan.id, query.match_ids, query.limit)
    const players = await playersOf(rows)
    const items = rows.map((row) => ({
      ...presentBallot(row, players),
      started_at: row.started_at?.toISOString() ?? null,
      home_team: row.home_team,
      away_team: row.away_team,
      competition_name: row.competition_name,
    }))
    return { items }
  })

  route(countVotes, async ({ fan }) => ({ count: await countCompleteBallots(db, fan.id) }))

  route(countAllVotes, async () => ({ count: await countBallots(db) }))

  route(listLatestVotes, async ({ query }) => {
    const rows = await latestBallots(db, query.limit)
    const players = await playersOf(rows)
    return { items: rows.map((row) => ({ ...presentBallot(row, players), user_id: row.user_id })) }
  })

  route(listMatchVotesExpanded, async ({ query }) => {
    const rows = await expandedVotes(db, query.match_id, query.limit, query.offset)
    return { items: rows as (typeof listMatchVotesExpanded.output)['_zod']['output']['items'] }
  })

  return () => votes.idle()
}
