import type { FeedPlayer } from '../feed.ts'
import { SubstituteIds } from './player-ids.ts'
import { fieldChangesOf } from './playing-events.ts'
import { type PlayingTime, playingTime } from './playing-time.ts'
import { type RowReader, readRows } from './rows.ts'
import { type JoinedRow, joinSheet } from './sheet-join.ts'
import { readTeamSheet, type TeamSheet } from './team-sheet.ts'
import { type WireEvent, wireEvent } from './wire-players.ts'

/** The two sides of a match; sheets name teams, not sides. */
export type MatchTeams = Readonly<Record<FeedPlayer['side'], { readonly id: number; readonly name: string }>>

/** What an answer tells of a match's players. */
export interface PlayerSources {
  readonly teams: MatchTeams
  readonly lineups: readonly unknown[]
  readonly statistics: readonly unknown[]
  /** `null`: not part of the answer. */
  readonly events: readonly unknown[] | null
  /** Minutes played so far; `null` before the start and where no clock is known. */
  readonly end: number | null
  /** Address of the pictures, without a slash at the end. */
  readonly mediaUrl: string
  readonly reader: RowReader
}

type Player = JoinedRow & { readonly id: number; readonly name: string; readonly isStarter: boolean }

/** Everybody on the sheets of both teams, home first; lineup, statistics and events joined. */
export function readPlayers(sources: PlayerSources): FeedPlayer[] {
  const events = sources.events === null ? null : readRows(wireEvent, sources.events, sources.reader)
  const home = playersOf('home', sources, events)
  const known = new Set(home.map(({ id }) => id))
  return [...home, ...playersOf('away', sources, events).filter(({ id }) => !known.has(id))]
}

function playersOf(
  side: FeedPlayer['side'],
  sources: PlayerSources,
  events: readonly WireEvent[] | null,
): FeedPlayer[] {
  const team = sources.teams[side]
  const sheet = readTeamSheet(team.id, sources.lineups, sources.statistics, sources.reader)
  const players = identify(team.id, joinSheet(sheet))
  const minutesOf = minutesReader(team.id, sheet, players, events, sources.end)
  return players.map((player) => ({
    id: player.id,
    name: player.name,
    photo: photoOf(player, sources.mediaUrl),
    teamId: team.id,
    team: team.name,
    side,
    position: player.lineup?.pos ?? player.statistics?.pos ?? null,
    shirt: shirtOf(player),
    grid: player.lineup?.grid ?? null,
    isStarter: player.isStarter,
    minutes: minutesOf(player),
    rating: player.statistics?.rating ?? null,
    ratingTold: player.statistics?.ratingTold ?? false,
  }))
}

/** The lineup's name is the canonical one: short, and the first we see. */
function identify(teamId: number, rows: readonly JoinedRow[]): Player[] {
  const substitutes = new SubstituteIds()
  return rows.map((row) => {
    const { lineup, statistics } = row
    const name = lineup?.name ?? statistics?.name ?? ''
    const id = lineup?.id ?? statistics?.id ?? substitutes.idOf({ teamId, shirt: shirtOf(row), name })
    return { ...row, id, name, isStarter: (lineup ?? statistics)?.isStarter ?? false }
  })
}

function shirtOf({ lineup, statistics }: JoinedRow): number | null {
  return lineup?.number ?? statistics?.number ?? null
}

/** Of an id that is none the provider shows a picture of nobody. */
function photoOf({ id, statistics }: Player, mediaUrl: string): string | null {
  if (id <= 0) return null
  const told = statistics?.id === null ? null : statistics?.photo
  return told ?? `${mediaUrl}/players/${id}.png`
}

/**
 * Statistics first, then events. On a covered team a substitute of whom neither tells anything has not played: 0. A starter without
 * minutes is a contradiction, and where nothing is covered nothing is known: `null`.
 */
function minutesReader(
  teamId: number,
  { statistics }: TeamSheet,
  players: readonly Player[],
  events: readonly WireEvent[] | null,
  end: number | null,
): (player: Player) => number | null {
  const played = events === null || end === null ? null : playedMinutes(teamId, players, events, end)
  const isCovered = statistics.some(({ minutes }) => (minutes ?? 0) > 0)
  return (player) => {
    const told = player.statistics?.minutes ?? 0
    if (told > 0) return told
    const isKnown = isCovered ? isFound(player) : played?.isBenchKnown === true
    return played?.minutes.get(player.id) ?? (isKnown && !player.isStarter ? 0 : null)
  }
}

/** Somebody without an id whom no statistics row could be given to may stand in one of those left over. */
function isFound({ lineup, statistics }: JoinedRow): boolean {
  return statistics !== null || (lineup?.id ?? null) !== null
}

/** Events cover the bench when they name at least one substitution of the team, and everybody who entered. */
function playedMinutes(
  teamId: number,
  players: readonly Player[],
  events: readonly WireEvent[],
  end: number,
): PlayingTime & { readonly isBenchKnown: boolean } {
  const people = players.map(({ id, lineup, statistics }) => ({
    id,
    names: [lineup?.name, statistics?.name].filter((name) => name !== undefined),
  }))
  const changes = fieldChangesOf(teamId, events, people)
  const starters = players.filter(({ isStarter }) => isStarter).map(({ id }) => id)
  const time = playingTime(starters, changes, end)
  return { ...time, isBenchKnown: time.isComplete && changes.some(({ isDismissal }) => !isDismissal) }
}
