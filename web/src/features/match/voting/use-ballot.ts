import { useQuery, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '@tribune/contract/errors.ts'
import type { HomeFixture, LineupPlayer } from '@tribune/contract/matches.ts'
import { type Pick, PODIUM_SIZE, type Podium, positionOf } from '@tribune/domain/podium.ts'
import { place, struckPicks, tap, withoutStruck } from '@tribune/domain/podium-moves.ts'
import { type VotingState, voteRefusal } from '@tribune/domain/voting-window.ts'
import { useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { unreachable } from '../../../i18n/fr.ts'
import { votingToasts, podium as words } from '../../../i18n/fr-match.ts'
import { errorHaptic, haptic, isOnline, isVisible, onPresenceChange, onReturn } from '../../../lib/device/platform.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { forgetWho, meQuery } from '../../../lib/http/session.ts'
import { toast } from '../../../lib/state/toast.ts'
import { ballotQuery } from '../api.ts'
import { createBallotQueue } from './ballot-queue.ts'
import { dropPendingPick, keepPendingPick, type PendingPick, takePendingPick } from './pending-pick.ts'
import { type SaveQueue, type SaveStatus, samePodium } from './save-queue.ts'

/** The fan's podium of one match, and what they can do with it. */
export interface Ballot {
  readonly queue: SaveQueue
  readonly podium: Podium
  readonly kept: Podium
  /** Picks of players who have left the lineup. */
  readonly struck: Podium
  readonly status: SaveStatus
  /** The ballot of before is known, or that there is none, or that it cannot be read: nothing will move by itself any more. */
  readonly settled: boolean
  /** His ballot could not be read, so that nothing may be written over it. */
  readonly unread: boolean
  /** They have changed something since they came. */
  readonly touched: boolean
  readonly canUndo: boolean
  /** Places a player, on the first free place when `position` is null. */
  readonly pick: (pick: PendingPick) => void
  readonly undo: () => void
  /** Shows again what the server holds. */
  readonly restore: () => void
  readonly readAgain: () => void
}

interface VotedMatch {
  readonly match: HomeFixture
  readonly players: readonly LineupPlayer[]
}

/** @param onSignInNeeded The pick waits: it is made once the fan is signed in. */
export function useBallot({ match, players }: VotedMatch, state: VotingState, onSignInNeeded: () => void): Ballot {
  const id = match.match_id
  const me = useQuery(meQuery)
  const fan = me.data?.fan
  const { queue, query } = useKeptBallot(id, fan?.id ?? null, onSignInNeeded)
  const { shown, kept, status } = useSyncExternalStore(queue.subscribe, queue.snapshot)
  const [past, setPast] = useState<readonly Podium[]>([])
  const [touched, setTouched] = useState(false)
  const ready = fan != null && query.data !== undefined
  const whoIsIt = useWhoIsIt()
  const readAgain = useCallback(() => void query.refetch(), [query.refetch])

  const change = useCallback(
    (next: Podium) => {
      const before = queue.snapshot().shown
      if (next === before) return toast(words.full)
      haptic('light')
      setPast((steps) => [...steps, before])
      setTouched(true)
      queue.change(next)
    },
    [queue],
  )
  const pick = useCallback(
    (wanted: PendingPick) => {
      const refusal = voteRefusal(state)
      if (refusal !== null) return errorHaptic()
      if (isRefusedOffline()) return
      if (ready) return change(changed(queue.snapshot().shown, wanted, players))
      keepPendingPick(id, wanted)
      if (fan === null) {
        errorHaptic()
        onSignInNeeded()
      } else if (query.isError) readAgain()
      else if (fan === undefined) whoIsIt(onSignInNeeded, () => dropPendingPick(id))
    },
    [state, ready, change, queue, players, id, fan, query.isError, readAgain, onSignInNeeded, whoIsIt],
  )
  useEffect(() => {
    const waiting = ready ? takePendingPick(id) : null
    if (waiting === null) return
    const refusal = voteRefusal(state)
    if (refusal !== null) toast(sentenceOf(refusal), 'error')
    else if (!isHeldAlready(queue.snapshot().shown, waiting)) change(changed(queue.snapshot().shown, waiting, players))
  }, [ready, id, state, queue, change, players])

  const undo = () => {
    const last = past.findLastIndex((step) => !samePodium(step, shown))
    const before = past[last]
    if (before === undefined || isRefusedOffline()) return
    setPast(past.slice(0, last))
    haptic('light')
    queue.change(withoutStruck(before, players))
  }
  const restore = () => {
    if (!isRefusedOffline()) queue.change(withoutStruck(kept, players))
  }
  return {
    queue,
    podium: shown,
    kept,
    struck: struckPicks(shown, players),
    status,
    settled: fan === null || ready || query.isError || (fan === undefined && me.isError),
    unread: fan != null && query.isError && query.data === undefined,
    touched,
    canUndo: past.some((step) => !samePodium(step, shown)),
    pick,
    undo,
    restore,
    readAgain,
  }
}

/** The queue of this fan for this match, fed with what the server holds, emptied when the screen is left. */
function useKeptBallot(matchId: number, fanId: string | null, onSignInNeeded: () => void) {
  const client = useQueryClient()
  const query = useQuery({ ...ballotQuery(matchId, fanId ?? ''), enabled: fanId !== null })
  const queue = useMemo(
    () =>
      createBallotQueue({
        client,
        matchId,
        fanId: fanId ?? '',
        onSessionLost: (lost) => {
          if (lost !== undefined) keepPendingPick(matchId, { playerId: lost.player_id, position: lost.position })
          forgetWho(client)
          onSignInNeeded()
        },
      }),
    [client, matchId, fanId, onSignInNeeded],
  )
  const { data: read, refetch } = query
  useLayoutEffect(() => {
    if (read !== undefined) queue.adopt(read)
  }, [queue, read])
  useEffect(() => {
    const stopLeaving = onPresenceChange(() => {
      if (!isVisible()) queue.flush()
    })
    // He may have voted elsewhere meanwhile: in another tab, on another device.
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

/** Asks who is signed in where it is not known yet, and calls back when it is nobody. */
function useWhoIsIt() {
  const client = useQueryClient()
  return useCallback(
    (onNobody: () => void, onUnknown: () => void) => {
      client.ensureQueryData(meQuery).then(
        ({ fan }) => fan === null && onNobody(),
        (error) => {
          onUnknown()
          toast(votingToasts.failed(messageOf(error)), 'error')
        },
      )
    },
    [client],
  )
}

/** Without a network nothing changes and nothing waits to be sent: the fan is told at once. */
function isRefusedOffline(): boolean {
  if (isOnline()) return false
  errorHaptic()
  toast(votingToasts.failed(unreachable.offline), 'error')
  return true
}

/** Struck players cannot be sent again: the first change frees their places. */
function changed(podium: Podium, { playerId, position }: PendingPick, players: readonly LineupPlayer[]): Podium {
  const left = withoutStruck(podium, players)
  const next = position === null ? tap(left, playerId) : place(left, playerId, position)
  return next === left ? podium : next.map((pick) => named(pick, players))
}

/** The name stays with the pick, should the player leave the lineup. */
function named(pick: Pick, players: readonly LineupPlayer[]): Pick {
  const player = players.find(({ player_id }) => player_id === pick.player_id)
  return player === undefined ? pick : { ...pick, player_name: player.player_name }
}

/** A pick that waited is a wish to place, never to remove: the ballot found after signing in may have it already. */
function isHeldAlready(podium: Podium, { playerId, position }: PendingPick): boolean {
  const held = positionOf(podium, playerId)
  return held !== null && (position === null || position === held)
}

/** Whether every place is taken. */
export function isFull(podium: Podium): boolean {
  return podium.length === PODIUM_SIZE
}
