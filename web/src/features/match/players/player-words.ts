import type { LineupPlayer, MatchPlayerPoints } from '@tribune/contract/matches.ts'
import { outcomeInMatch } from '@tribune/domain/form.ts'
import { filterTeam, orderPlayers, type TeamFilter } from '@tribune/domain/player-order.ts'
import type { Podium } from '@tribune/domain/podium.ts'
import { matchesSearch } from '@tribune/domain/search.ts'
import { common, nouns } from '../../../i18n/fr.ts'
import { positions, players as words } from '../../../i18n/fr-match.ts'
import { outcome as outcomes } from '../../../i18n/fr-outcome.ts'
import { minuteMark } from '../../../lib/format/dates.ts'
import { count, plural } from '../../../lib/format/numbers.ts'

/** A player of the list with what they earned, once it is published. */
export interface ListedPlayer extends LineupPlayer {
  readonly rank: number | null
  readonly points: number | null
}

/** How the list is looked at. */
export interface ListView {
  readonly tab: TeamFilter
  readonly query: string
  readonly podium: Podium
  /** The vote is over: ranks count. */
  readonly closed: boolean
}

/** Players with their places in the match's published ranking. */
export function withRanks(
  players: readonly LineupPlayer[],
  ranking: readonly Pick<MatchPlayerPoints, 'player_id' | 'rank' | 'points'>[],
): ListedPlayer[] {
  const earned = new Map(ranking.map((row) => [row.player_id, row]))
  return players.map((player) => {
    const { rank = null, points = null } = earned.get(player.player_id) ?? {}
    return { ...player, rank, points }
  })
}

/** The rows of the list, in the order of spec section 4: a tab of it, those whose name or team has the query. */
export function listed(players: readonly ListedPlayer[], { tab, query, podium, closed }: ListView): ListedPlayer[] {
  const found = filterTeam(players, tab).filter(
    (player) => matchesSearch(player.player_name, query) || matchesSearch(teamOf(player), query),
  )
  return orderPlayers(found, podium, { closed })
}

export function teamOf({ player_team }: Pick<LineupPlayer, 'player_team'>): string {
  return player_team.trim() === '' ? common.unknownTeam : player_team
}

/** « Att. · n° 9 · 78' », leaving out what is not known. */
export function playerFacts(player: LineupPlayer): string {
  const { player_position, shirt, minutes_played, did_play } = player
  const facts = [
    player_position === null ? '' : positions[player_position].short,
    shirt === null ? '' : words.shirt(shirt),
    did_play === true ? minuteMark(minutes_played) : '',
    isWaiting(player) ? words.substituteShort : '',
  ]
  return facts.filter((fact) => fact !== '').join(' · ')
}

/** The same as it is read aloud: « Attaquant, n° 9, 78 minutes de jeu ». */
export function spokenFacts(player: LineupPlayer): string {
  const { player_position, shirt, minutes_played, did_play } = player
  const facts = [
    teamOf(player),
    player_position === null ? '' : positions[player_position].long,
    shirt === null ? '' : words.shirt(shirt),
    did_play === true && minutes_played !== null ? words.minutes(plural(minutes_played, nouns.minute)) : '',
    cameOn(player) ? words.cameOn : '',
    isWaiting(player) ? words.substitute : '',
  ]
  return facts.filter((fact) => fact !== '').join(', ')
}

/** A substitute who came on. */
export function cameOn({ is_starter, did_play }: LineupPlayer): boolean {
  return !is_starter && did_play === true
}

/** A substitute of whom it is not known whether they will play, or have. */
function isWaiting({ is_starter, did_play }: LineupPlayer): boolean {
  return !is_starter && did_play === null
}

/** What a player earned, in words: `points` null when they have none. */
export interface EarnedWords {
  readonly points: string | null
  readonly place: string
}

/** What stands at the end of a row once results are published; `null` while there is nothing to say (spec section 2). */
export function earnedWords(player: ListedPlayer, published: boolean): EarnedWords | null {
  const outcome = outcomeInMatch(player, published)
  if (outcome === 'pending') return null
  if (outcome !== 'ranked') return { points: null, place: outcomes[outcome] }
  return { points: count(player.points ?? 0), place: outcomes.rank(count(player.rank ?? 0)) }
}
