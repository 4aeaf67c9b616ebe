import type { PlayerMatch } from '@tribune/contract/players.ts'
import { outcomeOf } from '@tribune/domain/players/form.ts'
import { count, plural } from '@tribune/french/format/numbers.ts'
import { scoreWords } from '@tribune/french/format/shootout.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { outcome as outcomes, earned as words } from '@tribune/french/sentences/player.ts'

/** « GD Pedralvor 2 – 1 GD Vilamonte ». */
export function fixtureOf(match: PlayerMatch): string {
  return words.fixture(match.home_team, scoreOf(match), match.away_team)
}

/** Returns the team they played against. */
export function rivalOf(match: PlayerMatch): { name: string; logo: string | null } {
  return match.player_side === 'home'
    ? { name: match.away_team, logo: match.away_team_logo }
    : { name: match.home_team, logo: match.home_team_logo }
}

/** « 2 – 1 », « 1 – 1 (4 – 3 t.a.b.) », or a dash while the score is unknown. */
export function scoreOf(match: PlayerMatch): string {
  return scoreWords(match) ?? '–'
}

/** « 300 points, #1 du match », or why there are none. */
export function earnedWord(match: PlayerMatch): string {
  const outcome = outcomeOf(match)
  if (outcome !== 'ranked') return outcomes[outcome]
  const points = plural(match.points, nouns.point)
  return match.rank === null ? points : `${points}, ${outcomes.rank(count(match.rank))}`
}
