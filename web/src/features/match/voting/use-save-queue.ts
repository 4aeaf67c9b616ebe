import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MatchScreen } from '@tribune/contract/matches.ts'
import { LIVE_SPREAD_MS } from '@tribune/protocol/live.ts'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { readHeld } from '../../../data/ballots/held-ballots.ts'
import { ballotQuery } from '../../../data/ballots/match-ballot.ts'
import { markSignedOut } from '../../../data/signed-in/own-reads.ts'
import { isVisible, onPresenceChange, onReturn } from '../../../lib/device/platform.ts'
import { createBallotQueue } from './ballot-queue.ts'
import { storePendingPick } from './pending-pick-store.ts'

/** Returns the save queue of a fan and a match, which follows reads from the server and is flushed when the screen unmounts. */
export function useSaveQueue(
  screen: Pick<MatchScreen, 'match' | 'attempt'>,
  fanId: string | null,
  onSignInNeeded: () => void,
) {
  const client = useQueryClient()
  const { match_id: matchId, home_team, away_team } = screen.match
  const attempt = screen.attempt ?? 1
  const query = useQuery({ ...ballotQuery(matchId, fanId ?? ''), enabled: fanId !== null })
  const queue = useMemo(
    () =>
      createBallotQueue({
        client,
        match: { match_id: matchId, home_team, away_team },
        attempt,
        fanId: fanId ?? '',
        onSessionLost: (lost) => {
          if (lost !== undefined)
            storePendingPick(matchId, { playerId: lost.player_id, position: lost.position, fanId: fanId ?? undefined })
          markSignedOut(client)
          onSignInNeeded()
        },
      }),
    [client, matchId, home_team, away_team, attempt, fanId, onSignInNeeded],
  )
  const { data: read, refetch } = query
  useReplay(attempt, (since) => {
    if (fanId !== null && query.dataUpdatedAt < since) refetch()
  })
  useLayoutEffect(() => {
    if (read !== undefined) queue.adopt(read.podium)
  }, [queue, read])
  useLayoutEffect(() => {
    const held = fanId === null ? null : readHeld(fanId, matchId)
    if (held !== null) queue.resume(held.picks)
  }, [queue, fanId, matchId])
  useEffect(() => {
    const stopLeaving = onPresenceChange(() => {
      if (!isVisible()) queue.flush()
    })
    // The fan may have voted meanwhile in another tab or on another device.
    const stopReturning = onReturn(() => {
      if (fanId !== null) refetch()
    })
    return () => {
      stopLeaving()
      stopReturning()
      queue.flush()
    }
  }, [queue, fanId, refetch])
  return { queue, query }
}

/**
 * Calls back once another attempt at the match is on the screen, with the moment since which it is: the fan's ballot went with the one before. An event
 * of the stream has it read again too (live-cache.ts), but a phone that saves data has none.
 */
function useReplay(attempt: number, onReplay: (since: number) => void): void {
  const before = useRef(attempt)
  const replayed = useEffectEvent(onReplay)
  useEffect(() => {
    if (before.current === attempt) return
    before.current = attempt
    const since = Date.now()
    const timer = setTimeout(() => replayed(since), Math.random() * LIVE_SPREAD_MS.result)
    return () => clearTimeout(timer)
  }, [attempt])
}
