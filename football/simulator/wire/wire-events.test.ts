import { HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { type EventType, factsByPlayer, isGoal, type MatchEvent } from '@tribune/domain/matches/events.ts'
import { matchTimeline } from '@tribune/domain/matches/timeline.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiFootballFeed } from '../../api-football/client.ts'
import type { FeedMatchDetail } from '../../feed.ts'
import { createSimulator } from '../server.ts'

/** A night with three shoot-outs. */
const NIGHT = new Date('2026-10-26T17:00:00Z')
let now = NIGHT
const simulator = createSimulator({ now: () => now })
let baseUrl = ''
beforeAll(async () => {
  baseUrl = (await simulator.listen()).url
})
afterAll(() => simulator.close())

/** A match as the app reads it, with its events. */
interface Read extends FeedMatchDetail {
  readonly events: readonly MatchEvent[]
}

async function readAll(at: Date): Promise<Read[]> {
  now = at
  const feed = createApiFootballFeed({ baseUrl, apiKey: 'k', now: () => now })
  const played = (await feed.matchesOn(NIGHT.toISOString().slice(0, 10))).filter(
    ({ status }) => status === 'live' || status === 'finished',
  )
  const details = await feed.matchesByIds(played.map(({ id }) => id))
  return details.map((detail) => ({ ...detail, events: timelineOf(detail) }))
}

function timelineOf({ match, players }: FeedMatchDetail): MatchEvent[] {
  const sheet = (players ?? []).map(({ id, name, side, isStarter }) => ({
    player_id: id,
    player_name: name,
    side,
    is_starter: isStarter,
  }))
  const { home, away, homeScore, awayScore, rawStatus } = match
  const score = { home_score: homeScore, away_score: awayScore, shootout: ['P', 'PEN'].includes(rawStatus) }
  return matchTimeline(match.events ?? [], { home_team_id: home.id, away_team_id: away.id, ...score }, sheet, [])
}

const count = (events: readonly MatchEvent[], test: (type: EventType) => boolean, team: 'home' | 'away') =>
  events.filter((event) => event.team === team && test(event.type)).length

test('at each moment of a night the score of every match is the goals of its events, and its shoot-out their kicks', async () => {
  const seen = new Set<EventType>()
  for (let minutes = 0; minutes <= 6 * 60; minutes += 17) {
    for (const { match, events } of await readAll(new Date(NIGHT.getTime() + minutes * MINUTE_MS))) {
      const goals = (['home', 'away'] as const).map((team) => count(events, isGoal, team))
      expect([match.id, minutes, ...goals]).toEqual([match.id, minutes, match.homeScore, match.awayScore])
      const kicks = (['home', 'away'] as const).map((team) => count(events, (type) => type === 'kick', team))
      if (match.parts?.kicks.home != null) expect(kicks).toEqual([match.parts.kicks.home, match.parts.kicks.away])
      for (const { type } of events) seen.add(type)
    }
  }
  const rare: readonly EventType[] = [
    'second_yellow',
    'red',
    'own_goal',
    'annulled_goal',
    'missed_penalty',
    'missed_kick',
  ]
  for (const type of ['goal', 'penalty', 'kick', 'yellow', 'substitution', ...rare]) expect(seen).toContain(type)
})

test('a player who has played came on or began, and the provider’s minutes say so as well', async () => {
  for (const { match, players, events } of await readAll(new Date(NIGHT.getTime() + 9 * HOUR_MS))) {
    const facts = factsByPlayer(events)
    for (const { id, isStarter, minutes } of players ?? []) {
      if (isStarter || minutes === null) continue
      expect([match.id, id, minutes > 0]).toEqual([match.id, id, (facts.get(id)?.cameOn ?? null) !== null])
    }
  }
})
