import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MatchScreen } from '@tribune/contract/matches.ts'
import { useEffect, useLayoutEffect, useMemo } from 'react'
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
