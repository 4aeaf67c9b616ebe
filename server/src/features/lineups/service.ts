import { currentClub } from '@tribune/domain/club.ts'
import { type Absence, minutesAfter, nextAbsences } from '@tribune/domain/did-not-play.ts'
import { type Alias, reconcileIds, underKeptIds } from '@tribune/domain/player-identity.ts'
import type { FeedMatch, FeedMatchDetail, FeedPlayer } from '@tribune/football/feed.ts'
import type { JobContext } from '../../context.ts'
import type { Db } from '../../infra/database/pool.ts'
import { togetherOrAlone } from '../../infra/database/together.ts'
import { aliasesAmong, holdAliases } from '../aliases/queries.ts'
import { includeMatches, lockMatches, saveTeamsOf } from '../matches/queries.ts'
import { lockBallots } from '../tally/queries.ts'
import {
  type AliasedRows,
  appearancesOf,
  type LineupEntry,
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
    .flatMap(({ match, players }) => (players?.length ? [{ match, players }] : []))
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
    const aliases = await aliasesAmong(
      tx,
      reported.map(({ id }) => id),
    )
    const reconciled = ours.map(({ match, players }) => ({
      match,
      ...reconcileIds(held.get(match.id) ?? [], underKeptIds(players, aliases)),
    }))
    // Before any row is written, because others that lock several matches lock them first too.
    const merged = reconciled.filter(({ merges }) => merges.length > 0).map(({ match }) => match.id)
    await lockBallots(tx, merged)
    const keptIds = aliases.map(({ player }) => player)
    const lineups = reconciled.map((lineup) => ({ ...lineup, entries: lineup.players.map(entryOf) }))
    await savePlayers(
      tx,
      // Of a player whom the operator has merged, each id keeps the name that the feed gives it.
      [...lineups.flatMap(({ entries }) => entries.filter(({ id }) => !keptIds.includes(id))), ...reported],
      [...lineups.flatMap(({ merges }) => merges.map(({ from }) => from)), ...keptIds],
    )
    await saveAliased(
      tx,
      ours.flatMap(({ match, players }) => players.map(({ teamId }) => ({ match_id: match.id, team_id: teamId }))),
      ours.flatMap(({ match, players }) => aliasedRows(match.id, players, aliases)),
    )
    const changed: Lineup[] = []
    for (const { match, players, merges } of lineups) {
      const merged = new Set(merges.map(({ from }) => from))
      const reading = settleReading({
        lineup: held.get(match.id)?.filter((player) => !merged.has(player.player_id)) ?? [],
        absences: absences.get(match.id)?.filter((absence) => !merged.has(absence.player_id)) ?? [],
        players,
        readAt: match.observedAt,
        hasBegun: stored.get(match.id)?.started_at !== null,
      })
      const rows = await replaceLineup(tx, match.id, reading.players.map(entryOf))
      if (reading.isNews) await saveAbsences(tx, match.id, reading.absences)
      if (merges.length > 0) await mergePlayers(tx, match.id, merges)
      if (rows > 0 || reading.isNews) changed.push({ match, players })
    }
    const ids = changed.map(({ match }) => match.id)
    if (ids.length > 0) await includeMatches(tx, ids)
    const players = new Set(changed.flatMap((lineup) => lineup.players.map((player) => player.id)))
    if (players.size > 0) await deriveClubs(app, tx, [...players])
    return { changed: ids, merged }
  })
}

/** Returns what the feed reports of the merged players of a match. */
function aliasedRows(matchId: number, players: readonly FeedPlayer[], aliases: readonly Alias[]): AliasedRows[] {
  const byId = new Map(players.map((player) => [player.id, entryOf(player)]))
  return aliases.flatMap(({ alias, player }) => {
    const row = byId.get(alias)
    return row === undefined ? [] : [{ matchId, alias: row, kept: byId.get(player) ?? null }]
  })
}

/** A reading of a match's players, with what is stored of them. */
interface Reading {
  readonly lineup: readonly {
    readonly player_id: number
    readonly team_id: number
    readonly minutes_played: number | null
  }[]
  readonly absences: readonly Absence[]
  readonly players: readonly FeedPlayer[]
  readonly readAt: Date
  /** Before the kick-off no player has played, and sheets are corrected. */
  readonly hasBegun: boolean
}

/** Returns the players with the minutes to store, and who has not played so far; `isNews`: the latter differs from what is stored. */
function settleReading({ lineup, absences, players, readAt, hasBegun }: Reading) {
  const reading = players.map(({ id, teamId, minutes }) => ({ player_id: id, team_id: teamId, minutes }))
  const next = hasBegun ? nextAbsences({ absences, lineup }, reading, readAt) : []
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
