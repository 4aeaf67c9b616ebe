import type { ResultChange } from '@tribune/domain/audit/log.ts'
import { makeRecord } from '@tribune/domain/audit/record.ts'
import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'
import { type CountedBallots, type Tally, withBallots } from '@tribune/domain/ballots/tally.ts'
import { INTEGRITY_RULE_VERSION, MIN_JUDGED } from '@tribune/domain/integrity/rule.ts'
import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import { COUNTING_RULE_VERSION } from '@tribune/domain/results/points.ts'
import { isMatchPublished, isProvisional, provisionalUntil } from '@tribune/domain/results/publication.ts'
import { followsRatings, type MatchRanking, type RatedPlayer, rankMatch } from '@tribune/domain/results/ranking.ts'
import type { JobContext, Judgement } from '../../../context.ts'
import { type Db, isDatabaseAway } from '../../../infra/database/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { RetryPauses } from '../../../kernel/retry-pauses.ts'
import { foldBacklog, foldMoves, readTally, recount, restoreTally } from '../../ballots/tally/queries.ts'
import { aliasesAmong } from '../../common/aliases/queries.ts'
import { type Act, journal } from '../../common/journal/service.ts'
import type { MatchRow } from '../../matches/matches/queries.ts'
import { settleAliases, settlePicks } from '../../players/lineups/queries.ts'
import { followMatch, type SeasonUpdate } from '../../season/season-ranking/service.ts'
import { asideReasons, insertPending, isPending } from '../audit/queries.ts'
import { distinctPodiums } from '../integrity/queries.ts'
import { setGroupsAside } from '../integrity/service.ts'
import {
  isDue,
  lockMatch,
  matchesToPublish,
  openMatchesToRank,
  publishedAmong,
  ratedPlayers,
  saveMatchRanking,
  saveRanking,
  topPoints,
  unlistedPlayers,
} from './queries.ts'

/** Matches per pass. */
const PASS = 50

/** Outcome of ranking one match. `changed`: the public result has changed. `seasonal`: players whose season may have changed. */
export interface Ranked {
  readonly ranking: MatchRanking
  readonly published: boolean
  readonly changed: boolean
  readonly seasonal: readonly number[]
}

/**
 * Ranks one match from its running tally and, once its window has passed, publishes the result and updates the season, in one transaction
 * (docs/decisions/008). Refuses `match_not_found`.
 */
export async function rankStoredMatch(
  app: JobContext,
  matchId: number,
  season: SeasonUpdate = 'at once',
): Promise<Ranked> {
  await foldBacklog(app.db, matchId)
  return inJudgedTransaction(app, matchId, (tx, judgement) =>
    rankWithin(app, tx, matchId, { season, coefficient: 'published', judgement }),
  )
}

/**
 * The coefficient that a published match is ranked with: the one that its points were published with, or the match's present one, which only a
 * recalculation asked for by the operator takes (docs/decisions/049). A match that is not published always takes the present one.
 */
type ChosenCoefficient = 'published' | 'present'

interface RankingOptions {
  readonly season: SeasonUpdate
  readonly coefficient: ChosenCoefficient
  /** Findings of the integrity rule. Without them a match with enough ballots is not published. */
  readonly judgement?: Judgement | undefined
  /** The change that the log lists, even if the ranking stays the same. */
  readonly change?: ResultChange
}

/** Maximum number of runs of the rule for one publication: a ballot whose commit was under way may be stored between rule and lock. */
const MAX_JUDGEMENTS = 3

/** Writes the record of a match's last change, if it is not written: no other change may come before. */
export async function recordFirst(
  { db, recorder }: Pick<JobContext, 'db' | 'recorder'>,
  matchId: number,
): Promise<void> {
  if (await isPending(db, [matchId])) await recorder.write(db)
}

/** Ranks a match in a transaction, after the integrity rule has read its ballots if it is due for publication. */
async function inJudgedTransaction(
  app: JobContext,
  matchId: number,
  rank: (tx: Db, judgement: Judgement | undefined) => Promise<Ranked>,
): Promise<Ranked> {
  await recordFirst(app, matchId)
  for (let attempt = 1; ; attempt += 1) {
    const due = await isDue(app.db, matchId, app.clock.offsetMs, MIN_JUDGED)
    const judgement = due ? await app.rule.judge(app.db, matchId) : undefined
    const ranked = await app.db.transaction().execute((tx) => rank(tx, judgement))
    if (ranked.published || judgement === undefined || attempt === MAX_JUDGEMENTS) return ranked
  }
}

