import type { FeedMatch, FeedMatchDetail, FeedPlayer, FeedTeam } from '@tribune/football/feed.ts'
import { nextId } from './builders.ts'

const team = (): FeedTeam => {
  const id = nextId()
  return { id, name: `Racing ${id}`, logo: null }
}

/** Makes a match of the feed: in play at minute 70, observed at `observedAt`. */
export function feedMatch(observedAt: Date, overrides: Partial<FeedMatch> = {}): FeedMatch {
  return {
    id: nextId(),
    competition: { id: 61, name: 'Ligue 1', country: 'France', logo: null },
    season: 2026,
    round: 'Regular Season - 3',
    kickoffAt: new Date(observedAt.getTime() - 85 * 60_000),
    kickoffHourKnown: true,
    status: 'live',
    rawStatus: '2H',
    minute: 70,
    extra: null,
    home: team(),
    away: team(),
    homeScore: 1,
    awayScore: 0,
    observedAt,
    ...overrides,
  }
}

/** Makes a later observation of the same match. */
export function seenAgain(match: FeedMatch, observedAt: Date, overrides: Partial<FeedMatch> = {}): FeedMatch {
  return { ...match, observedAt, ...overrides }
}

export const FULL_TIME = { status: 'finished', rawStatus: 'FT', minute: 90 } as const satisfies Partial<FeedMatch>

/** Makes a player of one side of a match. */
export function feedPlayer(match: FeedMatch, side: 'home' | 'away', overrides: Partial<FeedPlayer> = {}): FeedPlayer {
  const id = overrides.id ?? nextId()
  return {
    id,
    name: `Joueur ${id}`,
    photo: null,
    teamId: match[side].id,
    team: match[side].name,
    side,
    position: 'M',
    shirt: 8,
    grid: null,
    isStarter: true,
    minutes: 90,
    rating: 6.5,
    isRatingReported: true,
    ...overrides,
  }
}

export const detail = (match: FeedMatch, players: readonly FeedPlayer[] | null): FeedMatchDetail => ({ match, players })
