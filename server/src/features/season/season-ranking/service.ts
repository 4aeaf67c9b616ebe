import { normaliseSearch } from '@tribune/domain/common/search.ts'
import { seasonAt } from '@tribune/domain/season/dates.ts'
import { rankSeason, type SeasonTotals } from '@tribune/domain/season/season.ts'
import type { JobContext } from '../../../context.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { openDueSeasons, prepareSeasons } from '../seasons/jobs.ts'
import { lockSeasons, type Season, saveComputed } from '../seasons/queries.ts'
import {
  allowLongWork,
  dropSeasonRows,
  gatherStatistics,
  saveRanks,
  saveSeasonRows,
  saveTrendRanks,
  seasonSize,
  seasonTotals,
  storedSeason,
} from './queries.ts'

/** When the open season is updated; `later`: by the caller, once all matches are published. A past season always is at once. */
export type SeasonUpdate = 'at once' | 'later'

/** Updates the season of a match's kick-off, which may be a past one; a match outside every season counts in none. */
export async function followMatch(
  app: JobContext,
  tx: Db,
  kickOff: Date,
  ids: readonly number[],
  when: SeasonUpdate,
): Promise<void> {
  // Before the dates are read, because the operator may be moving them.
  await lockSeasons(tx)
  const season = seasonAt(await openDueSeasons(app, tx), kickOff)
  if (season === null || (when === 'later' && season.closedAt === null)) return
  await followSeason(tx, season, ids)
}

/**
 * Rebuilds all rows of the open season from published points. A finished one is computed only if it never was, as after an upgrade. Returns the
 * number of rows read.
 */
export async function rebuildSeason(app: JobContext): Promise<number> {
  let rebuilt = 0
  for (const { id } of (await prepareSeasons(app)).filter(isToRebuild)) {
    const isFirst = (await seasonSize(app.db, id, '')) === 0
    if (isFirst) await gatherStatistics(app.db)
    rebuilt += await app.db.transaction().execute(async (tx) => {
      if (isFirst) await allowLongWork(tx)
      await lockSeasons(tx)
      const season = (await openDueSeasons(app, tx)).find((one) => one.id === id)
      return season === undefined || !isToRebuild(season) ? 0 : rebuildWhole(app, tx, season)
    })
  }
  await app.bus.publish('season', {})
  return rebuilt
}

const isToRebuild = ({ closedAt, computedAt }: Season) => closedAt === null || computedAt === null

/** Rebuilds all rows of one season, finished or not, within a transaction that has locked the seasons. Returns the number of rows read. */
export async function rebuildWhole({ clock }: Pick<JobContext, 'clock'>, tx: Db, season: Season): Promise<number> {
  const rebuilt = await followSeason(tx, season, null)
  await saveComputed(tx, season.id, clock.now())
  return rebuilt
}

/** Updates the open season for some players, or counts all of it again (`null`), after matches that were ranked with `later`. */
export async function followOpenSeason(app: JobContext, tx: Db, ids: readonly number[] | null): Promise<void> {
  const open = await lockOpenSeason(app, tx)
  if (open === null) return
  await (ids === null ? rebuildWhole(app, tx, open) : followSeason(tx, open, ids))
}

/** Stores the open season's ranks of a day, from which trends follow, and deletes those of before `oldest`. */
export function storeTrendRanks(app: JobContext, day: string, oldest: string): Promise<void> {
  return app.db.transaction().execute(async (tx) => {
    const open = await lockOpenSeason(app, tx)
    if (open !== null) await saveTrendRanks(tx, open.id, day, oldest)
  })
}

/** Returns the open season. No other transaction can close, move or absorb it until this one ends. */
async function lockOpenSeason(app: JobContext, tx: Db): Promise<Season | null> {
  await lockSeasons(tx)
  return (await openDueSeasons(app, tx)).find(({ closedAt }) => closedAt === null) ?? null
}

/** Rebuilds a season's rows of some players, or of all (`null`), and all its ranks. The caller must have locked the seasons. */
async function followSeason(tx: Db, season: Season, ids: readonly number[] | null): Promise<number> {
  const totals = await seasonTotals(tx, season, ids)
  const players = totals.map((row) => row.player_id)
  await dropSeasonRows(tx, season.id, players, ids)
  const fresh = new Set(players)
  const others = (await storedSeason(tx, season.id)).filter((row) => !fresh.has(row.player_id))
  const ranks = new Map(rankSeason<SeasonTotals>([...totals, ...others]).map((row) => [row.player_id, row.rank]))
  const rankOf = (row: SeasonTotals) => ranks.get(row.player_id) ?? 1
  await saveSeasonRows(
    tx,
    season.id,
    totals.map((row) => ({ ...row, rank: rankOf(row), search_name: normaliseSearch(row.player_name) })),
  )
  const moved = others.filter((row) => rankOf(row) !== row.rank)
  await saveRanks(
    tx,
    season.id,
    moved.map((row) => ({ player_id: row.player_id, rank: rankOf(row) })),
  )
  return totals.length
}
