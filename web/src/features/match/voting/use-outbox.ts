import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MatchScreen } from '@tribune/contract/matches.ts'
import { isComplete } from '@tribune/domain/ballots/ballot.ts'
import { EMPTY_OUTBOX, present } from '@tribune/domain/ballots/ballot-outbox.ts'
import type { Podium } from '@tribune/domain/ballots/podium.ts'
import { LIVE_SPREAD_MS } from '@tribune/protocol/live.ts'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { ballotQuery } from '../../../data/ballots/match-ballot.ts'
import { onReturn } from '../../../lib/device/platform.ts'
import { pageOutbox } from './page-outbox.ts'

const NO_PICKS: Podium = []

/** Returns the ballot of a fan on a match, as the phone and the server have it, and a function that changes it. */
export function useOutbox(screen: Pick<MatchScreen, 'match' | 'attempt'>, fanId: string | null) {
  const client = useQueryClient()
  const outbox = pageOutbox(client)
  const { match_id: matchId, home_team: home, away_team: away } = screen.match
  const attempt = screen.attempt ?? 1
  const key = useMemo(() => (fanId === null ? null : { fanId, matchId }), [fanId, matchId])
  const query = useQuery({ ...ballotQuery(matchId, fanId ?? ''), enabled: key !== null })
  const state = useSyncExternalStore(outbox.subscribe, () => (key === null ? EMPTY_OUTBOX : outbox.stateOf(key)))
  const stored = query.data?.podium ?? NO_PICKS
  const { shown, status } = present(state, stored)
  const [counted, setCounted] = useState(false)
  if (!counted && isComplete(stored)) setCounted(true)
  const change = useCallback(
    (picks: Podium) => {
      if (key !== null) outbox.change({ ...key, picks, attempt, home: home ?? '', away: away ?? '' })
    },
    [outbox, key, attempt, home, away],
  )
  /** Returns the picks at this moment, also between two renders. */
  const picksNow = useCallback((): Podium => {
    if (key === null) return NO_PICKS
    const known = client.getQueryData(ballotQuery(matchId, key.fanId).queryKey)
    return present(outbox.stateOf(key), known?.podium ?? NO_PICKS).shown
  }, [client, outbox, key, matchId])
  const { refetch } = query
  useReplay(attempt, (since) => {
    if (key !== null && query.dataUpdatedAt < since) refetch()
  })
  useEffect(() => {
    // The fan may have voted in another tab or on another device.
    const stop = onReturn(() => {
      if (key !== null) refetch()
    })
    return () => {
      stop()
      outbox.flush()
    }
  }, [outbox, key, refetch])
  return { outbox, query, state, shown, stored, status, counted, change, picksNow }
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
