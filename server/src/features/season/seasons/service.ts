import type { OperatorSeason } from '@tribune/contract/operator/seasons.ts'
import { MAX_SEASONS, type Season as PublicSeason } from '@tribune/contract/rankings.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { isFreshlyClosed, reopenSeason, type SeasonSpan } from '@tribune/domain/season/dates.ts'
import type { App, SeasonFacts, Seasons } from '../../../context.ts'
import { ownPicture } from '../../../infra/media/own-picture.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type champions, type Season, type seasonSizes, seasons } from './queries.ts'

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
export function daysOf({ start, end }: SeasonSpan) {
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
