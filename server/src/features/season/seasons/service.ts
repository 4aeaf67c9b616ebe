import type { OperatorSeason } from '@tribune/contract/operator/seasons.ts'
import { MAX_SEASONS, type Season as PublicSeason } from '@tribune/contract/rankings.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import {
  moveSeason as datesMoved,
  isFreshlyClosed,
  isNameTaken,
  reopenSeason,
  type SeasonName,
  type SeasonSpan,
  withLabel,
} from '@tribune/domain/season/dates.ts'
import type { App, SeasonFacts, Seasons } from '../../../context.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { ownPicture } from '../../../infra/media/own-picture.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type Act, changedRefusal, journal, refuseChanged } from '../../common/journal/service.ts'
import { allowLongWork } from '../season-ranking/queries.ts'
import { rebuildWhole } from '../season-ranking/service.ts'
import { openDueSeasons } from './jobs.ts'
import {
  type champions,
  deleteOpenSeason,
  lockSeasons,
  matchesLost,
  openAgain,
  recountCompetitions,
  type Season,
  saveDates,
  saveName,
  seasonSizes,
  seasons,
} from './queries.ts'

/** The seasons in memory: read at the first use, and again after the bus has announced a change. */
export class StoredSeasons implements Seasons {
  readonly #db: App['db']
  #rows: Promise<readonly Season[]> | null = null

  constructor({ db, bus }: Pick<App, 'db' | 'bus'>) {
    this.#db = db
    const forget = () => {
      this.#rows = null
    }
    bus.on('season', forget)
    bus.on('reset', forget)
  }

