import type { Tally } from '@tribune/domain/ballots/tally.ts'
import { isMatchPublished } from '@tribune/domain/results/publication.ts'
import { followsRatings, type MatchRanking, type RatedPlayer, rankMatch } from '@tribune/domain/results/ranking.ts'
import type { JobContext } from '../../../context.ts'
import { type Db, isDatabaseAway } from '../../../infra/database/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { RetryPauses } from '../../../kernel/retry-pauses.ts'
import { foldBacklog, foldMoves, readTally } from '../../ballots/tally/queries.ts'
import { aliasesAmong } from '../../common/aliases/queries.ts'
import { type Act, journal } from '../../common/journal/service.ts'
import type { MatchRow } from '../../matches/matches/queries.ts'
import { settleAliases, settlePicks } from '../../players/lineups/queries.ts'
import { followMatch, type SeasonUpdate } from '../../season/season-ranking/service.ts'
import {
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
  return app.db.transaction().execute((tx) => rankWithin(app, tx, matchId, { season, coefficient: 'published' }))
}

/**
 * The coefficient that a published match is ranked with: the one that its points were published with, or the match's present one, which only a
 * recalculation asked for by the operator takes (docs/decisions/049). A match that is not published always takes the present one.
 */
type ChosenCoefficient = 'published' | 'present'

interface RankingOptions {
  readonly season: SeasonUpdate
  readonly coefficient: ChosenCoefficient
}

/** Ranks one match like {@link rankStoredMatch}, in the caller's transaction and with the chosen coefficient. Refuses `match_not_found`. */
export async function rankWithin(app: JobContext, tx: Db, matchId: number, options: RankingOptions): Promise<Ranked> {
  const now = app.clock.now()
  const match = await lockMatch(tx, matchId, app.clock.offsetMs)
  if (match === undefined) throw new Refusal('match_not_found')
  // A ballot checked before a merge of ids may have been written after it.
  if (match.over) {
    await settlePicks(tx, matchId)
    await settleAliases(tx, matchId)
  }
  await foldMoves(tx, matchId)
  const { changes, ...counted } = await readTally(tx, matchId)
  const tally = await withoutVoid(tx, counted)
  const picked = tally.players.map((player) => player.player_id)
  const players = await playersToRank(tx, matchId, picked)
  const coefficient = options.coefficient === 'published' ? keptCoefficient(match) : match.coefficient
  const ranking = rankMatch({ tally, players, coefficient })
  const justOut = !isMatchPublished(match) && match.over
  const publishedAt = justOut ? now : match.published_at
  const touched = await saveRanking(tx, matchId, ranking.ranked, ranking.voters, ranking.source)
  const { source, reason, voters } = ranking
  await saveMatchRanking(tx, { id: matchId, changes, coefficient, rankedAt: now, publishedAt, source, reason, voters })
  // A published match counts as played for all its players, ranked or not.
  const moved = justOut ? [...touched, ...players.map((player) => player.player_id)] : touched
  const seasonal = publishedAt === null ? [] : [...new Set(moved)]
  if (seasonal.length > 0) await followMatch(app, tx, match.match_date, seasonal, options.season)
  const changed = justOut || (publishedAt !== null && touched.length > 0)
  return { ranking, published: publishedAt !== null, changed, seasonal }
}

/** Leaves out the picks of aliases: each is void, for its ballot has the same person in a better place (docs/decisions/079). */
async function withoutVoid(tx: Db, tally: Tally): Promise<Tally> {
  const picked = tally.players.map(({ player_id }) => player_id)
  const aliases = new Set((await aliasesAmong(tx, picked)).map(({ alias }) => alias))
  if (aliases.size === 0) return tally
  return {
    ...tally,
    players: tally.players.filter(({ player_id }) => !aliases.has(player_id)),
    duels: tally.duels.filter(({ above_id, below_id }) => !aliases.has(above_id) && !aliases.has(below_id)),
  }
}

/** Returns the coefficient that a match is ranked with unless the operator recalculates it: of a published one, that of its points. */
export function keptCoefficient(match: Pick<MatchRow, 'published_at' | 'ranked_coefficient' | 'coefficient'>): number {
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

/** Ranks a match, or logs why it could not be ranked and returns `null`: one that fails must not stop the others. */
async function rankOrLog<Done>(app: JobContext, matchId: number, rank: () => Promise<Done>): Promise<Done | null> {
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
  const ranked = await app.db.transaction().execute(async (tx) => {
    const before = await topPoints(tx, matchId)
    const done = await rankWithin(app, tx, matchId, { season: 'at once', coefficient: 'present' })
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
