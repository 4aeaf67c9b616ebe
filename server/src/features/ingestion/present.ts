import type { FeedMatch, FeedMatchDetail, FeedPlayer, FootballFeed } from '@tribune/football/feed.ts'
import { competitionInFrench, teamInFrench } from '@tribune/french/football-names.ts'

/** Returns the feed with the names that French fans know its international competitions and national sides by. All else stays as it is. */
export function feedInFrench(feed: FootballFeed): FootballFeed {
  return {
    name: feed.name,
    matchesOn: async (day) => (await feed.matchesOn(day)).map(matchInFrench),
    liveMatches: async () => (await feed.liveMatches()).map(matchInFrench),
    matchesByIds: async (ids) => (await feed.matchesByIds(ids)).map(detailInFrench),
    competitions: async () => (await feed.competitions()).map(refInFrench),
    isNational: (teamId) => feed.isNational(teamId),
    quota: () => feed.quota(),
  }
}

function refInFrench<Ref extends { readonly name: string; readonly country: string }>(ref: Ref): Ref {
  return { ...ref, name: competitionInFrench(ref.name, ref.country) }
}

function matchInFrench(match: FeedMatch): FeedMatch {
  const { home, away } = match
  return {
    ...match,
    competition: refInFrench(match.competition),
    home: { ...home, name: teamInFrench(home.name) },
    away: { ...away, name: teamInFrench(away.name) },
  }
}

function playerInFrench(player: FeedPlayer): FeedPlayer {
  return { ...player, team: teamInFrench(player.team) }
}

function detailInFrench({ match, players }: FeedMatchDetail): FeedMatchDetail {
  return { match: matchInFrench(match), players: players?.map(playerInFrench) ?? null }
}
