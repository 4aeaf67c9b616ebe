import type { HomeFixture } from '@tribune/contract/matches.ts'
import { type VotingState, voteWindow, votingState } from '@tribune/domain/ballots/voting-window.ts'
import { useEffect, useReducer } from 'react'
import { onPresenceChange } from '../../../lib/device/platform.ts'
import { serverNow } from '../../../lib/http/server-clock.ts'

/** Delay after the closing, so that clocks of whole seconds have passed it. */
const AFTER_MS = 100

/** Returns the state of the vote by the server's clock, and updates when the window closes. */
export function useVotingState(match: HomeFixture): VotingState {
  const [, look] = useReducer((looks: number) => looks + 1, 0)
  const closing = voteWindow(match).closes_at?.getTime() ?? null
  useEffect(() => {
    if (closing === null) return
    const left = closing - serverNow().getTime()
    const timer = left > 0 ? setTimeout(look, left + AFTER_MS) : undefined
    const stop = onPresenceChange(look)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [closing])
  return votingState(match, serverNow())
}
