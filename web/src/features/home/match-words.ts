import type { HomeFixture } from '@tribune/contract/matches.ts'
import { isOpenState, type VotingState } from '@tribune/domain/ballots/voting-window.ts'
import { minuteMark } from '@tribune/french/format/dates.ts'
import { type ShotMatch, shootoutWords } from '@tribune/french/format/shootout.ts'
import { common } from '@tribune/french/sentences/app.ts'
import {
  card,
  shootout as decided,
  extraTime,
  finishedPeriods,
  periods,
  status,
} from '@tribune/french/sentences/home.ts'

/** Minutes of regular time; later ones belong to extra time. */
const REGULAR_MINUTES = 90

/** Returns the state of a match in one or two words: « 67' », « Mi-temps », « Prol. 105' », « Terminé », « Reporté ». */
export function stateWord(match: StatedMatch): string {
  if (match.status === 'live') return liveWord(match)
  if (match.status === 'finished') return finishedWord(match) ?? status.finished
  return status[match.status]
}

type StatedMatch = ShotMatch & Pick<HomeFixture, 'status' | 'minute' | 'extra' | 'period'>

/**
 * Returns how a match ended, if not in regular time: « Après prolongation », « 4 – 3 aux tirs au but ». Lists dim the loser, and have no room for the
 * name of a winner.
 */
export function finishedWord(match: ShotMatch & Pick<HomeFixture, 'period'>): string | null {
  return (match.shootout?.kicks ? shootoutWords(match) : null) ?? finishedPeriods[match.period] ?? null
}

function liveWord({ period, minute, extra, shootout }: StatedMatch): string {
  const word = periods[period]
  const kicks = shootout?.kicks
  if (kicks != null) return decided.underWay(common.score(kicks.home, kicks.away))
  if (word === undefined) return minuteMark(minute, extra) || status.live
  return period === 'ET' && minute !== null && minute > REGULAR_MINUTES ? extraTime(minuteMark(minute, extra)) : word
}

/** Returns the note next to a row's score: an unusual end, or why the match is not played and its new day. */
export function reasonOf(match: HomeFixture, newDay: string | null): string | null {
  if (match.status === 'finished') return finishedWord(match)
  const notes = [match.statusReason, newDay === null ? null : card.newDate(newDay)].filter(Boolean)
  return notes.length === 0 ? null : notes.join(' · ')
}

/** Returns a match as screen readers read it: teams, score and state. @param sentence In place of the state. */
export function spokenMatch(match: HomeFixture, sentence?: string): string {
  const side = (team: string, score: number | null) => (score === null ? team : `${team} ${score}`)
  const teams = `${side(match.home_team, match.home_score)}, ${side(match.away_team, match.away_score)}`
  const state = sentence ?? (match.status === 'finished' ? shootoutWords(match) : null) ?? stateWord(match)
  return match.status === 'live' && state !== status.live ? `${teams}, ${status.live}, ${state}` : `${teams}, ${state}`
}

/** Text and action of a card's button (spec section 4, voting availability). */
interface VoteAction {
  readonly kind: 'disabled' | 'vote' | 'change' | 'results'
  readonly text: string
  /** A sentence next to the button. */
  readonly message: string | null
}

interface OwnBallot {
  readonly complete: boolean
  readonly top3: readonly unknown[]
}

/** Returns the row of the voting table for a match in a state and a fan's ballot, if any. */
export function voteAction(state: VotingState, ballot: OwnBallot | undefined): VoteAction {
  if (state === 'closed') return { kind: 'results', text: card.results, message: card.closed }
  if (!isOpenState(state)) return { kind: 'disabled', text: card[state], message: null }
  const message = state === 'open_after' ? card.lastMinutes : null
  if (ballot?.complete) return { kind: 'change', text: card.voted, message }
  if (ballot !== undefined && ballot.top3.length > 0) {
    return { kind: 'vote', text: card.unfinished(ballot.top3.length), message }
  }
  return { kind: 'vote', text: state === 'open_live' ? card.voteLive : card.voteAfter, message }
}
