import { z } from 'zod'
import {
  knownId,
  label,
  nestedRows,
  optionalColour,
  optionalCount,
  optionalId,
  optionalRating,
  optionalUrl,
  optionalWhole,
} from './wire-values.ts'

const MAX_SHIRT = 999
const MAX_MINUTES = 200

/** A letter, or a word as in squad lists. */
const position = z
  .string()
  .transform((text) => text.trim().charAt(0).toUpperCase())
  .transform((letter) => (letter === 'A' ? 'F' : letter))
  .pipe(z.enum(['G', 'D', 'M', 'F']))
  .nullable()
  .catch(null)

/** The team's own name is read with its match. */
const team = z.object({ id: knownId })

/** Returns whether a row says who it is about. */
const isSomebody = (player: { readonly id: number | null; readonly name: string; readonly number: number | null }) =>
  player.id !== null || player.name !== '' || player.number !== null

/** Main colour of the shirts that a team wears in this match. */
const shirtColour = z
  .object({ player: z.object({ primary: optionalColour }) })
  .transform(({ player }) => player.primary)
  .catch(null)

/** One team of `/fixtures/lineups`. */
export const wireLineup = z.object({
  team: team.extend({ colors: shirtColour }),
  startXI: nestedRows,
  substitutes: nestedRows,
})

export const wireLineupPlayer = z.object({
  player: z
    .object({
      id: optionalId,
      name: label,
      number: optionalCount(MAX_SHIRT),
      pos: position,
      grid: z
        .string()
        .regex(/^\d{1,2}:\d{1,2}$/)
        .nullable()
        .catch(null),
    })
    .refine(isSomebody, { error: 'nobody' }),
})

/** One team of `/fixtures/players`. */
export const wireTeamStatistics = z.object({ team, players: nestedRows })

const games = z.object({
  minutes: optionalCount(MAX_MINUTES),
  number: optionalCount(MAX_SHIRT),
  position,
  rating: optionalRating,
  substitute: z.boolean().nullable().catch(null),
})

/** One player of `/fixtures/players`. `statistics` has one element, or none in a match without coverage. */
export const wireStatistics = z
  .object({
    player: z.object({ id: optionalId, name: label, photo: optionalUrl }),
    statistics: z
      .array(z.object({ games }))
      .transform(([first]) => first?.games ?? null)
      .catch(null),
  })
  .refine(({ player, statistics }) => isSomebody({ ...player, number: statistics?.number ?? null }), {
    error: 'nobody',
  })

const person = z.object({ id: optionalId, name: label }).catch({ id: null, name: '' })

/** One row of `/fixtures/events`. */
export const wireEvent = z.object({
  time: z.object({ elapsed: optionalWhole.pipe(z.number()), extra: optionalWhole }),
  team: z.object({ id: knownId }),
  player: person,
  assist: person,
  type: z.string().transform((text) => text.trim().toLowerCase()),
  detail: z
    .string()
    .catch('')
    .transform((text) => text.trim().toLowerCase()),
  comments: z
    .string()
    .catch('')
    .transform((text) => text.toLowerCase()),
})

export type WireLineupPlayer = z.output<typeof wireLineupPlayer>['player']
export type WireStatistics = z.output<typeof wireStatistics>
export type WireEvent = z.output<typeof wireEvent>
