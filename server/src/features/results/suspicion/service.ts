import { ASIDE_PAGE } from '@tribune/contract/operator/ballots.ts'
import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'
import {
  type Dimension,
  MIN_GROUP_BALLOTS,
  mostSuspicious,
  settingAsideBar,
} from '@tribune/domain/ballots/suspicion.ts'
import { type CountedBallots, type Tally, tallyOfPodiums } from '@tribune/domain/ballots/tally.ts'
import type { RatedPlayer } from '@tribune/domain/results/ranking.ts'
import type { App } from '../../../context.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { lockBallots, readTally, recount } from '../../ballots/tally/queries.ts'
import { type Act, changedRefusal, type Entry, journal, refuseChanged } from '../../common/journal/service.ts'
import { type MatchRow, matchRow, publishedPoints } from '../../matches/matches/queries.ts'
import { openDueSeasons } from '../../season/seasons/jobs.ts'
import { insertPending } from '../audit/queries.ts'
import { confirmAside, distinctPodiums } from '../integrity/queries.ts'
import { notifyPublished, playersToRank, rankWithin, recordFirst, retainedCoefficient } from '../rankings/service.ts'
import {
  type AsideGroupRow,
  asideGroup,
  asideGroups,
  type Candidate,
  candidates,
  countAside,
  deleteAside,
  insertAside,
  markBallots,
  podiumsOf,
  unmarkBallots,
} from './queries.ts'

/** A match's counted ballots, and its groups, those that stand out first. */
export interface Suspicion {
  readonly match: MatchRow
  readonly tally: Tally
  readonly players: readonly RatedPlayer[]
  readonly coefficient: number
  readonly groups: readonly (Candidate & { readonly excess: number; readonly podiums: readonly CountedBallots[] })[]
  /** The newest groups that are set aside, and the number of all. */
  readonly asides: readonly AsideGroupRow[]
  readonly asideCount: number
}

/** Reads the groups of a match's ballots and what ranks it, all of one moment. Refuses `match_not_found`. */
export function readSuspicion({ db }: Pick<App, 'db'>, matchId: number): Promise<Suspicion> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (tx) => {
    const match = await storedMatch(tx, matchId)
    const tally = tallyOfPodiums(await distinctPodiums(tx, matchId, 'counted'))
    const picked = tally.players.map(({ player_id }) => player_id)
    const listed = mostSuspicious(await candidates(tx, matchId))
    return {
      match,
      tally,
      players: await playersToRank(tx, matchId, picked),
      coefficient: retainedCoefficient(match),
      groups: await withPodiums(tx, matchId, listed),
      asides: await asideGroups(tx, { matchId, limit: ASIDE_PAGE }),
      asideCount: await countAside(tx, matchId),
    }
  })
}

/** Adds the distinct podiums of each group. A group of one podium needs no look. */
async function withPodiums<Group extends Candidate>(tx: Db, matchId: number, groups: readonly Group[]) {
  const mixed = groups.filter(({ dimension }) => dimension !== 'podium_minute')
  const rows = mixed.length === 0 ? [] : await podiumsOf(tx, matchId, mixed)
  const idOf = (group: { dimension: string; key: string }) => `${group.dimension} ${group.key}`
  const found = Map.groupBy(rows, idOf)
  return groups.map((group) => ({
    ...group,
    podiums: found.get(idOf(group)) ?? [{ ballot: group.podium, ballots: group.size }],
  }))
}

async function storedMatch(db: Db, matchId: number): Promise<MatchRow> {
  const match = await matchRow(db, matchId)
  if (match === undefined) throw new Refusal('match_not_found')
  return match
}

/** The group that the operator saw. */
interface ChosenGroup {
  readonly matchId: number
  readonly dimension: Dimension
  readonly key: string
  readonly ballots: number
  /** The operator's own words for the journal and the list. */
  readonly reason: string
}

/** Returns what a group's key says for people; `null` for hashes, which say nothing and would outlive the evidence of their ballots. */
export function labelOf(dimension: Dimension, key: string): string | null {
  return dimension === 'account' || dimension === 'mail_domain' || dimension === 'podium_minute' ? key : null
}

/** Counts of a match after an act, and how many ballots it moved. */
interface Moved {
  readonly ballots: number
  readonly counted: number
  readonly setAside: number
}

/**
 * Sets a group of ballots aside, in one transaction with the recount, the ranking and the season that follow. The ballots stay their fans', with
 * their experience. Refuses `match_not_found`, what {@link settingAsideBar} returns, `ballot_group_unknown`, `ballot_group_small`, and
 * `changed_meanwhile` if the group has another number of ballots than the operator saw.
 */