/** Ranks one match like {@link rankStoredMatch}, in the caller's transaction and with the chosen coefficient. Refuses `match_not_found`. */
export async function rankWithin(app: JobContext, tx: Db, matchId: number, options: RankingOptions): Promise<Ranked> {
  const now = app.clock.now()
  const match = await lockToRank(app, tx, matchId)
  const { justOut, changes, ...counted } = await countBallots(tx, match, options.judgement ?? NOT_JUDGED, now)
  const coefficient = options.coefficient === 'published' ? retainedCoefficient(match) : match.coefficient
  const both = await rankBoth(tx, matchId, { ...counted, coefficient })
  const { ranking, firstWithAll, players } = both
  const publishedAt = justOut ? now : match.published_at
  const touched = await saveRanking(tx, matchId, ranking.ranked, ranking.voters, ranking.source)
  const { source, reason, voters } = ranking
  const saved = { id: matchId, changes, coefficient, rankedAt: now, publishedAt, source, reason, voters, firstWithAll }
  if (justOut && match.votes_close_at !== null)
    app.metrics.publicationSeconds.observe((now.getTime() - match.votes_close_at.getTime()) / 1_000)
  const isToCheck = justOut && isProvisional(effectOf(counted.aside, both, options.judgement))
  await saveMatchRanking(tx, saved, isToCheck ? provisionalUntil(now) : undefined)
  // A published match counts as played for all its players, ranked or not.
  const moved = justOut ? [...touched, ...players.map((player) => player.player_id)] : touched
  const published = publishedAt !== null
  const seasonal = published ? [...new Set(moved)] : []
  if (seasonal.length > 0) await followMatch(app, tx, match.match_date, seasonal, options.season)
  const changed = justOut || (published && touched.length > 0)
  const change = justOut ? 'published' : (options.change ?? (changed ? 'recalculated' : null))
  if (published && change !== null)
    await prepareRecord(tx, { match, change, at: now }, { ...counted, ...both, coefficient })
  return { ranking, published, changed, seasonal }
}

/** Locks a match, with all its ballots settled and folded. Refuses `match_not_found`, and `busy` while its last change has no record. */
async function lockToRank(app: JobContext, tx: Db, matchId: number): Promise<LockedMatch> {
  const match = await lockMatch(tx, matchId, app.clock.offsetMs)
  if (match === undefined) throw new Refusal('match_not_found')
  // Every published result has a record: none is replaced before its own is written.
  if (isMatchPublished(match)) await app.recorder.requireWritten(tx, [matchId])
  // A ballot checked before a merge of ids may have been written after it.
  if (match.over) {
    await settlePicks(tx, matchId)
    await settleAliases(tx, matchId)
  }
  await foldMoves(tx, matchId)
  if (match.evidence_ended) await restoreTally(tx, matchId)
  return match
}

/** Counts the ballots of a match. If it is due, and the rule has read all of them, sets aside what the rule has found, and has it published. */
async function countBallots(tx: Db, match: LockedMatch, judgement: Judgement, now: Date) {
  const cast = await readTally(tx, match.id)
  const justOut = !isMatchPublished(match) && match.over && isJudged(match, cast, judgement)
  if (justOut) await setGroupsAside(tx, match.id, judgement, now)
  const isFlagged = justOut && judgement.groups.length > 0
  const aside = isFlagged || match.ballots_set_aside > 0 ? await distinctPodiums(tx, match.id, 'aside') : []
  const { changes, ...tally } = isFlagged ? await recounted(tx, match.id) : cast
  return { justOut, changes, tally, aside }
}

type LockedMatch = NonNullable<Awaited<ReturnType<typeof lockMatch>>>
type Both = Awaited<ReturnType<typeof rankBoth>>

function effectOf(aside: readonly CountedBallots[], { ranking, firstWithAll }: Both, judgement = NOT_JUDGED) {
  return {
    counted: ranking.voters,
    aside: sumOf(aside),
    firstChanged: firstWithAll !== null,
    judged: judgement.ran,
  }
}

interface Change {
  readonly match: LockedMatch
  readonly change: ResultChange
  readonly at: Date
}

/** Requests the record of a changed result. Fixes its content now, except for its ballots and whether it is provisional. The demo match has no record. */
async function prepareRecord(
  tx: Db,
  { match: { id, attempt }, change, at }: Change,
  { tally, aside, coefficient, ranking, players, aliases }: Cast & Both,
): Promise<void> {
  if (id === DEMO_MATCH_ID) return
  const sorted = players.toSorted((one, other) => one.player_id - other.player_id)
  const stated = { provisional: false, set_aside: sumOf(aside), players: sorted, void: aliases }
  const facts = { match: id, attempt, coefficient, ...stated }
  const rules = { counting_rule: COUNTING_RULE_VERSION, integrity_rule: INTEGRITY_RULE_VERSION }
  const reasons = aside.length === 0 ? {} : await asideReasons(tx, id)
  const ballots = { hash: '', size: 0, root: '' }
  const draft = makeRecord({ ...facts, ...rules, reasons }, { tally, ranking, ballots })
  await insertPending(tx, { matchId: id, change, at, draft })
}

