import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { labelOf, previousSeason } from '@tribune/domain/season/dates.ts'
import { RECORDS_PER_CALL } from '@tribune/football/feed.ts'
import type { App } from '../../context.ts'
import { ingestDetails, ingestMatches } from '../../features/feed/ingestion/service.ts'
import { publishDueMatches } from '../../features/results/rankings/service.ts'
import { rebuildSeason } from '../../features/season/season-ranking/service.ts'
import { insertClosedSeason, lockSeasons } from '../../features/season/seasons/queries.ts'

/** Days before the open season whose matches make up the finished one: its last weeks, enough for a ranking and a champion. */
const LAST_DAYS = [2, 5, 9, 13]

/** Adds the season before, finished, with its ranking. Idempotent: its row comes last, so that an interrupted one is filled in again. */
export async function addPastSeason(app: App, signal?: AbortSignal): Promise<void> {
  const open = await app.seasons.open()
  const { start, end } = previousSeason(open)
  if ((await app.seasons.all()).some((season) => season.start < open.start)) return
  for (const days of LAST_DAYS) {
    signal?.throwIfAborted()
    await app.backfill.inTurn(() => fillPastDay(app, new Date(open.start.getTime() - days * DAY_MS)))
  }
  await app.db.transaction().execute(async (tx) => {
    await lockSeasons(tx)
    await insertClosedSeason(tx, { name: open.name, label: labelOf({ start, end }), start, end }, app.clock.now())
  })
  await rebuildSeason(app)
}

/** Fills in a day that the nightly run no longer reads: matches, records, results from ratings. */
async function fillPastDay(app: App, day: Date): Promise<void> {
  const matches = await app.feed.matchesOn(day.toISOString().slice(0, 10))
  await ingestMatches(app, matches)
  const ids = matches.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += RECORDS_PER_CALL) {
    await ingestDetails(app, await app.feed.matchesByIds(ids.slice(start, start + RECORDS_PER_CALL)))
  }
  await publishDueMatches(app, { season: 'later' })
}
