import type { Shootout, Winner } from '@tribune/domain/matches/shootout.ts'
import { sql } from 'kysely'

/** Columns of a match's shoot-out. */
interface ShootoutRow {
  readonly shootout: boolean
  readonly home_kicks: number | null
  readonly away_kicks: number | null
  readonly shootout_winner: string | null
}

/** Returns the shoot-out of a row; `null` without one. */
export function shootoutOf(row: ShootoutRow): Shootout | null {
  const { shootout, home_kicks: home, away_kicks: away, shootout_winner: winner } = row
  if (!shootout) return null
  return { kicks: home === null || away === null ? null : { home, away }, winner: winner as Winner | null }
}

/** Selects the shoot-out of `matches m` as {@link shootoutOf} returns it. */
export const shootoutOfMatch = sql<Shootout | null>`CASE WHEN m.shootout THEN jsonb_build_object(
  'kicks', CASE WHEN m.home_kicks IS NOT NULL THEN jsonb_build_object('home', m.home_kicks, 'away', m.away_kicks) END,
  'winner', m.shootout_winner) END`
