import { currentClub } from '@tribune/domain/players/club.ts'
import type { App } from '../../../context.ts'
import { appearancesOf } from '../lineups/queries.ts'
import { type HistoryRow, type Page, teamHistory } from './queries.ts'

/** Returns matches of a player and of their current club, of a season the club in which they ended it, newest first. */
export async function fullTeamHistory({ db, config }: App, page: Page): Promise<HistoryRow[]> {
  const appearances = await appearancesOf(db, [page.playerId], page.season?.end)
  const club = currentClub(appearances, config.worldCupQualificationIds)
  return teamHistory(db, { ...page, clubId: club?.team_id ?? null })
}
