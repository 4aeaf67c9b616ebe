import {
  addDerby,
  countPairMatches,
  findTeams,
  listDerbies,
  MAX_DERBIES,
  removeDerby,
} from '@tribune/contract/operator/coefficients.ts'
import { type DerbyPair, derbyPair } from '@tribune/domain/matches/derby.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { ownPicture } from '../../../infra/media/own-picture.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { actOf } from '../../common/journal/service.ts'
import { type ListedDerby, listedDerbies, pairMatches } from './queries.ts'
import { markDerby, searchTeams, unmarkDerby } from './service.ts'

export function registerDerbies(route: Router, app: App): undefined {
  route(listDerbies, async () => ({ items: (await listedDerbies(app.db, MAX_DERBIES)).map(presentDerby) }))

  route(findTeams, async ({ query }) => ({ items: (await searchTeams(app, query.search)).map(withCrest) }))

  route(countPairMatches, ({ query }) => pairMatches(app.db, pairOf(query.team_ids)))

  route(addDerby, (call) => markDerby(app, actOf(call), pairOf(call.body.team_ids)))

  route(removeDerby, (call) => unmarkDerby(app, actOf(call), pairOf(call.body.team_ids)))
  return undefined
}

/** Returns the two clubs of a call. The contract has checked that there are two, and that they differ. */
function pairOf([one = 0, other = 0]: readonly number[]): DerbyPair {
  const pair = derbyPair(one, other)
  if (pair === null) throw new Refusal('invalid_request')
  return pair
}

const withCrest = <Team extends { readonly id: number; readonly logo: string | null }>(team: Team) => ({
  ...team,
  logo: ownPicture('teams', team.id, team.logo),
})

function presentDerby({ low, high, ...counts }: ListedDerby) {
  const teams: [ListedDerby['low'], ListedDerby['high']] = [withCrest(low), withCrest(high)]
  return { teams, ...counts }
}
