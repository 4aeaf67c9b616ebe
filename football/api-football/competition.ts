import { z } from 'zod'
import type { FeedCompetition } from '../feed.ts'
import { knownId, label, optionalUrl } from './wire/wire-values.ts'

/** One row of `/leagues`. */
export const wireCompetition = z.object({
  league: z.object({ id: knownId, name: label, type: z.string().catch(''), logo: optionalUrl }),
  country: z.object({ name: label }).catch({ name: '' }),
})

/** One row of `/teams`. */
export const wireTeam = z.object({ team: z.object({ id: knownId, national: z.boolean().nullable().catch(null) }) })

export function toFeedCompetition({ league, country }: z.output<typeof wireCompetition>): FeedCompetition {
  return {
    id: league.id,
    name: league.name,
    country: country.name,
    logo: league.logo,
    type: league.type.trim().toLowerCase() === 'cup' ? 'cup' : 'league',
  }
}