/** No version of any ballots. */
const NOT_JUDGED: Judgement = { changes: -1, attempt: 0, groups: [], ran: true }

/** Returns whether the rule has read the very ballots that are published, or there are too few for it to find a group. */
function isJudged({ attempt }: MatchRow, { voters, changes }: { voters: number; changes: number }, judged: Judgement) {
  return voters < MIN_JUDGED || (judged.changes === changes && judged.attempt === attempt)
}

async function recounted(tx: Db, matchId: number) {
  await recount(tx, matchId)
  return readTally(tx, matchId)
}

const sumOf = (podiums: readonly CountedBallots[]) => podiums.reduce((sum, { ballots }) => sum + ballots, 0)

interface Cast {
  readonly tally: Tally
  /** Podiums of ballots that are set aside. */
  readonly aside: readonly CountedBallots[]
  readonly coefficient: number
}

/** Ranks a match, and finds its first three if nothing were set aside; `null` if they are the same. */
async function rankBoth(tx: Db, matchId: number, { tally, aside, coefficient }: Cast) {
  const all = withBallots(tally, aside)
  const picked = all.players.map(({ player_id }) => player_id)
  const aliases = new Set((await aliasesAmong(tx, picked)).map(({ alias }) => alias))
  const players = await playersToRank(tx, matchId, picked)
  const rank = (counted: Tally) => rankMatch({ tally: withoutVoid(counted, aliases), players, coefficient })
  const ranking = rank(tally)
  const [first, firstOfAll] = [firstThree(ranking), firstThree(aside.length > 0 ? rank(all) : ranking)]
  const idsOf = (rows: typeof first) => rows.map(({ player_id, rank }) => `${rank}.${player_id}`).join()
  return {
    ranking,
    players,
    aliases: [...aliases].sort((one, other) => one - other),
    firstWithAll: idsOf(first) === idsOf(firstOfAll) ? null : firstOfAll,
  }
}

function firstThree({ ranked }: MatchRanking) {
  const first = ranked.filter(({ rank }) => rank <= PODIUM_SIZE).slice(0, PODIUM_SIZE)
  return first.map(({ player_id, player_name, rank, points }) => ({ player_id, player_name, rank, points }))
}

/** Leaves out the picks of aliases: each is void, for its ballot has the same person in a better place (docs/decisions/079). */
function withoutVoid(tally: Tally, aliases: ReadonlySet<number>): Tally {
  if (aliases.size === 0) return tally
  return {
    ...tally,
    players: tally.players.filter(({ player_id }) => !aliases.has(player_id)),
    duels: tally.duels.filter(({ above_id, below_id }) => !aliases.has(above_id) && !aliases.has(below_id)),
  }
}

/** Returns the coefficient that a match is ranked with unless the operator recalculates it: of a published one, that of its points. */
export function retainedCoefficient(
  match: Pick<MatchRow, 'published_at' | 'ranked_coefficient' | 'coefficient'>,
): number {
  const { ranked_coefficient, coefficient } = match
  return isMatchPublished(match) ? (ranked_coefficient ?? coefficient) : coefficient
}

/** Returns the players of a match, with those who have left its lineup and are picked; `minutes_played` is 0 for those who did not play. */
export async function playersToRank(db: Db, matchId: number, picked: readonly number[]): Promise<RatedPlayer[]> {
  const players = await ratedPlayers(db, matchId)
  const known = new Set(players.map((player) => player.player_id))
  const gone = picked.filter((id) => !known.has(id))
  const unlisted = gone.length === 0 ? [] : await unlistedPlayers(db, matchId, gone)
  return [
    ...players,
    ...unlisted.map(({ absent, ...player }) => ({ ...player, rating: null, minutes_played: absent ? 0 : null })),
  ]
}

/**
 * Ranks open matches whose ballots have changed. The result stays hidden until the window has passed. Returns their number.
 * @param pauses Leaves a match that fails alone for a while; it is tried at each pass if unset.
 */