export async function setAside(app: App, act: Act, group: ChosenGroup): Promise<Moved> {
  const { matchId, dimension, key, ballots, reason } = group
  const label = labelOf(dimension, key)
  return change(app, act, matchId, 'ballots_set_aside', { dimension, label, ballots, reason }, async (tx) => {
    const id = await insertAside(tx, { matchId, dimension, label, ballots, reason, at: app.clock.now() })
    const marked = await markBallots(tx, { id, matchId, dimension, key })
    if (marked === 0) throw new Refusal('ballot_group_unknown')
    if (marked < MIN_GROUP_BALLOTS) throw new Refusal('ballot_group_small')
    const stored = groupOf(matchId, marked)
    if (marked !== ballots) throw await changedRefusal(tx, stored)
    await refuseChanged(tx, act, stored)
    return marked
  })
}

/** A group as a caller may have seen it. Between two looks, fans who leave and what is set aside change it. */
const groupOf = (matchId: number, ballots: number) => ({
  current: { ballots },
  subjects: [`match:${matchId}`],
  actions: ['ballots_set_aside', 'ballots_taken_back'] as const,
  lastOtherChange: { by: 'system', at: null } as const,
})

/** Restores a group that was set aside. Refuses what {@link settingAsideBar} returns, and `ballot_group_unknown`. */
export async function takeBack(app: App, act: Act, id: string): Promise<Moved & { readonly matchId: number }> {
  const group = await asideGroup(app.db, id)
  if (group === undefined) {
    await refuseChanged(app.db, act, { current: null, subjects: [], actions: [] })
    throw new Refusal('ballot_group_unknown')
  }
  const { match_id: matchId, dimension, label, ballots } = group
  const moved = await change(app, act, matchId, 'ballots_taken_back', { dimension, label, ballots }, async (tx) => {
    await refuseChanged(tx, act, groupOf(matchId, ballots))
    if (!(await deleteAside(tx, id))) throw new Refusal('ballot_group_unknown')
    return unmarkBallots(tx, id, matchId)
  })
  return { ...moved, matchId }
}

/**
 * Makes a provisional result final, and answers the requests for a review with no. Refuses `match_not_found`, and `result_stands` if there is nothing to
 * decide.
 */
export async function letStand(app: App, act: Act, matchId: number): Promise<void> {
  await recordFirst(app, matchId)
  await app.db.transaction().execute(async (tx) => {
    await lockBallots(tx, [matchId])
    const match = await storedMatch(tx, matchId)
    await app.recorder.requireWritten(tx, [matchId])
    const { provisional, confirmed } = await confirmAside(tx, matchId, app.clock.now())
    if (!provisional && confirmed === 0) throw new Refusal('result_stands')
    if (provisional) await insertPending(tx, { matchId, change: 'confirmed', at: app.clock.now(), draft: null })
    const after = await countsOf(tx, match)
    await journal(app, tx, act, { action: 'result_confirmed', subject: `match:${matchId}`, before: null, after })
  })
  await notifyPublished(app, [matchId])
}

/** Moves ballots in or out of the count, with all that follows from it, and publishes the change. */
async function change(
  app: App,
  act: Act,
  matchId: number,
  action: Entry['action'],
  group: object,
  move: (tx: Db) => Promise<number>,
): Promise<Moved> {
  await recordFirst(app, matchId)
  const moved = await app.db.transaction().execute(async (tx) => {
    await lockBallots(tx, [matchId])
    const match = await storedMatch(tx, matchId)
    const bar = settingAsideBar(await openDueSeasons(app, tx), match, app.clock.now())
    if (bar !== null) throw new Refusal(bar)
    const before = await countsOf(tx, match)
    const ballots = await move(tx)
    await recount(tx, matchId)
    const listed = action === 'ballots_set_aside' ? 'set_aside' : 'taken_back'
    await rankWithin(app, tx, matchId, { season: 'at once', coefficient: 'published', change: listed })
    const after = await countsOf(tx, await storedMatch(tx, matchId))
    await journal(app, tx, act, { action, subject: `match:${matchId}`, before, after: { ...after, ...group } })
    return { ballots, counted: after.counted, setAside: after.set_aside }
  })
  await notifyPublished(app, [matchId])
  return moved
}

/** Reads the counts of a match that the journal stores before and after an act. */
async function countsOf(tx: Db, { id, ballots_set_aside }: MatchRow) {
  const { voters } = await readTally(tx, id)
  const first = await publishedPoints(tx, id, PODIUM_SIZE)
  return { counted: voters, set_aside: ballots_set_aside, first_three: first.map(({ player_id }) => player_id) }
}
