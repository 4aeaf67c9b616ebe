import {
  addDerby,
  countPairMatches,
  findTeams,
  listDerbies,
  MAX_DERBIES,
  MAX_FOUND_TEAMS,
  removeDerby,
} from '@tribune/contract/operator/coefficients.ts'
import { normaliseSearch } from '@tribune/domain/common/search.ts'
import { type DerbyPair, derbyKey, derbyPair } from '@tribune/domain/results/coefficient.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { ownPicture } from '../../../infra/media/own-picture.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type Act, actOf, journal, refuseChanged } from '../../common/journal/service.ts'
import { changeCoefficients } from '../competitions/service.ts'
import {
  clubs,
  deleteDerby,
  derbyCount,
  insertDerby,
  isDerby,
  type ListedDerby,
  listedDerbies,
  markMatches,
  newestCompetitions,
  pairMatches,
  teamNames,
} from './queries.ts'

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

/** Clubs among which a search looks. */
const SEARCHED_TEAMS = 20_000

/** Number of matches that changed their mark, and of those that changed their coefficient. */
interface Marked {
  readonly matches: number
  readonly matches_updated: number
}

/**
 * Marks two clubs as a derby, with their matches, in one transaction. Refuses `team_not_found`, `derby_exists`, `derbies_full`, and as
 * `changeCoefficients`.
 */
async function markDerby(app: App, act: Act, pair: DerbyPair): Promise<Marked> {
  let matches = 0
  const matches_updated = await changeCoefficients(app, async (tx) => {
    const [low, high] = await clubs(tx, pair)
    if (low === undefined || high === undefined) throw new Refusal('team_not_found')
    await refuseRemarked(tx, act, pair)
    if ((await derbyCount(tx)) >= MAX_DERBIES) throw new Refusal('derbies_full')
    if (!(await insertDerby(tx, pair, app.clock.now()))) throw new Refusal('derby_exists')
    matches = await markMatches(tx, pair, true)
    const after = { clubs: [low.name, high.name], matches }
    await journal(app, tx, act, { action: 'derby_added', subject: subjectOf(pair), after })
  })
  return { matches, matches_updated }
}

/** Unmarks two clubs and their matches, in one transaction. Refuses `derby_not_found`, and as `changeCoefficients`. */
async function unmarkDerby(app: App, act: Act, pair: DerbyPair): Promise<Marked> {
  let matches = 0
  const matches_updated = await changeCoefficients(app, async (tx) => {
    await refuseRemarked(tx, act, pair)
    const names = (await clubs(tx, pair)).map(({ name }) => name)
    if (!(await deleteDerby(tx, pair))) throw new Refusal('derby_not_found')
    matches = await markMatches(tx, pair, false)
    const before = { clubs: names, matches }
    await journal(app, tx, act, { action: 'derby_removed', subject: subjectOf(pair), before })
  })
  return { matches, matches_updated }
}

async function refuseRemarked(tx: Db, act: Act, pair: DerbyPair): Promise<void> {
  const current = { derby: await isDerby(tx, pair) }
  await refuseChanged(tx, act, { current, subjects: [subjectOf(pair)], actions: ['derby_added', 'derby_removed'] })
}

const subjectOf = (pair: DerbyPair) => `derby:${derbyKey(pair)}`

/**
 * Finds clubs whose name contains a text, without regard to accents. Names that begin with the text come first. Each club has the competition of its
 * newest match.
 */
async function searchTeams(app: App, search: string) {
  const query = normaliseSearch(search)
  const named = (await teamNames(app.db, SEARCHED_TEAMS)).map((team) => ({ team, key: normaliseSearch(team.name) }))
  const found = named.filter(({ key }) => key.includes(query))
  const first = found.filter(({ key }) => key.startsWith(query))
  const teams = [...first, ...found.filter(({ key }) => !key.startsWith(query))]
    .slice(0, MAX_FOUND_TEAMS)
    .map(({ team }) => team)
  const competitions = await newestCompetitions(
    app.db,
    teams.map(({ id }) => id),
  )
  return teams.map((team) => ({ ...team, competition: competitions.get(team.id) ?? null }))
}
