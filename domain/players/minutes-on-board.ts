import type { MatchStatus } from '../matches/status.ts'

/** A player of the lineup, with the minutes that the last read gave; `null` if unknown. */
interface FieldedPlayer {
  readonly side: 'home' | 'away'
  readonly is_starter: boolean
  readonly minutes_played: number | null
}

/** The board of a match, as shown. */
interface Board {
  readonly status: MatchStatus
  readonly minute: number | null
}

/**
 * Moves the minutes of the players on the pitch with the board of a live match: the board is streamed, the lineup read about once a minute
 * (decisions, "Matches and data"). Minutes never fall. Players who left or never came on are returned unchanged.
 *
 * The minutes themselves show who is on the pitch. The highest minute of a side's starters is the minute at which its lineup was read, and the
 * starters with that minute are still on. A starter with fewer minutes left at that earlier minute. A substitute is on the pitch if they came on as a
 * starter left. A substitute without such a starter may have been replaced in turn, and waits for the next read.
 */
export function withBoardMinutes<Player extends FieldedPlayer>(
  players: readonly Player[],
  { status, minute }: Board,
): readonly Player[] {
  if (status !== 'live' || minute === null) return players
  const sides = { home: readingOf(players, 'home'), away: readingOf(players, 'away') }
  return players.map((player) => {
    const reading = sides[player.side]
    const isMoved = minute > reading.minute && isOnPitch(player, reading)
    return isMoved ? { ...player, minutes_played: (player.minutes_played ?? 0) + minute - reading.minute } : player
  })
}

/** When a side's lineup was read, and at which minutes starters had left by then. */
interface Reading {
  readonly minute: number
  readonly exits: ReadonlySet<number>
}

function readingOf(players: readonly FieldedPlayer[], side: FieldedPlayer['side']): Reading {
  const starters = players.filter((player) => player.side === side && player.is_starter)
  const minutes = starters.flatMap(({ minutes_played }) => minutes_played ?? [])
  const minute = Math.max(0, ...minutes)
  return { minute, exits: new Set(minutes.filter((played) => played < minute)) }
}

function isOnPitch({ is_starter, minutes_played }: FieldedPlayer, { minute, exits }: Reading): boolean {
  if (minutes_played === null || minutes_played === 0) return false
  return is_starter ? minutes_played === minute : exits.has(minute - minutes_played)
}
