import {
  closeVotingRight,
  copyFanData,
  deleteFan,
  endFanSessions,
  findFan,
  reopenVotingRight,
} from '@tribune/contract/operator/people.ts'
import type { AccountsApp } from '../../../accounts/parts.ts'
import type { Router } from '../../../http/route.ts'
import { actOf } from '../../common/journal/service.ts'
import { presentVotingClosed } from '../accounts/present.ts'
import { closeVoting, copyData, deletePerson, endSessions, findPerson, reopenVoting } from './service.ts'

export function registerPeople(route: Router, app: AccountsApp): undefined {
  route(findFan, (call) => findPerson(app, actOf(call), call.body.wanted))

  route(endFanSessions, async (call) => ({ ended: await endSessions(app, actOf(call), call.body.fan_id) }))

  route(closeVotingRight, async (call) => {
    const closed = await closeVoting(app, actOf(call), call.body.fan_id, call.body.reason)
    return closeVotingRight.output.parse(presentVotingClosed(closed))
  })

  route(reopenVotingRight, async (call) => {
    await reopenVoting(app, actOf(call), call.body.fan_id)
    return { reopened: true as const }
  })

  route(copyFanData, (call) => copyData(app, actOf(call), call.body.fan_id))

  route(deleteFan, async (call) => {
    await deletePerson(app, actOf(call), call.body.fan_id, call.body.reason)
    return { deleted: true as const }
  })
  return undefined
}
