import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { WORLD_CUP_QUALIFICATION_IDS } from '@tribune/domain/players/club.ts'
import { z } from 'zod'
import { type Checked, type Fault, onOff, text } from './parts.ts'

/** Settings of the football provider, and of what counts in the season. */
export const footballSettings = {
  FOOTBALL_API_URL: z.url().optional(),
  FOOTBALL_API_KEY: text.optional(),
  UEFA_LIVE: onOff.default('off'),
  SEASON_NAME: text.default('Index'),
  SEASON_LABEL: text.optional(),
  SEASON_START: z.iso.date().optional(),
  SEASON_END: z.iso.date().optional(),
  WORLD_CUP_QUALIFICATION_IDS: text
    .regex(/^\d{1,9}(\s*,\s*\d{1,9})*$/, 'ids, with commas')
    .default(WORLD_CUP_QUALIFICATION_IDS.join(',')),
}

export interface FootballConfig {
  readonly footballApi: { readonly url: string; readonly key: string } | null
  readonly uefaLive: boolean
  /** The first season, of an installation without one; `null` follows from the date. `end` is exclusive. */
  readonly season: {
    readonly name: string
    readonly label: string | null
    readonly start: Date | null
    readonly end: Date | null
  }
  readonly worldCupQualificationIds: readonly number[]
}

type Settings = Checked<typeof footballSettings>

/** Returns the faults of a provider without our key, and of a last day of the season without a first one that is not later. */
export function footballFaults({ FOOTBALL_API_URL, FOOTBALL_API_KEY, SEASON_START, SEASON_END }: Settings): Fault[] {
  const isKeyMissing = FOOTBALL_API_URL !== undefined && FOOTBALL_API_KEY === undefined
  const isSpan = SEASON_END === undefined || (SEASON_START !== undefined && SEASON_START <= SEASON_END)
  return [
    ...(isKeyMissing ? [{ name: 'FOOTBALL_API_KEY', message: 'needed with FOOTBALL_API_URL' }] : []),
    ...(isSpan ? [] : [{ name: 'SEASON_END', message: 'needs a SEASON_START that is not later' }]),
  ]
}

export function readFootball(e: Settings): FootballConfig {
  const { FOOTBALL_API_URL: url, FOOTBALL_API_KEY: key } = e
  return {
    footballApi: url && key ? { url, key } : null,
    uefaLive: e.UEFA_LIVE === 'on',
    season: firstSeasonOf(e),
    worldCupQualificationIds: e.WORLD_CUP_QUALIFICATION_IDS.split(',').map(Number),
  }
}

function firstSeasonOf({ SEASON_NAME, SEASON_LABEL, SEASON_START, SEASON_END }: Settings): FootballConfig['season'] {
  const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
  return {
    name: SEASON_NAME,
    label: SEASON_LABEL ?? null,
    start: SEASON_START === undefined ? null : midnight(SEASON_START),
    end: SEASON_END === undefined ? null : new Date(midnight(SEASON_END).getTime() + DAY_MS),
  }
}
