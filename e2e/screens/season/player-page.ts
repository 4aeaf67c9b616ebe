import { pointsFor } from '@tribune/domain/results/points.ts'
import type { BuiltCareer, CareerMatch, CareerSketch } from '@tribune/server/testing/career.ts'
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { open } from '../support/screen.ts'
import { world } from '../support/world.ts'

const NAME = 'Léo Rivage'
export const CLUB = 'FC Rive-Haute'

/** Newest first: the first, second and third of their match, then all that gives no points. */
export const SHOWN: readonly CareerMatch[] = [
  { team: CLUB, against: 'Aval SC', daysAgo: 2, rank: 1, points: 300, score: [2, 1] },
  { team: CLUB, against: 'Stade Amont', daysAgo: 6, away: true, rank: 2, points: 240, score: [0, 3] },
  { team: CLUB, against: 'Olympique Val', daysAgo: 10, minutes: 0 },
  { team: CLUB, against: 'Racing Cime', daysAgo: 14 },
  { team: CLUB, against: 'US Plaine', daysAgo: 18, result: 'none' },
  { team: CLUB, against: 'CS Delta', daysAgo: 22, rank: 7, points: 90 },
  { team: CLUB, against: 'AS Lac', daysAgo: 26, absent: true },
  { team: CLUB, against: 'FC Mont', daysAgo: 30, minutes: null, rank: 3, points: 210 },
  { team: 'FC Source', against: 'FC Mont', daysAgo: 40, rank: 4, points: 180 },
]
/** The same with a match that is still open to votes. */
export const WITH_OPEN: readonly CareerMatch[] = [
  { team: CLUB, against: 'Entente Baie', daysAgo: 0.1, result: 'open' },
  ...SHOWN,
]

/** So many matches, three of four of them with points. */
export const manyMatches = (count: number): CareerMatch[] =>
  Array.from({ length: count }, (_, index) => ({
    team: CLUB,
    against: `Rival ${index + 1}`,
    // All of the open season.
    daysAgo: 2 + index,
    ...(index % 4 === 3 ? {} : { rank: (index % 10) + 1, points: pointsFor((index % 10) + 1, 3) }),
  }))

let built: Promise<BuiltCareer> | undefined

/** Returns a player who has all kinds of matches, built once for the tests of a file. */
export function builtPlayer(): Promise<BuiltCareer> {
  built ??= world.career({ name: NAME, club: CLUB, matches: SHOWN })
  return built
}

/** Opens the page of a player who has all kinds of matches, or is built as a test asks. */
export async function openPlayer(sketch?: Partial<CareerSketch>): Promise<BuiltCareer> {
  const player =
    sketch === undefined
      ? await builtPlayer()
      : await world.career({ name: NAME, club: CLUB, matches: SHOWN, ...sketch })
  await open(`/player/${player.playerId}`)
  // Long words have soft hyphens.
  const heading = () => page.getByRole('heading', { level: 1 }).query()?.textContent.replaceAll('\u00ad', '')
  await expect.poll(heading).toBe(sketch?.name ?? NAME)
  return player
}

export const history = page.css('section').filter({ has: page.getByRole('heading', { name: 'Ses matchs' }) })
export const rows = history.getByRole('listitem')
export const chips = page.getByRole('list', { name: /^(Ses \d|Son dernier)/ }).getByRole('link')

/** The figure of the season that has this label. */
export function figure(label: string): Locator {
  return page.css('dl > div').filter({ hasText: label }).css('dd')
}
