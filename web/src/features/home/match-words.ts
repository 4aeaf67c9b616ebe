import type { HomeFixture } from '@tribune/contract/matches.ts'
import { card, extraTime, finishedPeriods, periods, status } from '../../i18n/fr-home.ts'
import { minuteMark } from '../../lib/format/dates.ts'

/** Extra time is worth its minute once it has one of its own. */
const REGULAR_MINUTES = 90

/** What a match is doing, in one or two words: « 67' », « Mi-temps », « Prol. 105' », « Terminé », « Reporté ». */
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

/** What a row says beside its score: an end that was not the usual one, why it is not played, and until when. */
export function reasonOf(match: HomeFixture, newDay: string | null): string | null {
  if (match.status === 'finished') return finishedPeriods[match.period] ?? null
  const told = [match.statusReason, newDay === null ? null : card.newDate(newDay)].filter(Boolean)
  return told.length === 0 ? null : told.join(' · ')
}

/** The match as it is read aloud: teams, score, state. */
export function spokenMatch(match: HomeFixture): string {
  const side = (team: string, score: number | null) => (score === null ? team : `${team} ${score}`)
  const teams = `${side(match.home_team, match.home_score)}, ${side(match.away_team, match.away_score)}`
  const state = stateWord(match)
  return match.status === 'live' && state !== status.live ? `${teams}, ${status.live}, ${state}` : `${teams}, ${state}`
}
