import type { HomeFixture, MatchEvent } from '@tribune/contract/matches.ts'
import { isGoal, isKick, type PlayerFacts } from '@tribune/domain/matches/events.ts'
import { minuteMark } from '@tribune/french/format/dates.ts'
import { feminineOrdinal, plural } from '@tribune/french/format/numbers.ts'
import { film as words } from '@tribune/french/sentences/match.ts'

/** A line of the film: an event, and the score after it if it changed that. */
export interface FilmRow {
  /** Its place in the list, which no correction of the feed changes. */
  readonly place: number
  readonly event: MatchEvent
  readonly score: string | null
}

/** Returns the lines of the film: the play, and then the kicks of a shoot-out, each with the score as it stood. */
export function filmRows(events: readonly MatchEvent[]): { play: readonly FilmRow[]; kicks: readonly FilmRow[] } {
  const goals = { home: 0, away: 0 }
  const kicks = { home: 0, away: 0 }
  const rows = events.map((event, place) => {
    const counted = isGoal(event.type) ? goals : event.type === 'kick' ? kicks : null
    if (counted !== null) counted[event.team] += 1
    return { place, event, score: counted === null ? null : words.score(counted.home, counted.away) }
  })
  return {
    play: rows.filter(({ event }) => !isKick(event.type)),
    kicks: rows.filter(({ event }) => isKick(event.type)),
  }
}

/** Returns the sentence in place of a film without events: none so far, or none known. */
export function emptyFilm({ status, home_score, away_score }: HomeFixture): string {
  const isGoalless = (home_score ?? 0) + (away_score ?? 0) === 0
  return status === 'live' && isGoalless ? words.nothingYet : words.unknown
}

/** Returns an event as screen readers read it: « 53e minute, but, Éloi Vasseur, Stade Clairmont, passe décisive : Ilian Costa, 2 – 1 ». */
export function spokenEvent({ event, score }: FilmRow, match: Pick<HomeFixture, 'home_team' | 'away_team'>): string {
  const { type, minute, extra, player, assist, team } = event
  const isChange = type === 'substitution'
  const parts = [
    isKick(type) ? '' : spokenMinute(minute, extra),
    words.types[type],
    isChange && assist !== null ? words.comesOn(assist.name) : '',
    player === null ? '' : isChange ? words.goesOff(player.name) : player.name,
    team === 'home' ? match.home_team : match.away_team,
    !isChange && assist !== null ? words.pass(assist.name) : '',
    score ?? '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** Returns a minute as screen readers read it: « 53e minute », « 90e minute plus 4 ». */
function spokenMinute(minute: number, extra: number | null): string {
  const nth = feminineOrdinal(minute)
  return extra === null ? words.minute(nth) : words.minutePlus(nth, `${extra}`)
}

/** Returns the minute of an event; a kick of a shoot-out has none. */
export function eventMinute(event: MatchEvent): string {
  return isKick(event.type) ? '' : minuteMark(event.minute, event.extra)
}

/** Returns a player's facts in words, such as « 2 buts », « carton jaune », « remplacement à la 78e minute ». */
export function factWords(facts: PlayerFacts | undefined): string[] {
  if (facts === undefined) return []
  const { goals, ownGoals, assists, missedPenalties, yellow, red, cameOn, wentOff } = facts
  const times = (count: number, [one, several]: readonly [string, string]) =>
    count === 0 ? [] : [plural(count, one, several)]
  return [
    ...times(goals, words.goals),
    ...times(ownGoals, words.ownGoals),
    ...times(assists, words.passes),
    ...times(missedPenalties, words.missedPenalties),
    ...(red ? [yellow ? words.twoCards : words.redCard] : yellow ? [words.yellowCard] : []),
    ...(cameOn === null ? [] : [words.cameOnAt(spokenMinute(cameOn.minute, cameOn.extra))]),
    ...(wentOff === null ? [] : [words.wentOffAt(spokenMinute(wentOff.minute, wentOff.extra))]),
  ]
}
