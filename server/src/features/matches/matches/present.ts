import type { HomeFixture, LineupPlayer, MatchPlayerPoints } from '@tribune/contract/matches.ts'
import { COUNTING_RULE_VERSION } from '@tribune/domain/results/points.ts'
import { type FirstRow, isMatchPublished } from '@tribune/domain/results/publication.ts'
import type { Selectable } from 'kysely'
import type { MatchPlayerPoints as PointsTable } from '../../../infra/database/types.generated.ts'
import { ownPicture } from '../../../infra/media/own-picture.ts'
import type { LiveChange } from '../../../infra/sse/hub.ts'
import { shootoutOf } from '../../common/shootouts/queries.ts'
import type { HomeRow, LineupRow, ListedMatch, LiveRow, MatchRow } from './queries.ts'

export const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null

export function presentHome(row: HomeRow): HomeFixture {
  const shootout = shootoutOf(row)
  return {
    match_id: row.match_id,
    match_date: row.match_date.toISOString(),
    status: row.status,
    minute: row.minute,
    home_team: row.home_team,
    home_team_id: row.home_team_id,
    home_team_logo: ownPicture('teams', row.home_team_id, row.home_team_logo),
    away_team: row.away_team,
    away_team_id: row.away_team_id,
    away_team_logo: ownPicture('teams', row.away_team_id, row.away_team_logo),
    competition_id: row.competition_id,
    competition_name: row.competition_name,
    competition_logo: ownPicture('competitions', row.competition_id, row.competition_logo),
    competition_coefficient: row.competition_coefficient,
    home_score: row.home_score,
    away_score: row.away_score,
    ...(shootout && { shootout }),
    finished_at: isoOrNull(row.finished_at),
    updated_at: row.updated_at.toISOString(),
    extra: row.extra,
    period: row.period,
    kickoff_hour_known: row.kickoff_hour_known,
    statusReason: row.status_reason,
    postponedUntil: isoOrNull(row.postponed_until),
  }
}

export function presentMatch(row: ListedMatch) {
  return {
    id: row.id,
    competition_id: row.competition_id,
    match_date: row.match_date.toISOString(),
    competition_cc: row.competition_cc,
    phase: row.phase,
    is_derby: row.is_derby,
    started_at: isoOrNull(row.started_at),
    finished_at: isoOrNull(row.finished_at),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Presents where the points of a match are from, or why there are none; nothing of it before publication. */
export function presentResult(match: MatchRow) {
  const published = isMatchPublished(match)
  return {
    source: published ? match.ranking_source : null,
    reason: published ? match.ranking_reason : null,
    voters: published ? match.voters : null,
    ...(match.ballots_set_aside > 0 && { ballots_set_aside: match.ballots_set_aside }),
    ...(published && match.first_with_all !== null && { first_with_all: firstOf(match.first_with_all) }),
    ...(match.provisional_until !== null && { provisional_until: match.provisional_until.toISOString() }),
    rule_version: COUNTING_RULE_VERSION,
  }
}

/** Leaves out the points: none were given. */
const firstOf = (rows: readonly FirstRow[]) =>
  rows.map(({ player_id, player_name, rank }) => ({ player_id, player_name, rank }))

/** Presents which attempt at a match it is, once that was replayed. */
export const presentAttempt = ({ attempt }: Pick<MatchRow, 'attempt'>) => (attempt > 1 ? { attempt } : {})

/** Presents a match for live events; of its ranking only the time of publication. */
export function presentLive(row: LiveRow): LiveChange {
  const { home, votes_open, votes_close_at, ranked_at } = row
  return {
    match: presentHome(home),
    votes_open,
    votes_close_at: isoOrNull(votes_close_at),
    ...presentAttempt(row),
    result_at: isMatchPublished(row) ? isoOrNull(ranked_at) : null,
    listed: home.enabled,
  }
}

/** Returns whether a player has played; `null` if the match has no coverage of minutes. */
export function didPlay(minutes: number | null): boolean | null {
  return minutes === null ? null : minutes > 0
}

/** Presents a player; the official rating only after publication, because with few ballots it decides the result. */
export function presentPlayer(row: LineupRow, published: boolean): LineupPlayer {
  return {
    match_id: row.match_id,
    player_id: row.player_id,
    player_name: row.player_name,
    player_team: row.player_team,
    player_position: row.player_position,
    is_starter: row.is_starter,
    minutes_played: row.minutes_played,
    side: row.side,
    shirt: row.shirt,
    grid: row.grid,
    rating: published ? row.rating : null,
    photo_url: ownPicture('players', row.player_id, row.photo_url),
    did_play: didPlay(row.minutes_played),
  }
}

export function presentPoints(row: Selectable<PointsTable>): MatchPlayerPoints {
  return { ...row, created_at: row.created_at.toISOString() }
}
