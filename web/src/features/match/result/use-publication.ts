import type { MatchScreen } from '@tribune/contract/matches.ts'
import type { VotingState } from '@tribune/domain/ballots/voting-window.ts'
import { VOTE_CLOSING_MINUTES } from '@tribune/domain/ballots/voting-window.ts'
import { MINUTE_MS, msOf } from '@tribune/domain/common/instant.ts'
import { isPublished } from '@tribune/domain/results/publication.ts'
import { useEffect, useEffectEvent } from 'react'
import { useStreamed } from '../../../data/live/streaming.ts'
import { isOnline, isVisible } from '../../../lib/device/platform.ts'
import { serverNow } from '../../../lib/http/server-clock.ts'

/** State of the result: not yet due, being counted, published, or never to come (a match excluded from the ranking). */
export type Publication = 'early' | 'counting' | 'published' | 'none'

/**
 * How often the result is polled after the closing, less often while the stream delivers its publication. The final count takes seconds; without a
 * result for a longer time there will be none.
 */
const POLL_MS = { alone: 4_000, streamed: 20_000 } as const
const COUNTING_MINUTES = 10

export function publicationOf({ match, result }: MatchScreen, state: VotingState, now: Date): Publication {
  if (state !== 'closed') return 'early'
  if (isPublished(result)) return 'published'
  if (match.finished_at === null) return 'none'
  const late = msOf(match.finished_at) + (VOTE_CLOSING_MINUTES + COUNTING_MINUTES) * MINUTE_MS
  return now.getTime() < late ? 'counting' : 'none'
}

/** Returns the state of the result, and polls while it is being counted. */
export function usePublication(screen: MatchScreen, state: VotingState, refresh: () => void): Publication {
  const publication = publicationOf(screen, state, serverNow())
  const streamed = useStreamed(screen.match.match_id)
  const look = useEffectEvent(refresh)
  useEffect(() => {
    if (publication !== 'counting') return
    const lookIfSeen = () => {
      if (isVisible() && isOnline()) look()
    }
    const timer = setInterval(lookIfSeen, streamed ? POLL_MS.streamed : POLL_MS.alone)
    return () => clearInterval(timer)
  }, [publication, streamed])
  return publication
}
