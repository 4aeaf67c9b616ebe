import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import type { FeedMatch } from '@tribune/football/feed.ts'
import { expect } from 'vitest'
import { rebuildTally } from '../features/ballots/tally/queries.ts'
import { ingestDetails, ingestMatches } from '../features/feed/ingestion/service.ts'
import type { TestServer } from './app.ts'
import { tallyIn } from './ballots.ts'
import { detail, feedMatch, feedPlayer, seenAgain } from './feed.ts'
import { completeBallots } from './recount.ts'

export const IN_PLAY = { status: 'live', rawStatus: '2H', minute: 70 } as const satisfies Partial<FeedMatch>
export const ABANDONED = { status: 'cancelled', rawStatus: 'ABD', minute: 72 } as const satisfies Partial<FeedMatch>

/** A match whose course a test goes through, with its lineup. */
export interface Played {
  readonly match: FeedMatch
  readonly playerIds: readonly number[]
  readonly picks: (from: number) => number[]
}

/** Goes through the course of a match as its feed reports it. Minutes count from when the match was made. */
export function followCourse(serverOf: () => TestServer) {
  let start = new Date(0)
  const at = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS)
  const db = () => serverOf().app.db
  const stored = (id: number) => db().selectFrom('matches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const ballotsIn = (table: 'votes' | 'earlier_votes') => (id: number) =>
    db().selectFrom(table).selectAll().where('match_id', '=', id).orderBy('user_id').execute()

  return {
    at,
    stored,
    ballots: ballotsIn('votes'),
    earlier: ballotsIn('earlier_votes'),

    /** Makes a match in its 70th minute: the vote is open. */
    async inPlay(): Promise<Played> {
      start = serverOf().clock.now()
      const match = feedMatch(start, { ...IN_PLAY, kickoffAt: at(-85) })
      const players = Array.from({ length: 22 }, (_, index) =>
        feedPlayer(match, index < 11 ? 'home' : 'away', { minutes: 70 }),
      )
      await ingestDetails(serverOf().app, [detail(match, players)])
      const playerIds = players.flatMap(({ id }) => id ?? [])
      return { match, playerIds, picks: (from) => playerIds.slice(from, from + 3) }
    },

    /** Moves the clock to that minute, and applies what the feed reports then. */
    async observe({ match }: Played, minutes: number, more: Partial<FeedMatch>) {
      const { app, clock } = serverOf()
      clock.advance(at(minutes).getTime() - clock.now().getTime())
      await ingestMatches(app, [seenAgain(match, at(minutes), more)])
      return stored(match.id)
    },

    async expectRecounted(matchId: number, voters: number): Promise<void> {
      const { app } = serverOf()
      const counted = await tallyIn(serverOf(), matchId)
      expect(counted).toEqual(tallyOf(await completeBallots(app.db, matchId)))
      expect(counted.voters).toBe(voters)
      await rebuildTally(app.db, matchId)
      expect(await tallyIn(serverOf(), matchId)).toEqual(counted)
    },
  }
}
