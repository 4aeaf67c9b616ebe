import { type MatchRanking, type RatedPlayer, rankMatch } from '@tribune/domain/ranking.ts'
import { normaliseSearch } from '@tribune/domain/search.ts'
import { rankSeason } from '@tribune/domain/season.ts'
import type { JobContext } from '../../context.ts'
import { type Db, isDatabaseAway } from '../../infra/database/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { settlePicks } from '../lineups/queries.ts'
import {
  allowLongWork,
  dropSeasonRows,
  gatherStatistics,
  lockMatch,
  lockSeason,
  matchesToPublish,
  namesOf,
  openMatchesToRank,
  ratedPlayers,
  readTally,
  saveMatchRanking,
  saveRanking,
  saveRanks,
  saveSeasonRows,
  seasonSize,
  seasonTotals,
  storedSeason,
} from './queries.ts'

/** Matches looked at in one pass. */
const PASS = 50

/** Outcome of ranking one match. `changed`: what the public sees of it is new. */
export interface Ranked {
  readonly ranking: MatchRanking
  readonly published: boolean
  readonly changed: boolean
}

/**
 * Ranks one match from its running tally, and publishes the result once its window has passed, the season with it: all of it,
 * or nothing. An open match whose ballots have not changed is left alone. Refuses `match_not_found`.
 */
export async function rankStoredMatch(
  app: JobContext,
  matchId: number,
  season: SeasonFollows = 'at once',
): Promise<Ranked> {
  const now = app.clock.now()
  return app.db.transaction().execute(async (tx) => {
    const match = await lockMatch(tx, matchId, app.clock.offsetMs)
    if (match === undefined) throw new Refusal('match_not_found')
    // A ballot checked before a merge may have been written after it.
    if (match.over) await settlePicks(tx, matchId)
    const { changes, ...tally } = await readTally(tx, matchId)
    const picked = tally.players.map((player) => player.player_id)
    const players = await playersToRank(tx, matchId, picked)
    const ranking = rankMatch({ tally, players, coefficient: match.coefficient })
    const justOut = match.published_at === null && match.over
    const publishedAt = justOut ? now : match.published_at
    const touched = await saveRanking(tx, matchId, ranking.ranked, ranking.voters, ranking.source)
    const { source, reason, voters } = ranking
    await saveMatchRanking(tx, { id: matchId, changes, rankedAt: now, publishedAt, source, reason, voters })
    // A published match counts as played for everybody in it, ranked or not.
    const seasonal = justOut ? [...touched, ...players.map((player) => player.player_id)] : touched
    const moves = publishedAt !== null && seasonal.length > 0
    if (moves && season === 'at once') await followSeason(app, tx, [...new Set(seasonal)])
    return {
      ranking,
      published: publishedAt !== null,
      changed: justOut || (publishedAt !== null && touched.length > 0),
    }
  })
}

/** `later`: the caller rebuilds the whole season once all are published. */
type SeasonFollows = 'at once' | 'later'

/** A player who was picked and has since left the lineup still counts, under the name we knew. */
async function playersToRank(db: Db, matchId: number, picked: readonly number[]): Promise<RatedPlayer[]> {
  const players = await ratedPlayers(db, matchId)
  const known = new Set(players.map((player) => player.player_id))
  const gone = picked.filter((id) => !known.has(id))
  const names = gone.length === 0 ? [] : await namesOf(db, gone)
  return [
    ...players,
    ...names.map(({ id, name }) => ({ player_id: id, player_name: name, rating: null, minutes_played: null })),
  ]
}

/** Ranks the open matches whose ballots changed. The result stays hidden until the window has passed. */
export async function rankOpenMatches(app: JobContext): Promise<number> {
  const ids = await openMatchesToRank(app.db, app.clock.offsetMs, PASS)
  for (const id of ids) {
    // Its window passed since it was found open.
    if (await tryToRank(app, id, 'at once')) await tellPublished(app, [id])
  }
  return ids.length
}

interface Publication {
  readonly season?: SeasonFollows
  /** What the caller knows to be due already. */
  readonly due?: readonly number[]
}

/** Publishes every match whose window has passed. Returns the ids that came out. */
export async function publishDueMatches(app: JobContext, options: Publication = {}): Promise<number[]> {
  const { season = 'at once' } = options
  const out: number[] = []
  let due = options.due ?? (await matchesToPublish(app.db, app.clock.offsetMs, PASS))
  while (due.length > 0) {
    const published: number[] = []
    for (const id of due) {
      if (!(await tryToRank(app, id, season))) continue
      published.push(id)
      if (season === 'at once') await tellPublished(app, [id])
    }
    if (season === 'later' && published.length > 0) await tellPublished(app, published)
    out.push(...published)
    due = published.length === 0 ? [] : await matchesToPublish(app.db, app.clock.offsetMs, PASS)
  }
  return out
}

/** One match that cannot be ranked does not keep the others waiting; it is tried again at the next pass. */
async function tryToRank(app: JobContext, matchId: number, season: SeasonFollows): Promise<boolean> {
  try {
    return (await rankStoredMatch(app, matchId, season)).published
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    app.log.error({ err: error, match_id: matchId }, 'match could not be ranked')
    return false
  }
}

async function tellPublished(app: JobContext, ids: readonly number[]): Promise<void> {
  await app.bus.publish('matches', { ids })
  await app.bus.publish('season', {})
}

/** Ranks one match now, and tells whoever shows it. */
export async function rankAndTell(app: JobContext, matchId: number): Promise<Ranked> {
  const ranked = await rankStoredMatch(app, matchId)
  if (ranked.changed) await tellPublished(app, [matchId])
  return ranked
}

/** Makes every row of the season equal to the sum of published points. Gives the rows read. */
export async function rebuildSeason(app: JobContext): Promise<number> {
  const isFirst = (await seasonSize(app.db, '')) === 0
  if (isFirst) await gatherStatistics(app.db)
  const rebuilt = await app.db.transaction().execute(async (tx) => {
    if (isFirst) await allowLongWork(tx)
    return followSeason(app, tx, null)
  })
  await app.bus.publish('season', {})
  return rebuilt
}

/** Rebuilds the season rows of some players, or of all (`null`), and everybody's rank. */
async function followSeason(app: JobContext, tx: Db, ids: readonly number[] | null): Promise<number> {
  await lockSeason(tx)
  const totals = await seasonTotals(tx, app.config.season, ids)
  const players = totals.map((row) => row.player_id)
  await dropSeasonRows(tx, players, ids)
  const fresh = new Set(players)
  const others = (await storedSeason(tx)).filter((row) => !fresh.has(row.player_id))
  const ranks = new Map(rankSeason<RankedTotals>([...totals, ...others]).map((row) => [row.player_id, row.rank]))
  const rankOf = (row: RankedTotals) => ranks.get(row.player_id) ?? 1
  await saveSeasonRows(
    tx,
    totals.map((row) => ({ ...row, rank: rankOf(row), search_name: normaliseSearch(row.player_name) })),
  )
  const moved = others.filter((row) => rankOf(row) !== row.rank)
  await saveRanks(
    tx,
    moved.map((row) => ({ player_id: row.player_id, rank: rankOf(row) })),
  )
  return totals.length
}

interface RankedTotals {
  readonly player_id: number
  readonly total_points: number
  readonly wins: number
  readonly podiums: number
  readonly matches_played: number
}
