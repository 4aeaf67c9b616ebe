import type { Shootout } from '@tribune/domain/matches/shootout.ts'
import { common } from '../sentences/app.ts'
import { shootout as words } from '../sentences/home.ts'

/** A match with its shoot-out, if there was one. */
export interface ShotMatch {
  readonly home_team: string
  readonly away_team: string
  readonly shootout?: Shootout | null | undefined
}

/** A shoot-out by its penalties, « 4 – 3 aux tirs au but », else by its winner; `null` without one. */
export function shootoutWords(match: ShotMatch): string | null {
  return wordsOf(match, words.of, words.decided)
}

/** The same where little room is left: « 4 – 3 t.a.b. ». */
export function shortShootout(match: ShotMatch): string | null {
  return wordsOf(match, words.shortOf, words.short)
}

/** A score with its shoot-out, « 1 – 1 (4 – 3 t.a.b.) »; `null` while it is unknown. */
export function scoreWords(
  match: ShotMatch & { readonly home_score: number | null; readonly away_score: number | null },
) {
  const { home_score: home, away_score: away } = match
  if (home === null || away === null) return null
  const decided = shortShootout(match)
  return decided === null ? common.score(home, away) : besideShootout(common.score(home, away), decided)
}

/** Puts a shoot-out behind what it decided: « 1 – 1 (4 – 3 t.a.b.) ». */
export function besideShootout(what: string, decided: string): string {
  return words.beside(what, decided)
}

function wordsOf({ home_team, away_team, shootout }: ShotMatch, of: (what: string) => string, decided: string) {
  if (shootout == null) return null
  const { kicks, winner } = shootout
  if (kicks !== null) return of(common.score(kicks.home, kicks.away))
  return winner === null ? decided : of(winner === 'home' ? home_team : away_team)
}
