import { askReview } from '@tribune/contract/votes.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { presentAside } from '../../ballots/votes/present.ts'
import { asidesOf } from '../../ballots/votes/queries.ts'
import { insertReview } from './queries.ts'

export function registerIntegrity(route: Router, { db, clock }: App): undefined {
  route(askReview, async ({ fan, params }) => {
    const matchId = params.match_id
    const [aside] = await asidesOf(db, fan.id, matchId)
    if (aside === undefined) throw new Refusal('ballot_counts')
    const { review } = presentAside(aside)
    if (review === 'over') throw new Refusal('review_over')
    if (review === 'possible') {
      const isStored = await insertReview(db, { fanId: fan.id, matchId, groupId: aside.group_id, at: clock.now() })
      if (!isStored) throw new Refusal('ballot_counts')
    }
    return { set_aside: presentAside({ ...aside, asked: true }) }
  })
  return undefined
}
