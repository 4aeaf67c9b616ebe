import type { FeedMatch, FeedTeam, ScoreParts } from '../feed.ts'
import { readPhase } from './status.ts'
import type { WireMatch } from './wire/wire-match.ts'

export function toFeedMatch(row: WireMatch, observedAt: Date): FeedMatch {
  const { fixture, league, teams, goals, kickoffAt } = row
  const phase = readPhase(fixture.status.short, fixture.status.elapsed, fixture.status.extra)
  return {
    id: fixture.id,
    competition: { id: league.id, name: league.name, country: league.country, logo: league.logo },
    season: league.season,
    round: league.round,
    kickoffAt,
    ...phase,
    home: toFeedTeam(teams.home),
    away: toFeedTeam(teams.away),
    homeScore: goals.home,
    awayScore: goals.away,
    ...(row.score && { parts: partsOf(row.score, teams) }),
    observedAt,
  }
}

function partsOf(
  { fulltime, extratime, penalty }: NonNullable<WireMatch['score']>,
  { home, away }: WireMatch['teams'],
): ScoreParts {
  const winner = home.winner === away.winner ? null : home.winner ? 'home' : away.winner ? 'away' : null
  return { fulltime, extratime, kicks: penalty, winner }
}

function toFeedTeam({ id, name, logo }: WireMatch['teams']['home']): FeedTeam {
  return { id, name, logo }
}
