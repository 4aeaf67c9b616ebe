import { currentClub } from '@tribune/domain/players/club.ts'
import type { App } from '../../../context.ts'
import { ownPicture } from '../../../infra/media/own-picture.ts'
import { appearancesOf } from '../lineups/queries.ts'
import { type HistoryRow, type Page, teamHistory } from './queries.ts'

/** Returns matches of a player and of their current club, of a season the club in which they ended it, newest first. */
export async function fullTeamHistory({ db, config }: App, page: Page): Promise<HistoryRow[]> {
  const appearances = await appearancesOf(db, [page.playerId], page.season?.end)
  const club = currentClub(appearances, config.worldCupQualificationIds)
  return teamHistory(db, { ...page, clubId: club?.team_id ?? null })
}

/** Presents a match of a player's history, its crests on our own server. */
export function presentPlayedMatch({ total: _total, home_team_id, away_team_id, ...row }: HistoryRow) {
  return {
    ...row,
    shootout: row.shootout ?? undefined,
    match_date: row.match_date.toISOString(),
    home_team_logo: ownPicture('teams', home_team_id, row.home_team_logo),
    away_team_logo: ownPicture('teams', away_team_id, row.away_team_logo),
  }
}

/** Points the picture of a player to our own server. The rest of the row is unchanged. */
export function presentFace<Row extends { id: number; photo_url: string | null }>(row: Row): Row {
  return { ...row, photo_url: ownPicture('players', row.id, row.photo_url) }
}
