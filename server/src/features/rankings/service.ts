import { type MatchRanking, type RatedPlayer, rankMatch } from '@tribune/domain/ranking.ts'
import { normaliseSearch } from '@tribune/domain/search.ts'
import { rankSeason } from '@tribune/domain/season.ts'
import { isVoteOpen } from '@tribune/domain/voting-window.ts'
import type { App } from '../../app.ts'
import type { Db } from '../../database/pool.ts'
import { Refusal } from '../../http/refusal.ts'
import {
  dropSeasonRows,
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
  seasonTotals,
  storedSeason,
} from './queries.ts'

/** Matches looked at in one pass. */
const PASS = 50

/** Outcome of ranking one match. */
export interface Ranked {
  readonly ranking: MatchRanking
  readonly published: boolean
  /** Published by this very ranking. */
  readonly justOut: boolean
  /** Players whose line changed: their season follows. Empty when nothing was to be done. */
  readonly touched: readonly number[]
}

/**
 * Ranks one match from its running tally, and publishes the result once its window has passed. Doing it again changes nothing.
 * Refuses `match_not_found`. The season is the caller's to follow with `rebuildSeason(app, touched)`.
 */
export async function rankStoredMatch(app: App, matchId: number): Promise<Ranked> {
  const now = app.clock.now()
  return app.db.transaction().execute(async (tx) => {
    const match = await lockMatch(tx, matchId)
    if (match === undefined) throw new Refusal('match_not_found')
    const { changes, ...tally } = await readTally(tx, matchId)
    const players = await playersToRank(
      tx,
      matchId,
      tally.players.map((player) => player.player_id),
    )
    const ranking = rankMatch({ tally, players, coefficient: match.coefficient })
    const status = match.status as 'finished'
    const over = match.status === 'finished' && !isVoteOpen({ ...match, status }, now)
    const touched = await saveRanking(tx, matchId, ranking.ranked, ranking.voters, ranking.source)
    const publishedAt = match.published_at ?? (over ? now : null)
    const { source, reason, voters } = ranking
    await saveMatchRanking(tx, { id: matchId, changes, rankedAt: now, publishedAt, source, reason, voters })
    const justOut = match.published_at === null && publishedAt !== null
    const seasonal = justOut ? ranking.ranked.map((player) => player.player_id) : touched
    return { ranking, published: publishedAt !== null, justOut, touched: publishedAt === null ? [] : seasonal }
  })
}

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
export async function rankOpenMatches(app: App): Promise<number> {
  const ids = await openMatchesToRank(app.db, PASS)
  for (const id of ids) await rankStoredMatch(app, id)
  return ids.length
}

/** Publishes every match whose window has passed; the season follows in one go. Gives the ids that came out. */
export async function publishDueMatches(app: App, onProgress?: (done: number) => void): Promise<number[]> {
  const out: number[] = []
  const touched = new Set<number>()
  for (let due = await matchesToPublish(app.db, app.clock.now(), PASS); due.length > 0; ) {
    for (const id of due) for (const player of (await rankStoredMatch(app, id)).touched) touched.add(player)
    out.push(...due)
    onProgress?.(out.length)
    due = await matchesToPublish(app.db, app.clock.now(), PASS)
  }
  if (out.length > 0) await rebuildSeason(app, [...touched])
  if (out.length > 0) await app.bus.publish('matches', { ids: out })
  return out
}

/** Ranks one match and lets the season follow at once. */
export async function rankAndFollow(app: App, matchId: number): Promise<Ranked> {
  const ranked = await rankStoredMatch(app, matchId)
  if (ranked.touched.length === 0 && !ranked.justOut) return ranked
  await rebuildSeason(app, ranked.touched)
  await app.bus.publish('matches', { ids: [matchId] })
  return ranked
}

/** Makes the season's rows equal to the sum of published points: of some players, or of all (`null`). Gives the rows read. */
export async function rebuildSeason(app: App, ids: readonly number[] | null): Promise<number> {
  if (ids !== null && ids.length === 0) return 0
  const rebuilt = await app.db.transaction().execute(async (tx) => {
    await lockSeason(tx)
    const totals = await seasonTotals(tx, app.config.season, ids)
    await dropSeasonRows(
      tx,
      totals.map((row) => row.player_id),
      ids,
    )
    const fresh = new Map(totals.map((row) => [row.player_id, row]))
    const others = (await storedSeason(tx)).filter((row) => !fresh.has(row.player_id))
    const ranks = new Map(rankSeason<RankedTotals>([...totals, ...others]).map((row) => [row.player_id, row.rank]))
    await saveSeasonRows(
      tx,
      totals.map((row) => ({
        ...row,
        rank: ranks.get(row.player_id) ?? 1,
        search_name: normaliseSearch(row.player_name),
      })),
    )
    const moved = others.filter((row) => ranks.get(row.player_id) !== row.rank)
    await saveRanks(
      tx,
      moved.map(({ player_id, rank }) => ({ player_id, rank: ranks.get(player_id) ?? rank })),
    )
    return totals.length
  })
  await app.bus.publish('season', {})
  return rebuilt
}

interface RankedTotals {
  readonly player_id: number
  readonly total_points: number
  readonly wins: number
  readonly podiums: number
  readonly matches_played: number
}
