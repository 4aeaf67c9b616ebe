import { currentClub } from '@tribune/domain/club.ts'
import type { App } from '../../context.ts'
import { appearancesOf } from '../lineups/queries.ts'
import { type HistoryRow, type Page, teamHistory } from './queries.ts'

/** Matches of a player and of their current club, newest first. */
export async function fullTeamHistory({ db, config }: App, page: Page): Promise<HistoryRow[]> {
  const club = currentClub(await appearancesOf(db, [page.playerId]), config.worldCupQualificationIds)
  return teamHistory(db, { ...page, clubId: club?.team_id ?? null })
}
