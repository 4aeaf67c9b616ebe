import type { HomeFixture } from '@tribune/contract/matches.ts'
import { finishedPeriods, periods, status } from '../../i18n/fr-home.ts'
import { minuteMark } from '../../lib/dates.ts'

/** What a match is doing, in one or two words: « 67' », « Mi-temps », « Terminé », « Reporté ». */
export function stateWord(match: Pick<HomeFixture, 'status' | 'minute' | 'extra' | 'period'>): string {
  if (match.status === 'live') return periods[match.period] ?? (minuteMark(match.minute, match.extra) || status.live)
  if (match.status === 'finished') return finishedPeriods[match.period] ?? status.finished
  return status[match.status]
}

/** The match as it is read aloud: teams, score, state. */
export function spokenMatch(match: HomeFixture): string {
  const side = (team: string, score: number | null) => (score === null ? team : `${team} ${score}`)
  const teams = `${side(match.home_team, match.home_score)}, ${side(match.away_team, match.away_score)}`
  const state = stateWord(match)
  return match.status === 'live' && state !== status.live ? `${teams}, ${status.live}, ${state}` : `${teams}, ${state}`
}
