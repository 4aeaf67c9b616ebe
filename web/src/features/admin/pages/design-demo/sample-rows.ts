import type { HomeFixture, MatchEvent, MatchPlayerPoints, MatchScreen } from '@tribune/contract/matches.ts'
import type { SeasonRow } from '@tribune/contract/rankings.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import type { Podium } from '@tribune/domain/ballots/podium.ts'
import type { VotingState } from '@tribune/domain/ballots/voting-window.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { factsByPlayer } from '@tribune/domain/matches/events.ts'
import { designDemo as words } from '@tribune/french/sentences/operator/design-demo.ts'
import type { ListedPlayer } from '../../../match/players/player-words.ts'
import type { ShownBallot } from '../../../match/voting/save-line.tsx'

const LONG_CLUB = 'Association sportive des Trois-Rivières-sur-Marne'
const LONG_NAME = 'Maximilien-Alexandre de la Rochefontaine-Beauregard'

/** Makes a match of clubs that do not exist, about `now`. */
function sampleMatch(id: number, now: number, rest: Partial<HomeFixture>): HomeFixture {
  const at = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString()
  return {
    match_id: id,
    match_date: at(-80),
    status: 'upcoming',
    minute: null,
    home_team: 'FC Rive',
    home_team_id: 1,
    home_team_logo: null,
    away_team: 'Stade Aval',
    away_team_id: 2,
    away_team_logo: null,
    competition_id: 1,
    competition_name: 'Coupe des Estuaires',
    competition_logo: null,
    competition_coefficient: 1,
    home_score: null,
    away_score: null,
    finished_at: null,
    updated_at: at(0),
    extra: null,
    period: '',
    kickoff_hour_known: true,
    statusReason: null,
    postponedUntil: null,
    ...rest,
  }
}

/** Makes a match in every state of the vote; ids from `first` on, so that two sets stand on one page. */
export function sampleMatches(first: number, now: number): Readonly<Record<VotingState, HomeFixture>> {
  const at = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString()
  const live = { status: 'live', period: '2H' } as const
  const over = { status: 'finished', period: 'FT' } as const
  return {
    upcoming: sampleMatch(first, now, { match_date: at(95) }),
    locked: sampleMatch(first + 1, now, {
      ...live,
      period: '1H',
      minute: 37,
      home_score: 0,
      away_score: 0,
      match_date: at(-38),
    }),
    open_live: sampleMatch(first + 2, now, {
      ...live,
      minute: 90,
      extra: 4,
      home_score: 2,
      away_score: 1,
      competition_coefficient: 3.5,
    }),
    open_after: sampleMatch(first + 3, now, {
      ...over,
      home_team: LONG_CLUB,
      away_team: 'Union athlétique du Val-de-Brume',
      home_score: 10,
      away_score: 9,
      match_date: at(-125),
      finished_at: at(-17),
      competition_coefficient: 2.25,
    }),
    closed: sampleMatch(first + 4, now, {
      ...over,
      home_score: 3,
      away_score: 1,
      match_date: at(-1_500),
      finished_at: at(-1_390),
    }),
    postponed: sampleMatch(first + 5, now, {
      status: 'postponed',
      statusReason: 'Terrain impraticable',
      postponedUntil: at(4_320),
    }),
    cancelled: sampleMatch(first + 6, now, { status: 'cancelled', statusReason: 'Forfait' }),
    suspended: sampleMatch(first + 7, now, {
      status: 'suspended',
      minute: 71,
      home_score: 1,
      away_score: 1,
      statusReason: 'Orage',
    }),
  }
}

function samplePlayer(id: number, rest: Partial<ListedPlayer> = {}): ListedPlayer {
  return {
    match_id: 1,
    player_id: id,
    player_name: 'Élie Roncevaux',
    player_team: 'FC Rive',
    player_position: 'M',
    is_starter: true,
    minutes_played: 90,
    side: 'home',
    shirt: 8,
    rating: 7.4,
    photo_url: null,
    did_play: true,
    rank: null,
    points: null,
    ...rest,
  }
}

