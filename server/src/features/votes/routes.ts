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
import { votingBar } from './policy.ts'
import { presentBallot } from './present.ts'
import { ballotOf, countBallots, countCompleteBallots, expandedVotes, latestBallots } from './queries.ts'
import { listBallots, playersOf, VoteService } from './service.ts'

export function registerVotes(route: Router, app: App): () => Promise<void> {
  const { db } = app
  const votes = new VoteService(app)

  route(putVote, async ({ fan, params, body }) => {
    const bar = votingBar(fan)
    if (bar !== null) throw new Refusal(bar)
    const { complete, xpAwarded } = await votes.cast(fan.id, params.match_id, body.top3)
    return { match_id: params.match_id, complete, xp_awarded: xpAwarded }
  })

  route(getVote, async ({ fan, params }) => {
    const row = await ballotOf(db, fan.id, params.match_id)
    return { vote: row === undefined ? null : presentBallot(row, await playersOf(db, [row])) }
  })

  route(listVotes, async ({ fan, query }) => {
    return { items: await listBallots(db, fan.id, query.match_ids, query.limit) }
  })

  route(countVotes, async ({ fan }) => ({ count: await countCompleteBallots(db, fan.id) }))

  route(countAllVotes, async () => ({ count: await countBallots(db) }))

  route(listLatestVotes, async ({ query }) => {
    const rows = await latestBallots(db, query.limit)
    const players = await playersOf(db, rows)
    return { items: rows.map((row) => ({ ...presentBallot(row, players), user_id: row.user_id })) }
  })

  route(listMatchVotesExpanded, async ({ query }) => {
    const rows = await expandedVotes(db, query.match_id, query.limit, query.offset)
    return { items: rows as (typeof listMatchVotesExpanded.output)['_zod']['output']['items'] }
  })

  return () => votes.idle()
}