  async all(): Promise<readonly Season[]> {
    this.#rows ??= seasons(this.#db)
    const rows = this.#rows
    try {
      return await rows
    } catch (error) {
      if (this.#rows === rows) this.#rows = null
      throw error
    }
  }

  async open(): Promise<Season> {
    const open = (await this.all()).find(({ closedAt }) => closedAt === null)
    if (open === undefined) throw new Error('No season is open')
    return open
  }

  async find(id: number | undefined): Promise<Season> {
    if (id === undefined) return this.open()
    const found = (await this.all()).find((season) => season.id === id)
    if (found === undefined) throw new Refusal('season_not_found')
    return found
  }
}

type Rows<Query extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>

/** Returns the first and the last day of a season, in UTC. */
function daysOf({ start, end }: SeasonSpan) {
  return { starts_on: dayOf(start), ends_on: dayOf(new Date(end.getTime() - 1)) }
}

/** Returns the moments of a season's first and last day. */
export function spanOf({ starts_on, ends_on }: { readonly starts_on: string; readonly ends_on: string }): SeasonSpan {
  const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
  return { start: midnight(starts_on), end: new Date(midnight(ends_on).getTime() + DAY_MS) }
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** Presents the seasons that fans may look at: a finished one without a ranking has nothing to show. */
export function presentSeasons(seasons: readonly SeasonFacts[], first: Rows<typeof champions>): PublicSeason[] {
  const bySeason = Map.groupBy(first, ({ season_id }) => season_id)
  return seasons
    .filter(({ id, closedAt }) => closedAt === null || bySeason.has(id))
    .slice(0, MAX_SEASONS)
    .map((season) => ({
      id: season.id,
      name: season.name,
      label: season.label,
      ...daysOf(season),
      open: season.closedAt === null,
      champions: (bySeason.get(season.id) ?? []).map(({ season_id: _, ...row }) => ({
        ...row,
        photo_url: ownPicture('players', row.player_id, row.photo_url),
      })),
    }))
}

export function presentForOperator(
  seasons: readonly Season[],
  sizes: Rows<typeof seasonSizes>,
  now: Date,
): OperatorSeason[] {
  const sizeOf = new Map(sizes.map((size) => [size.id, size]))
  return seasons.map((season) => ({
    id: season.id,
    name: season.name,
    label: season.label,
    ...daysOf(season),
    open: season.closedAt === null,
    reopenable: isFreshlyClosed(season.closedAt, now) && typeof reopenSeason(seasons, season.id) !== 'string',
    players: sizeOf.get(season.id)?.players ?? 0,
    matches: sizeOf.get(season.id)?.matches ?? 0,
    computed_at: season.computedAt?.toISOString() ?? null,
  }))
}

interface Move {
  readonly id: number
  readonly to: SeasonSpan
  /** Whether published matches may end up in no season. */
  readonly mayLose: boolean
}

/**
 * Moves a season's dates, and those of seasons that touch it; computes each of them again, finished ones too: that is the operator's word. A label
 * that followed from the dates follows again. Returns how many seasons have moved, which have ended and begun by it, and how many published matches count
 * in none any more. Refuses `season_not_found`, `season_dates`, `season_overlap`, `season_name_taken` and, unless the operator accepts it, `season_loses_matches`.
 */
export async function moveSeason(app: App, act: Act, { id, to, mayLose }: Move) {
  return change(app, async (tx, before) => {
    await refuseMoved(tx, act, own(before, id))
    const moved = datesMoved(before, { id, to, now: app.clock.now() })
    if (typeof moved === 'string') throw new Refusal(moved)
    await saveDates(tx, moved)
    // An open season that now ends in the past is followed by the next.
    const after = await openDueSeasons(app, tx)
    const lost = await matchesLost(tx, before, after)
    if (lost > 0 && !mayLose) throw new Refusal('season_loses_matches')
    const isOld = new Set(before.map((season) => season.id))
    const affected = after.filter((season) => !isOld.has(season.id) || moved.some((one) => one.id === season.id))
    for (const season of affected) await rebuildWhole(app, tx, season)
    for (const season of moved) {
      await journal(app, tx, act, {
        action: 'season_moved',
        subject: `season:${season.id}`,
        before: factsOf(own(before, season.id)),
        after: factsOf(season),
      })
    }
    const wasOpen = new Set(before.filter(({ closedAt }) => closedAt === null).map((season) => season.id))
    return {
      seasons_moved: moved.length,
      matches_lost: lost,
      closed: after.filter((season) => season.closedAt !== null && wasOpen.has(season.id)).map(nameOf),
      opened: after
        .filter((season) => !isOld.has(season.id))
        .map((season) => ({ ...nameOf(season), ...daysOf(season) })),
    }
  })
}

/**
 * Reopens the last finished season, which undoes an end that was wrong: the open season goes, and its published matches count in this one, which
 * ends where that would have. Refuses `season_not_found`, `season_not_reopenable`, `season_dates`, `season_name_taken`, and `changed_meanwhile` if the open season
 * has more published matches than the operator saw.
 */
export async function reopen(app: App, act: Act, id: number, matchesSeen: number) {
  return change(app, async (tx) => {
    const before = await openDueSeasons(app, tx)
    const old = own(before, id)
    const isFresh = isFreshlyClosed(old.closedAt, app.clock.now())
    const reopened = isFresh ? reopenSeason(before, id) : 'season_not_reopenable'
    if (typeof reopened === 'string') throw new Refusal(reopened)
    const { taken } = reopened
    const season = withLabel(reopened.season, old)
    const others = before.filter((one) => one.id !== taken.id)
    if (isNameTaken(others, id, season)) throw new Refusal('season_name_taken')
    const matches = (await seasonSizes(tx)).find((size) => size.id === taken.id)?.matches ?? 0
    const stored = {
      current: { matches },
      subjects: [],
      actions: [],
      lastOtherChange: { by: 'system', at: null },
    } as const
    if (matches > matchesSeen) throw await changedRefusal(tx, stored)
    await refuseChanged(tx, act, stored)
    await deleteOpenSeason(tx, taken.id)
    await openAgain(tx, id)
    await saveDates(tx, [season])
    await rebuildWhole(app, tx, own(await seasons(tx), id))
    await journal(app, tx, act, {
      action: 'season_reopened',
      subject: `season:${id}`,
      before: factsOf(old),
      after: { ...factsOf(season), taken: `${taken.name} ${taken.label}`, matches },
    })
    return { ...daysOf(season), matches_taken: matches, taken: nameOf(taken) }
  })
}

/** Renames a season. Refuses `season_not_found`, and `season_name_taken` if another is read by this name and label. */
export async function rename(app: App, act: Act, id: number, names: SeasonName) {
  return change(app, async (tx, before) => {
    const { name, label } = own(before, id)
    const subject = `season:${id}`
    await refuseChanged(tx, act, { current: { name, label }, subjects: [subject], actions: SEASON_ACTS })
    if (isNameTaken(before, id, names)) throw new Refusal('season_name_taken')
    await saveName(tx, id, names)
    await journal(app, tx, act, { action: 'season_renamed', subject, before: { name, label }, after: names })
  })
}

/**
 * Computes one season again from the published points, over the competitions that are shown now. Returns the number of ranked players. Refuses
 * `season_not_found`.
 */
export async function recompute(app: App, act: Act, id: number): Promise<number> {
  return change(app, async (tx, before) => {
    await refuseMoved(tx, act, own(before, id))
    await recountCompetitions(tx, id)
    const players = await rebuildWhole(app, tx, own(await seasons(tx), id))
    await journal(app, tx, act, { action: 'season_recomputed', subject: `season:${id}`, after: { players } })
    return players
  })
}

/** Acts that change a season's days, or the label that follows from them. */
const SEASON_ACTS = ['season_moved', 'season_renamed', 'season_reopened'] as const

async function refuseMoved(tx: Db, act: Act, season: Season): Promise<void> {
  await refuseChanged(tx, act, { current: daysOf(season), subjects: [`season:${season.id}`], actions: SEASON_ACTS })
}

/** Runs a change under the lock of the seasons, and publishes it on the bus. */
async function change<Result>(
  app: App,
  write: (tx: Db, before: readonly Season[]) => Promise<Result>,
): Promise<Result> {
  const result = await app.db.transaction().execute(async (tx) => {
    await allowLongWork(tx)
    await lockSeasons(tx)
    return write(tx, await seasons(tx))
  })
  await app.bus.publish('season', {})
  return result
}

function own(all: readonly Season[], id: number): Season {
  const found = all.find((season) => season.id === id)
  if (found === undefined) throw new Refusal('season_not_found')
  return found
}

const nameOf = ({ name, label }: SeasonName): SeasonName => ({ name, label })
const factsOf = (season: Season) => ({ label: season.label, ...daysOf(season) })
