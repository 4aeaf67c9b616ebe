import { currentClub } from '@tribune/domain/players/club.ts'
import { type Absence, minutesAfter, nextAbsences } from '@tribune/domain/players/did-not-play.ts'
import { type Alias, reconcileIds, underListedIds, withUnread } from '@tribune/domain/players/identity.ts'
import type { FeedMatch, FeedMatchDetail, FeedPlayer } from '@tribune/football/feed.ts'
import type { JobContext } from '../../../context.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { togetherOrAlone } from '../../../infra/database/together.ts'
import { lockBallots } from '../../ballots/tally/queries.ts'
import { holdAliases } from '../../common/aliases/queries.ts'
import { includeMatches, lockMatches, saveKits, saveTeamsOf } from '../../matches/matches/queries.ts'
import {
  type AliasedRows,
  appearancesOf,
  type FeedRow,
  type LineupEntry,
  type MergedInMatch,
  mergedIn,
  mergePlayers,
  replaceLineup,
  saveAbsences,
  saveAliased,
  saveClubs,
  savePlayers,
  storedAbsences,
  storedPlayers,
} from './queries.ts'

/** Lineups per transaction, during which ballots on their matches still pass. */
const LINEUPS_TOGETHER = 20

/** Ids of matches whose lineup changed, and of those in which two ids of a player became one. */
interface Changes {
  readonly changed: readonly number[]
  readonly merged: readonly number[]
}

/** Stores the published lineups of full records. */
export async function ingestLineups(app: JobContext, details: readonly FeedMatchDetail[]): Promise<Changes> {
  const published = details
    .flatMap(({ match, players, kits }) => (players?.length ? [{ match, players, kits }] : []))
    .sort((a, b) => a.match.id - b.match.id)
  const changes: Changes[] = []
  for (let start = 0; start < published.length; start += LINEUPS_TOGETHER) {
    const results = await togetherOrAlone(
      published.slice(start, start + LINEUPS_TOGETHER),
      (group) => ingestGroup(app, group),
      ({ match }, error) => app.log.error({ err: error, match_id: match.id }, 'lineup refused by the database'),
    )
    changes.push(...results)
  }
  return { changed: changes.flatMap(({ changed }) => changed), merged: changes.flatMap(({ merged }) => merged) }
}

interface Lineup {
  readonly match: FeedMatch
  readonly players: readonly FeedPlayer[]
  readonly kits?: FeedMatchDetail['kits']
}

/** Replaces the lineups of known matches, which are in the order of ids, in one transaction; ballots already cast keep their picks. */
async function ingestGroup(app: JobContext, group: readonly Lineup[]): Promise<Changes> {
  return app.db.transaction().execute(async (tx) => {
    await holdAliases(tx)
    const locked = await lockMatches(
      tx,
      group.map(({ match }) => match.id),
    )
    const stored = new Map(locked.map((row) => [row.id, row]))
    const ours = group.filter(({ match }) => stored.has(match.id))
    await saveTeamsOf(
      tx,
      ours.map(({ match }) => match),
    )
    const held = Map.groupBy(await storedPlayers(tx, [...stored.keys()]), (player) => player.match_id)
    const absences = Map.groupBy(await storedAbsences(tx, [...stored.keys()]), (absence) => absence.match_id)
    const reported = ours.flatMap(({ players }) => players)
    const aliases = await aliasesOf(tx, ours)
    const reconciled = ours.map((lineup) => {
      const merged = aliases.get(lineup.match.id) ?? []
      const listed = withUnread(lineup.players, merged.flatMap(listedRows))
      const teams = new Set(lineup.players.map(({ teamId }) => teamId))
      const { players, merges } = reconcileIds(held.get(lineup.match.id) ?? [], underListedIds(listed, merged))
      return { match: lineup.match, teams, aliased: aliasedRows(lineup.match.id, listed, merged), players, merges }
    })
    // Before any row is written, because others that lock several matches lock them first too.
    const merged = reconciled.filter(({ merges }) => merges.length > 0).map(({ match }) => match.id)
    await lockBallots(tx, merged)
    const retainedIds = [...aliases.values()].flatMap((merged) => merged.map(({ player }) => player))
    const lineups = reconciled.map((lineup) => ({ ...lineup, entries: lineup.players.map(entryOf) }))
    await savePlayers(
      tx,
      // Each id of a merged player keeps the name that the feed gives it.
      [...lineups.flatMap(({ entries }) => entries.filter(({ id }) => !retainedIds.includes(id))), ...reported],
      [...lineups.flatMap(({ merges }) => merges.map(({ from }) => from)), ...retainedIds],
    )
    await saveAliased(
      tx,
      lineups.flatMap(({ match, teams }) => [...teams].map((teamId) => ({ match_id: match.id, team_id: teamId }))),
      lineups.flatMap(({ aliased }) => aliased),
    )
    const changed: Lineup[] = []
    for (const { match, teams, players, merges } of lineups) {
      const merged = new Set(merges.map(({ from }) => from))
      const reading = settleReading({
        lineup: held.get(match.id)?.filter((player) => !merged.has(player.player_id)) ?? [],
        absences: absences.get(match.id)?.filter((absence) => !merged.has(absence.player_id)) ?? [],
        players,
        teams,
        readAt: match.observedAt,
        hasBegun: stored.get(match.id)?.started_at !== null,
      })
      const rows = await replaceLineup(tx, match.id, [...teams], reading.players.map(entryOf))
      if (reading.isNews) await saveAbsences(tx, match.id, reading.absences)
      if (merges.length > 0) await mergePlayers(tx, match.id, merges)
      if (rows > 0 || reading.isNews) changed.push({ match, players })
    }
    const ids = changed.map(({ match }) => match.id)
    const recoloured = await saveKits(
      tx,
      ours.flatMap(({ match, kits }) => (kits === undefined ? [] : [{ match_id: match.id, ...kits }])),
    )
    if (ids.length > 0) await includeMatches(tx, ids)
    const players = new Set(changed.flatMap((lineup) => lineup.players.map((player) => player.id)))
    if (players.size > 0) await deriveClubs(app, tx, [...players])
    return { changed: [...new Set([...ids, ...recoloured])], merged }
  })
}

