import type { HomeFixture } from '@tribune/contract/matches.ts'
import { minuteMark } from '@tribune/french/format/dates.ts'
import { card, extraTime, finishedPeriods, periods, status } from '@tribune/french/sentences/home.ts'

/** Minutes of regular time; later ones belong to extra time. */
const REGULAR_MINUTES = 90

/** Returns the state of a match in one or two words: « 67' », « Mi-temps », « Prol. 105' », « Terminé », « Reporté ». */
export function stateWord(match: Pick<HomeFixture, 'status' | 'minute' | 'extra' | 'period'>): string {
  if (match.status === 'live') return liveWord(match)
  if (match.status === 'finished') return finishedPeriods[match.period] ?? status.finished
  return status[match.status]
}

function liveWord({ period, minute, extra }: Pick<HomeFixture, 'minute' | 'extra' | 'period'>): string {
  const word = periods[period]
  if (word === undefined) return minuteMark(minute, extra) || status.live
  return period === 'ET' && minute !== null && minute > REGULAR_MINUTES ? extraTime(minuteMark(minute, extra)) : word
}

/** Returns the note beside a row's score: an unusual end, or why the match is not played and its new day. */
export function reasonOf(match: HomeFixture, newDay: string | null): string | null {
  if (match.status === 'finished') return finishedPeriods[match.period] ?? null
  const notes = [match.statusReason, newDay === null ? null : card.newDate(newDay)].filter(Boolean)
  return notes.length === 0 ? null : notes.join(' · ')
}

/** Returns a match as screen readers read it: teams, score, state. */
export function spokenMatch(match: HomeFixture): string {
  const side = (team: string, score: number | null) => (score === null ? team : `${team} ${score}`)
  const teams = `${side(match.home_team, match.home_score)}, ${side(match.away_team, match.away_score)}`
  const state = stateWord(match)
  return match.status === 'live' && state !== status.live ? `${teams}, ${status.live}, ${state}` : `${teams}, ${state}`
}