export async function rankOpenMatches(app: JobContext, pauses?: RetryPauses): Promise<number> {
  const ids = await openMatchesToRank(app.db, app.clock.offsetMs, PASS, pauses?.paused())
  for (const id of ids) {
    const outcome = await tryToRank(app, id, 'at once')
    if (outcome === 'failed') pauses?.failed(id)
    else pauses?.succeeded(id)
    // The window has passed since the match was selected.
    if (outcome === 'published') await notifyPublished(app, [id])
  }
  return ids.length
}

interface Publication {
  readonly season?: SeasonUpdate
  /** Matches that the caller already knows to be due. */
  readonly due?: readonly number[]
  /** Whether the others that are due are published as well, or only those whose result waits for no reading of ratings. */
  readonly others?: 'all' | 'ready'
  /** Leaves a match that fails alone for a while; all are tried if unset. */
  readonly pauses?: RetryPauses | undefined
}

/** Publishes all matches whose window has passed, or those that the options leave; each is tried once. Returns the published ids. */
export async function publishDueMatches(app: JobContext, options: Publication = {}): Promise<number[]> {
  const { season = 'at once', others = 'all', pauses } = options
  const out: number[] = []
  const failed: number[] = []
  const nextDue = () => {
    const except = [...(pauses?.paused() ?? []), ...failed]
    return matchesToPublish(app.db, app.clock.offsetMs, PASS, { which: others, except })
  }
  let due = options.due?.length ? options.due : await nextDue()
  while (due.length > 0) {
    const published: number[] = []
    for (const id of due) {
      if ((await tryToRank(app, id, season)) !== 'published') {
        failed.push(id)
        pauses?.failed(id)
        continue
      }
      published.push(id)
      pauses?.succeeded(id)
      if (season === 'at once') await notifyPublished(app, [id])
    }
    if (season === 'later' && published.length > 0) await notifyPublished(app, published)
    out.push(...published)
    due = await nextDue()
  }
  return out
}

/** Ranks a match; a failure is retried at a later pass. */
async function tryToRank(
  app: JobContext,
  matchId: number,
  season: SeasonUpdate,
): Promise<'published' | 'ranked' | 'failed'> {
  const ranked = await rankOrLog(app, matchId, () => rankStoredMatch(app, matchId, season))
  if (ranked === null) return 'failed'
  return ranked.published ? 'published' : 'ranked'
}

/** Ranks a match, or ends its provisional result; or logs why that failed and returns `null`: one that fails must not stop the others. */
export async function rankOrLog<Done>(
  app: JobContext,
  matchId: number,
  rank: () => Promise<Done>,
): Promise<Done | null> {
  try {
    return await rank()
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    app.log.error({ err: error, match_id: matchId }, 'match could not be ranked')
    return null
  }
}

/** Publishes on the bus that results of these matches, and so the season, have changed. */
export async function notifyPublished(app: JobContext, ids: readonly number[]): Promise<void> {
  await app.bus.publish('matches', { ids })
  await app.bus.publish('season', {})
}

/**
 * Ranks one match for the operator, with its present coefficient, and publishes the change on the bus; the journal has the first player's points
 * before and after. Refuses `match_not_found`.
 */
export async function recalculateMatch(app: JobContext, act: Act, matchId: number): Promise<Ranked> {
  const ranked = await inJudgedTransaction(app, matchId, async (tx, judgement) => {
    const before = await topPoints(tx, matchId)
    const done = await rankWithin(app, tx, matchId, { season: 'at once', coefficient: 'present', judgement })
    await journal(app, tx, act, {
      action: 'match_ranked',
      subject: `match:${matchId}`,
      before: { top_points: before },
      after: { top_points: done.ranking.ranked[0]?.points ?? null },
    })
    return done
  })
  if (ranked.changed) await notifyPublished(app, [matchId])
  return ranked
}

/** Ranks one match now, and publishes the change on the bus. */
export async function rankAndNotify(app: JobContext, matchId: number): Promise<Ranked> {
  const ranked = await rankStoredMatch(app, matchId)
  if (ranked.changed) await notifyPublished(app, [matchId])
  return ranked
}

/** Ranks published matches again, one transaction each; a failure must not stop the others. */
export async function rankPublished(app: JobContext, ids: readonly number[]): Promise<void> {
  for (const { id } of await publishedAmong(app.db, ids)) await rankOrLog(app, id, () => rankAndNotify(app, id))
}

/** Ranks those published matches again whose result follows their ratings, after these have changed, however late. */
export async function rankByNewRatings(app: JobContext, ids: readonly number[]): Promise<void> {
  const results = await publishedAmong(app.db, ids)
  for (const { id } of results.filter((row) => followsRatings(row.ranking_source)))
    await rankOrLog(app, id, () => rankAndNotify(app, id))
}
