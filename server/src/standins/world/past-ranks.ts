import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { rankSeason, TREND_DAYS } from '@tribune/domain/season/season.ts'
import type { App } from '../../context.ts'
import { seasonTotals } from '../../features/season/season-ranking/queries.ts'

const ROWS_AT_ONCE = 5_000

/** Saves the ranks that the nightly runs of the last week would have saved, so that trends are meaningful from the start. */
export async function keepPastRanks(app: App): Promise<void> {
  const now = app.clock.now().getTime()
  const season = await app.seasons.open()
  for (let days = TREND_DAYS; days > 0; days -= 1) {
    const then = new Date(now - days * DAY_MS)
    const totals = await seasonTotals(app.db, { start: season.start, end: then, hidden: null }, null)
    const rows = rankSeason(totals).map(({ player_id, rank }) => ({
      season_id: season.id,
      player_id,
      rank,
      day: then.toISOString().slice(0, 10),
    }))
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const values = rows.slice(start, start + ROWS_AT_ONCE)
      await app.db
        .insertInto('season_rank_history')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }
}