/** Players of one sample match; the first three stand on the podium of the result. */
export const SAMPLE_PLAYERS = {
  plain: samplePlayer(901),
  first: samplePlayer(902, { player_name: 'Noé Valbrun', player_position: 'F', rank: 1, points: 250, rating: 8.9 }),
  second: samplePlayer(903, { player_name: 'Ilan Castelnau', rank: 2, points: 200 }),
  third: samplePlayer(904, { player_name: 'Jô', player_position: 'D', rank: 3, points: 175 }),
  outside: samplePlayer(905, { player_name: 'Abel Montclar', rank: 14, points: 0 }),
  substitute: samplePlayer(906, { player_name: 'Tao Brémont', is_starter: false, minutes_played: 22, shirt: 19 }),
  absent: samplePlayer(907, {
    player_name: 'Sacha Orville',
    is_starter: false,
    minutes_played: 0,
    did_play: false,
    rating: null,
  }),
  long: samplePlayer(908, { player_name: LONG_NAME, player_team: LONG_CLUB, rank: 4, points: 1_234 }),
} as const satisfies Record<string, ListedPlayer>

const SAMPLE_PODIUM = [
  { position: 1, player_id: SAMPLE_PLAYERS.first.player_id, player_name: SAMPLE_PLAYERS.first.player_name },
  { position: 2, player_id: SAMPLE_PLAYERS.long.player_id, player_name: SAMPLE_PLAYERS.long.player_name },
  { position: 3, player_id: SAMPLE_PLAYERS.third.player_id, player_name: SAMPLE_PLAYERS.third.player_name },
] as const

/** Makes a complete ballot on a match. */
export function sampleBallot(match: HomeFixture): Vote {
  return {
    id: 'sample',
    match_id: match.match_id,
    top3: SAMPLE_PODIUM.map((pick) => ({ ...pick, team: 'FC Rive' })),
    complete: true,
    created_at: match.updated_at,
    updated_at: match.updated_at,
  }
}

/** Makes a published result. */
export function sampleScreen(match: HomeFixture, source: 'votes' | 'ratings_fallback'): MatchScreen {
  const { first, second, third, long, outside } = SAMPLE_PLAYERS
  const ranking: MatchPlayerPoints[] = [first, second, third, long, outside].map((player, at) => ({
    match_id: match.match_id,
    player_id: player.player_id,
    player_name: player.player_name,
    rank: player.rank ?? at + 1,
    points: player.points ?? 0,
    total_votes: 312,
    unique_voters: 104,
    source,
    score: 400 - 60 * at,
    firsts: 50 - 10 * at,
    seconds: 40 - 5 * at,
    thirds: 20,
    created_at: match.updated_at,
  }))
  return {
    match,
    players: Object.values(SAMPLE_PLAYERS),
    ranking,
    result: { source, reason: null, voters: source === 'votes' ? 104 : 6, rule_version: '1' },
    votes_open: false,
    votes_close_at: null,
  }
}

/** Lines of a season, in each trend. */
export const SAMPLE_SEASON: readonly SeasonRow[] = [
  { ...SAMPLE_PLAYERS.first, last_team: 'FC Rive', total_points: 3_240, trend: 'up' as const },
  { ...SAMPLE_PLAYERS.long, last_team: LONG_CLUB, total_points: 1_905, trend: 'down' as const },
  { ...SAMPLE_PLAYERS.third, last_team: null, total_points: 12, trend: 'stable' as const },
].map(({ player_id, player_name, last_team, total_points, trend }, at) => ({
  rank: [1, 2, 1_204][at] ?? at + 1,
  player_id,
  player_name,
  last_team,
  photo_url: null,
  matches_played: 31 - 15 * at,
  total_points,
  wins: 3 - at,
  podiums: 9 - 3 * at,
  trend,
  updated_at: new Date(0).toISOString(),
}))

const { plain, first, second, third, outside, substitute, long } = SAMPLE_PLAYERS
const named = ({ player_id: id, player_name: name }: ListedPlayer) => ({ id, name })

interface Sketch extends Partial<Omit<MatchEvent, 'player' | 'assist'>> {
  readonly by?: ListedPlayer
  readonly with?: ListedPlayer
}

