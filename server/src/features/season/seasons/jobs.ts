import { defaultEnd, defaultSeason, dueSeasons, labelOf } from '@tribune/domain/season/dates.ts'
import type { JobContext } from '../../../context.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { databaseNow } from '../../../infra/database/sql.ts'
import {
  closeSeason,
  hasProvisional,
  insertOpenSeason,
  lockSeasons,
  type NewSeason,
  type Season,
  seasons,
} from './queries.ts'

/** Makes the first season of an empty table, and opens those that are due. Returns all seasons, newest first. */
export async function prepareSeasons(app: JobContext): Promise<Season[]> {
  return app.db.transaction().execute((tx) => openDueSeasons(app, tx))
}

/**
 * Returns all seasons, newest first, after closing the open one if its end has passed by the database's clock and opening those that follow: idempotent, and right
 * after missed nights. A season with provisional results stays open until they are final. A publication calls it too, because a match of 1 July may be published before the nightly run.
 */
export async function openDueSeasons(
  { clock, config }: Pick<JobContext, 'clock' | 'config'>,
  tx: Db,
): Promise<Season[]> {
  const before = await seasons(tx)
  const [newest] = before
  if (newest !== undefined && clock.now() < newest.end) return before
  const now = await databaseNow(tx, clock)
  // Another server may open it before the lock is taken.
  await lockSeasons(tx)
  const [last] = await seasons(tx)
  if (last === undefined) await insertOpenSeason(tx, firstSeason(config.season, now))
  const [open] = await seasons(tx)
  if (open === undefined) throw new Error('No season')
  if (await hasProvisional(tx, open)) return seasons(tx)
  for (const span of dueSeasons(open, now)) {
    await closeSeason(tx, now)
    await insertOpenSeason(tx, { name: open.name, label: labelOf(span), ...span })
  }
  return seasons(tx)
}

/** The settings of the first season; `null` follows from the date, `end` is exclusive. */
interface FirstSeason {
  readonly name: string
  readonly label: string | null
  readonly start: Date | null
  readonly end: Date | null
}

function firstSeason({ name, label, start, end }: FirstSeason, now: Date): NewSeason {
  const usual = start === null ? defaultSeason(now) : { start, end: defaultEnd(start) }
  const span = { start: usual.start, end: end ?? usual.end }
  return { name, label: label ?? labelOf(span), ...span }
}