/** Returns the merges that concern each match: by this reading of its sheets, or by an earlier one. */
async function aliasesOf(tx: Db, lineups: readonly Lineup[]): Promise<Map<number, MergedInMatch[]>> {
  const listed = lineups.flatMap(({ match, players }) =>
    players.map(({ id }) => ({ match_id: match.id, alias_id: id })),
  )
  return Map.groupBy(
    await mergedIn(tx, listed, [...new Set(lineups.map(({ match }) => match.id))]),
    (one) => one.match_id,
  )
}

/** Returns what earlier readings list of the two ids of a merge. */
function listedRows({ alias_row, kept_row }: MergedInMatch): FeedPlayer[] {
  return [alias_row, kept_row].flatMap((row) => (row === null ? [] : [playerOf(row)]))
}

/** Returns what the feed reports of the merged players of a match. */
function aliasedRows(matchId: number, players: readonly FeedPlayer[], aliases: readonly Alias[]): AliasedRows[] {
  const byId = new Map(players.map((player) => [player.id, entryOf(player)]))
  return aliases.flatMap(({ alias, player }) => {
    const row = byId.get(alias)
    return row === undefined ? [] : [{ matchId, alias: row, retained: byId.get(player) ?? null }]
  })
}

/** A reading of a match's players, with their stored rows. */
interface Reading {
  readonly lineup: readonly {
    readonly player_id: number
    readonly team_id: number
    readonly minutes_played: number | null
  }[]
  readonly absences: readonly Absence[]
  /** The players that it lists, and merged persons on a side that it lacks. */
  readonly players: readonly FeedPlayer[]
  /** The sides that it has. */
  readonly teams: ReadonlySet<number>
  readonly readAt: Date
  /** Before the kick-off no player has played, and sheets are corrected. */
  readonly hasBegun: boolean
}

/** Returns the players with the minutes to store, and who has not played so far; `isNews`: the latter differs from what is stored. */
function settleReading({ lineup, absences, players, teams, readAt, hasBegun }: Reading) {
  const reading = players.map(({ id, teamId, minutes }) => ({ player_id: id, team_id: teamId, minutes }))
  const [read, unread] = [true, false].map((isRead) => reading.filter((one) => teams.has(one.team_id) === isRead))
  // A merged person on the side that is not read is not missing from the other one.
  const elsewhere = new Set(unread?.map(({ player_id }) => player_id))
  const isRead = (one: { readonly player_id: number; readonly team_id: number }) =>
    !(elsewhere.has(one.player_id) && teams.has(one.team_id))
  const earlier = { absences: absences.filter(isRead), lineup: lineup.filter(isRead) }
  const next = hasBegun ? nextAbsences(earlier, read ?? [], readAt) : []
  const absent = new Map(next.map((absence) => [absence.player_id, absence]))
  const held = new Map(lineup.map((player) => [player.player_id, player.minutes_played]))
  const known = new Map(absences.map((absence) => [absence.player_id, absence]))
  return {
    players: players.map((player) => ({
      ...player,
      minutes: minutesAfter(player.minutes, held.get(player.id) ?? null, absent.get(player.id)),
    })),
    absences: next,
    isNews: next.length !== absences.length || next.some((absence) => !isSame(absence, known.get(absence.player_id))),
  }
}

function isSame(one: Absence, other: Absence | undefined): boolean {
  return (
    other !== undefined &&
    one.team_id === other.team_id &&
    one.confirmed_at?.getTime() === other.confirmed_at?.getTime()
  )
}

/** Reads back a row of the feed that was stored. */
function playerOf(row: FeedRow): FeedPlayer {
  return {
    id: row.player_id,
    name: row.player_name ?? '',
    photo: null,
    teamId: row.team_id,
    team: row.player_team ?? '',
    side: row.side,
    position: row.player_position ?? null,
    shirt: row.shirt ?? null,
    grid: row.grid ?? null,
    isStarter: row.is_starter,
    minutes: row.minutes_played ?? null,
    rating: row.rating ?? null,
    isRatingReported: true,
  }
}

function entryOf(player: FeedPlayer): LineupEntry {
  const { id, name, photo, team, side, position, shirt, grid, minutes, rating } = player
  return {
    id,
    name,
    photo,
    team_id: player.teamId,
    team,
    side,
    position,
    shirt,
    grid,
    starter: player.isStarter,
    minutes,
    rating,
    rating_told: player.isRatingReported,
  }
}

async function deriveClubs(app: JobContext, tx: Db, playerIds: readonly number[]): Promise<void> {
  const appearances = Map.groupBy(await appearancesOf(tx, playerIds), (appearance) => appearance.player_id)
  const clubs = [...appearances].flatMap(([id, rows]) => {
    const latest = currentClub(rows, app.config.worldCupQualificationIds)
    return latest === null ? [] : [{ id, last_team: latest.player_team }]
  })
  await saveClubs(tx, clubs)
}
