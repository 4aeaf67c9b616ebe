import { z } from 'zod'
import type { FeedCompetition } from '../feed.ts'
import { knownId, label, optionalUrl } from './wire/wire-values.ts'

const flag = z.boolean().catch(false)

const season = z.object({
  year: knownId,
  current: flag,
  coverage: z
    .object({ fixtures: z.object({ lineups: flag, statistics_players: flag }) })
    .catch({ fixtures: { lineups: false, statistics_players: false } }),
})

/** One row of `/leagues`. */
export const wireCompetition = z.object({
  league: z.object({ id: knownId, name: label, type: z.string().catch(''), logo: optionalUrl }),
  country: z.object({ name: label.catch('') }).catch({ name: '' }),
  seasons: z.array(season).catch([]),
})

/** One row of `/teams`. */
export const wireTeam = z.object({ team: z.object({ id: knownId, national: z.boolean().nullable().catch(null) }) })

/**
 * Converts a row of `/leagues`, with the coverage of the current season or, between seasons, the last one. The flag `current` decides, not the
 * year, which each cup counts its own way.
 */
export function toFeedCompetition({ league, country, seasons }: z.output<typeof wireCompetition>): FeedCompetition {
  const currentSeason = seasons.find(({ current }) => current)
  const { lineups, statistics_players } = (currentSeason ?? seasons.at(-1))?.coverage.fixtures ?? {}
  return {
    id: league.id,
    name: league.name,
    country: country.name,
    logo: league.logo,
    type: league.type.trim().toLowerCase() === 'cup' ? 'cup' : 'league',
    currentSeason: currentSeason?.year ?? null,
    coverage: { lineups: lineups ?? false, ratings: statistics_players ?? false },
  }
}
