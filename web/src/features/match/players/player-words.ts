import type { LineupPlayer, MatchEvent, MatchPlayerPoints } from '@tribune/contract/matches.ts'
import type { Podium, Position } from '@tribune/domain/ballots/podium.ts'
import { matchesSearch } from '@tribune/domain/common/search.ts'
import { factsByPlayer, type PlayerFacts } from '@tribune/domain/matches/events.ts'
import { outcomeInMatch } from '@tribune/domain/players/form.ts'
import { filterTeam, orderPlayers, type TeamFilter } from '@tribune/domain/players/order.ts'
import { minuteMark } from '@tribune/french/format/dates.ts'
import { count, ordinal, plural, rating } from '@tribune/french/format/numbers.ts'
import { common, nouns } from '@tribune/french/sentences/app.ts'
import { podium as podiumWords, positions, result, players as words } from '@tribune/french/sentences/match.ts'
import { outcome as outcomes } from '@tribune/french/sentences/player.ts'
import { factWords } from '../film/film-words.ts'

/** A player of the list, with their acts in the match, and their rank and points once published. */
export interface ListedPlayer extends LineupPlayer {
  /** Absent for a player of no event. */
  readonly facts?: PlayerFacts | undefined
  readonly rank: number | null
  readonly points: number | null
}

/** Filters and order of the list. */
export interface ListView {
  readonly tab: TeamFilter
  readonly query: string
  readonly podium: Podium
  /** The vote is closed, so that the list is sorted by rank. */
  readonly closed: boolean
}

/** Adds to players their facts, and their places in the match's published ranking. */
export function withFacts(
  players: readonly LineupPlayer[],
  events: readonly MatchEvent[],
  ranking: readonly Pick<MatchPlayerPoints, 'player_id' | 'rank' | 'points'>[],
): ListedPlayer[] {
  const facts = factsByPlayer(events)
  const earned = new Map(ranking.map((row) => [row.player_id, row]))
  return players.map((player) => {
    const { rank = null, points = null } = earned.get(player.player_id) ?? {}
    return { ...player, facts: facts.get(player.player_id), rank, points }
  })
}

/** Returns the rows of a tab whose name or team contains the query, in the order of spec section 4. */
export function listed(players: readonly ListedPlayer[], { tab, query, podium, closed }: ListView): ListedPlayer[] {
  const found = filterTeam(players, tab).filter(
    (player) => matchesSearch(player.player_name, query) || matchesSearch(teamOf(player), query),
  )
  return orderPlayers(found, podium, { closed })
}

export function teamOf({ player_team }: Pick<LineupPlayer, 'player_team'>): string {
  return player_team.trim() === '' ? common.unknownTeam : player_team
}

/** Returns a player's line such as « Att. · n° 9 · 78' », without what is unknown, and without the minutes of a player who came on or went off at a known one. */
export function playerLine(player: ListedPlayer): string {
  const { player_position, shirt, minutes_played, did_play } = player
  const facts = [
    player_position === null ? '' : positions[player_position].short,
    shirt === null ? '' : words.shirt(shirt),
    did_play === true && !hasChanged(player) ? minuteMark(minutes_played) : '',
    isWaiting(player) ? words.substituteShort : '',
  ]
  return facts.filter((fact) => fact !== '').join(' · ')
}

/** Returns the facts as screen readers read them: « Attaque, n° 9, 78 minutes de jeu ». */
export function spokenFacts(player: ListedPlayer): string {
  const { player_position, shirt, minutes_played, did_play } = player
  const facts = [
    teamOf(player),
    player_position === null ? '' : positions[player_position].long,
    shirt === null ? '' : words.shirt(shirt),
    did_play === true && minutes_played !== null ? words.minutes(plural(minutes_played, nouns.minute)) : '',
    cameOn(player) && player.facts?.cameOn == null ? words.cameOn : '',
    ...factWords(player.facts),
    isWaiting(player) ? words.substitute : '',
  ]
  return facts.filter((fact) => fact !== '').join(', ')
}

/** Returns what screen readers read after a player's name: the facts, the place that they hold on the fan's podium, the rating once published. */
export function spokenState(player: ListedPlayer, held: Position | null, published: boolean): string {
  const state = [
    spokenFacts(player),
    held === null ? '' : podiumWords.heldBy(ordinal(held)),
    published && player.rating !== null ? result.rating(rating(player.rating)) : '',
  ]
  return state.filter((part) => part !== '').join(', ')
}

/** Returns whether a player is a substitute who came on. */
export function cameOn({ is_starter, did_play, facts }: ListedPlayer): boolean {
  return facts?.cameOn != null || (!is_starter && did_play === true)
}

function hasChanged({ facts }: ListedPlayer): boolean {
  return facts?.cameOn != null || facts?.wentOff != null
}

/** Returns whether a player is a substitute whose appearance, past or to come, is unknown. */
function isWaiting(player: ListedPlayer): boolean {
  return !player.is_starter && player.did_play === null && !cameOn(player)
}

/** A player's result in words; `points` is null if they have none. */
export interface EarnedWords {
  readonly points: string | null
  readonly place: string
}

/** Returns the text at the end of a row once results are published, or `null` before (spec section 2). */
export function earnedWords(player: ListedPlayer, published: boolean): EarnedWords | null {
  const outcome = outcomeInMatch(player, published)
  if (outcome === 'pending') return null
  if (outcome !== 'ranked') return { points: null, place: outcomes[outcome] }
  return { points: count(player.points ?? 0), place: outcomes.rank(count(player.rank ?? 0)) }
}
