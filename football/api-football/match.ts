import type { FeedMatch, FeedTeam } from '../feed.ts'
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
    observedAt,
  }
}

function toFeedTeam({ id, name, logo }: WireMatch['teams']['home']): FeedTeam {
  return { id, name, logo }
}
