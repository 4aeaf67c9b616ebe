import {
  BALLOT_MATCHES,
  getBallotGroups,
  letResultStand,
  listBallotMatches,
  listBallotsAside,
  setBallotsAside,
  takeBallotsBack,
} from '@tribune/contract/operator/ballots.ts'
import { EVIDENCE_DAYS, evidenceEnd } from '@tribune/domain/ballots/evidence.ts'
import { settingAsideBar } from '@tribune/domain/ballots/suspicion.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { actOf } from '../../common/journal/service.ts'
import { presentAside, presentGroups, presentMatch } from './present.ts'
import { asideGroups, ballotMatches } from './queries.ts'
import { letStand, readSuspicion, setAside, takeBack } from './service.ts'

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
