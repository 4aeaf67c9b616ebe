import {
  awardXp,
  countAllVotes,
  countVotes,
  getVote,
  listLatestVotes,
  listMatchVotesExpanded,
  listVotes,
  putVote,
} from '@tribune/contract/votes.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { matchRow } from '../../matches/matches/queries.ts'
import { sourceOf } from '../evidence/service.ts'
import { ballotOf } from '../ledger/queries.ts'
import { votingBar } from './policy.ts'
import { presentAside, presentBallot } from './present.ts'
import { asidesOf, countBallots, expandedVotes, latestBallots, readEarned, xpOfMatch } from './queries.ts'
import { listBallots, playersOf, VoteService } from './service.ts'

export function registerVotes(route: Router, app: App): () => Promise<void> {
  const { db } = app
  const votes = new VoteService(app)

  route(
    putVote,
    async ({ fan, params, body, request, reply }) => {
      const bar = votingBar(fan)
      if (bar !== null) throw new Refusal(bar)
      if (body.fan_id !== undefined && body.fan_id !== fan.id) throw new Refusal('ballot_of_another')
      const base = body.base && new Date(body.base).toISOString()
      const ballot = { picks: body.top3, base, unanswered: body.unanswered, attempt: body.attempt }
      const source = sourceOf(app, fan, request)
      const saved = await votes.cast(params.match_id, ballot, source)
      app.metrics.ballotsAccepted.inc()
      if (source.deviceId === null) app.devices.issue(request, reply)
      return {
        match_id: params.match_id,
        complete: saved.complete,
        xp_awarded: saved.xpAwarded,
        updated_at: saved.updatedAt.toISOString(),
      }
    },
    () => votes.isBusy,
  )

  route(getVote, async ({ fan, params }) => {
    const row = await ballotOf(db, fan.id, params.match_id)
    if (row === undefined) return { vote: null }
    const vote = presentBallot(row, await playersOf(db, [row]))
    const [aside] = row.set_aside === null ? [] : await asidesOf(db, fan.id, params.match_id)
    return { vote: aside === undefined ? vote : { ...vote, set_aside: presentAside(aside) } }
  })

  route(listVotes, async ({ fan, query }) => {
    return { items: await listBallots(db, fan.id, { matchIds: query.match_ids, from: query.from }, query.limit) }
  })

  route(countVotes, async ({ fan }) => ({ count: (await readEarned(db, fan.id)).vote_count }))

  route(countAllVotes, async () => ({ count: await countBallots(db) }))

  route(listLatestVotes, async ({ query }) => {
    const rows = await latestBallots(db, query.limit)
    const players = await playersOf(db, rows)
    return { items: rows.map((row) => ({ ...presentBallot(row, players), user_id: row.user_id })) }
  })

  route(listMatchVotesExpanded, async ({ query }) => {
    const { rows, total } = await expandedVotes(db, query.match_id, query.limit, query.offset)
    return { items: rows, total }
  })

  // The complete ballot has credited the experience in its own transaction. This reads three rows and writes none, however often and on whichever server
  // it is called: the rate limit of all calls suffices.
  route(awardXp, async ({ body, fan }) => {
    if ((await matchRow(db, body.match_id)) === undefined) throw new Refusal('match_not_found')
    const awarded = await xpOfMatch(db, fan.id, body.match_id)
    if (awarded === 0) throw new Refusal('ballot_incomplete')
    return { match_id: body.match_id, awarded, xp: (await readEarned(db, fan.id)).xp }
  })

  return () => votes.idle()
}
