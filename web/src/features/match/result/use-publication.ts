import type { MatchScreen } from '@tribune/contract/matches.ts'
import { MINUTE_MS, msOf } from '@tribune/domain/instant.ts'
import type { VotingState } from '@tribune/domain/voting-window.ts'
import { VOTE_CLOSING_MINUTES } from '@tribune/domain/voting-window.ts'
import { useEffect, useEffectEvent } from 'react'
import { isOnline, isVisible } from '../../../lib/device/platform.ts'
import { serverNow } from '../../../lib/http/server-clock.ts'
import { useStreamed } from '../../../lib/live/streaming.ts'

/** Where the result stands: not yet due, being counted, there, or never to come (a match left out of the ranking). */
export type Publication = 'early' | 'counting' | 'published' | 'none'

/**
 * The final count takes seconds: it is looked for this often, less where its publication is told, and no result this long after the
 * closing is none.
 */
const LOOK_MS = { asking: 4_000, told: 20_000 } as const
const COUNTING_MINUTES = 10

export function publicationOf({ match, result }: MatchScreen, state: VotingState, now: Date): Publication {
  if (state !== 'closed') return 'early'
  if (result.source !== null || result.reason !== null) return 'published'
  if (match.finished_at === null) return 'none'
  const late = msOf(match.finished_at) + (VOTE_CLOSING_MINUTES + COUNTING_MINUTES) * MINUTE_MS
  return now.getTime() < late ? 'counting' : 'none'
}

/** Where the result stands now; while it is being counted it is looked for. */
export function usePublication(screen: MatchScreen, state: VotingState, refresh: () => void): Publication {
  const publication = publicationOf(screen, state, serverNow())
  const told = useStreamed(screen.match.match_id)
  const look = useEffectEvent(refresh)
  useEffect(() => {
    if (publication !== 'counting') return
    const lookIfSeen = () => {
      if (isVisible() && isOnline()) look()
    }
    const timer = setInterval(lookIfSeen, told ? LOOK_MS.told : LOOK_MS.asking)
    return () => clearInterval(timer)
  }, [publication, told])
  return publication
}