const event = (minute: number, type: MatchEvent['type'], { by, with: other, ...rest }: Sketch): MatchEvent => ({
  minute,
  extra: null,
  type,
  team: 'home',
  player: by === undefined ? null : named(by),
  assist: other === undefined ? null : named(other),
  ...rest,
})

const kick = (type: 'kick' | 'missed_kick', team: MatchEvent['team'], by: ListedPlayer) =>
  event(120, type, { team, by })

/** An event of each type, in the order of play. */
export const SAMPLE_EVENTS: readonly MatchEvent[] = [
  event(9, 'goal', { by: first, with: second }),
  event(17, 'annulled_goal', { by: first }),
  event(23, 'yellow', { by: third }),
  event(31, 'own_goal', { team: 'away', by: outside }),
  event(45, 'missed_penalty', { extra: 2, by: long }),
  event(52, 'penalty', { by: first }),
  event(58, 'substitution', { by: outside, with: substitute }),
  event(64, 'review', { team: 'away' }),
  event(71, 'second_yellow', { by: third }),
  event(77, 'red', { by: plain }),
  event(83, 'unknown', { team: 'away' }),
  event(90, 'goal', { extra: 4, team: 'away' }),
]

export const SAMPLE_KICKS: readonly MatchEvent[] = [
  kick('kick', 'home', first),
  kick('missed_kick', 'away', outside),
  kick('kick', 'home', second),
]

const facts = factsByPlayer(SAMPLE_EVENTS)

/** The sample players who are in an event, with their facts. */
export const PLAYERS_WITH_FACTS: readonly ListedPlayer[] = Object.values(SAMPLE_PLAYERS).flatMap((player) => {
  const own = facts.get(player.player_id)
  return own === undefined ? [] : [{ ...player, facts: own }]
})

export const LINEUP: readonly ListedPlayer[] = Object.values(SAMPLE_PLAYERS)
const nothing = () => {}

function shownBallot(podium: Podium, rest: Partial<ShownBallot> = {}): ShownBallot {
  const acts = { pick: nothing, undo: nothing, restore: nothing, readAgain: nothing }
  return {
    podium,
    struck: [],
    status: 'saved',
    counted: false,
    holds: false,
    reading: false,
    unread: false,
    canUndo: podium.length > 0,
    ...acts,
    ...rest,
  }
}

const STRUCK = [{ position: 1, player_id: 999, player_name: 'Malo Tréville', absent: false }] as const
const ABSENT = [{ ...STRUCK[0], absent: true }]

/** A ballot in every state, by its name, and whether there is a network. */
export const SHOWN_BALLOTS: readonly (readonly [name: string, ballot: ShownBallot, online: boolean])[] = [
  [words.podium.empty, shownBallot([], { status: 'idle' }), true],
  [words.podium.partial, shownBallot(SAMPLE_PODIUM.slice(0, 2), { status: 'incomplete' }), true],
  [words.podium.saving, shownBallot(SAMPLE_PODIUM, { status: 'saving' }), true],
  [words.podium.full, shownBallot(SAMPLE_PODIUM), true],
  [words.podium.failed, shownBallot(SAMPLE_PODIUM, { status: 'failed' }), true],
  [words.podium.emptied, shownBallot([], { status: 'emptied', canUndo: true }), true],
  [words.podium.reading, shownBallot([], { status: 'idle', reading: true }), true],
  [words.podium.unread, shownBallot([], { status: 'idle', unread: true }), true],
  [words.podium.struck, shownBallot([...STRUCK, ...SAMPLE_PODIUM.slice(1)], { struck: STRUCK }), true],
  [words.podium.absent, shownBallot([...ABSENT, ...SAMPLE_PODIUM.slice(1)], { struck: ABSENT }), true],
  [words.podium.offline, shownBallot(SAMPLE_PODIUM), false],
  [words.podium.newer, shownBallot(SAMPLE_PODIUM, { status: 'newer', choose: nothing }), true],
  [words.podium.held, shownBallot(SAMPLE_PODIUM, { status: 'held', holds: true }), false],
]
