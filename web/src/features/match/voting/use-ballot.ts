import { useQuery, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '@tribune/contract/errors.ts'
import type { LineupPlayer, MatchScreen } from '@tribune/contract/matches.ts'
import { isComplete, isSameBallot } from '@tribune/domain/ballots/ballot.ts'
import { EMPTY_OUTBOX, type Outbox, present, type SaveStatus } from '@tribune/domain/ballots/ballot-outbox.ts'
import { type Podium, type PodiumPick, positionOf } from '@tribune/domain/ballots/podium.ts'
import { placeBeforeStruck, struckPicks, withoutStruck } from '@tribune/domain/ballots/podium-moves.ts'
import { type VotingState, voteRefusal } from '@tribune/domain/ballots/voting-window.ts'
import { unreachable } from '@tribune/french/sentences/app.ts'
import { votingToasts, podium as words } from '@tribune/french/sentences/match.ts'
import { LIVE_SPREAD_MS } from '@tribune/protocol/live.ts'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { readDraft, rememberedFan, rememberFan } from '../../../data/ballots/ballot-drafts.ts'
import { ballotQuery } from '../../../data/ballots/match-ballot.ts'
import {
  dropPendingPick,
  type PendingPick,
  storePendingPick,
  takePendingPick,
} from '../../../data/ballots/pending-pick.ts'
import { meQuery } from '../../../data/session.ts'
import { errorHaptic, haptic, isOnline, onReturn } from '../../../lib/device/platform.ts'
import { useOnline, useVisible } from '../../../lib/device/use-platform.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { toast } from '../../../lib/state/toast.ts'
import { pageOutbox } from './page-outbox.ts'
import type { StruckPick } from './podium-slots.tsx'

/** The fan's podium of a match, and its actions. */
export interface BallotOnScreen {
  readonly podium: Podium
  /** The podium that the server is known to have. */
  readonly stored: Podium
  readonly outboxState: Outbox<PodiumPick>
  /** Returns the podium at this moment, also between two renders. */
  readonly picksNow: () => Podium
  /** The ballot has been complete since the screen was opened. */
  readonly counted: boolean
  readonly struck: readonly StruckPick[]
  readonly status: SaveStatus
  /** Whether there is no network, and a change would wait on the phone for it. */
  readonly holds: boolean
  /** The account whose ballots this screen makes; null for a visitor. */
  readonly fanId: string | null
  /** Whether the read of the earlier ballot has ended, also without one or with an error, so that nothing will move by itself any more. */
  readonly settled: boolean
  /** The ballot of a fan, or of the account seen last, is still being read. */
  readonly reading: boolean
  /** The fan's ballot could not be read, and none waits on this phone: it must not be overwritten. */
  readonly unread: boolean
  /** The fan has changed something since they came. */
  readonly touched: boolean
  readonly canUndo: boolean
  /** Places a player, in the first free place if `position` is null. */
  readonly pick: (pick: PendingPick) => void
  readonly undo: () => void
  /** Reverts to the podium that the server has. */
  readonly restore: () => void
  readonly readAgain: () => void
}

/** @param onSignInNeeded Called for a pick of a visitor, which is made once they are signed in. */
export function useBallot(
  screen: Pick<MatchScreen, 'match' | 'players' | 'attempt'>,
  state: VotingState,
  onSignInNeeded: () => void,
): BallotOnScreen {
  const { match, players } = screen
  const id = match.match_id
  const { fan, fanId, online, isUnknown } = useVoter()
  const signedIn = fan?.id
  const ballot = useOutbox(screen, fanId)
  const { query, state: outboxState, shown, stored, status, picksNow } = ballot
  const waits = outboxState.draft?.waits === true
  const { touched, canUndo, change, undo } = useChanges(ballot, players)
  // Without a network the ballot waits on the phone, on the version that was seen last, so that it overwrites nothing.
  const holds = fanId !== null && !online
  // A change of a ballot that already waits does the same, whether or not the phone reports a network.
  const ready = fanId !== null && (query.data !== undefined || holds || waits)
  const whoIsIt = useWhoIsIt()
  const readAgain = useCallback(() => void query.refetch(), [query.refetch])
  const pick = useCallback(
    (wanted: PendingPick) => {
      const refusal = voteRefusal(state)
      if (refusal !== null) return errorHaptic()
      if (!ready && !isOnline()) return refuseOffline()
      if (ready) return change(withPick(picksNow(), wanted, players))
      storePendingPick(id, { ...wanted, fanId: signedIn })
      if (fan === null) {
        errorHaptic()
        onSignInNeeded()
      } else if (query.isError) readAgain()
      else if (fan === undefined) {
        whoIsIt(onSignInNeeded, (error) => {
          // The account seen last continues with its held ballot.
          if (readDraft({ fanId: rememberedFan() ?? '', matchId: id }) !== null) return
          dropPendingPick(id)
          toast(votingToasts.failed(messageOf(error)), 'error')
        })
      }
    },
    [state, ready, change, picksNow, players, id, fan, signedIn, query.isError, readAgain, onSignInNeeded, whoIsIt],
  )
  const visible = useVisible()
  useEffect(() => {
    // Not in a tab behind the one in which the fan has signed in.
    const waiting = ready && visible ? takePendingPick(id, fanId) : null
    if (waiting === null) return
    const refusal = voteRefusal(state)
    if (refusal !== null) toast(sentenceOf(refusal), 'error')
    else if (!isAlreadyPicked(picksNow(), waiting)) change(withPick(picksNow(), waiting, players))
  }, [ready, visible, id, fanId, state, picksNow, change, players])

  const restore = () => ballot.change(stored)
  const settled = fan === null || ready || query.isError || isUnknown
  return {
    podium: shown,
    stored,
    outboxState,
    picksNow,
    counted: ballot.counted,
    struck: struckPicks(shown, players).map((gone) => ({
      ...gone,
      absent: players.some(({ player_id }) => player_id === gone.player_id),
    })),
    status,
    holds,
    fanId,
    settled,
    reading: !settled && (fanId ?? rememberedFan()) !== null,
    unread: fanId !== null && !waits && query.isError && query.data === undefined,
    touched,
    canUndo,
    pick,
    undo,
    restore,
    readAgain,
  }
}

/** Returns the signed-in fan, and the account whose ballots this screen makes. */
function useVoter() {
  const me = useQuery(meQuery)
  const online = useOnline()
  const fan = me.data?.fan
  const signedIn = fan?.id
  // Every screen remembers the fan, but only once the app has loaded (afterwards.ts), and a vote may be lost on its way before that.
  useEffect(() => {
    if (signedIn !== undefined) rememberFan(signedIn)
  }, [signedIn])
  // Without a network, the account seen last votes.
  const fanId = fan?.id ?? (fan === undefined && (!online || me.isError) ? rememberedFan() : null)
  return { fan, fanId, online, isUnknown: fan === undefined && me.isError }
}

/** Changes the podium, and undoes the changes that were made since the fan came. */
function useChanges(
  { shown, stored, change: save, picksNow }: ReturnType<typeof useOutbox>,
  players: readonly LineupPlayer[],
) {
  const [past, setPast] = useState<readonly Podium[]>([])
  const [touched, setTouched] = useState(false)
  const change = useCallback(
    (next: Podium) => {
      const before = picksNow()
      if (next === before) return toast(words.full)
      haptic('light')
      setPast((steps) => [...steps, before])
      setTouched(true)
      save(next)
    },
    [save, picksNow],
  )
  const undo = () => {
    const last = past.findLastIndex((step) => !isSameBallot(step, shown))
    const before = past[last]
    if (before === undefined) return
    setPast(past.slice(0, last))
    haptic('light')
    save(withoutStruck(before, players, stored))
  }
  return { touched, canUndo: past.some((step) => !isSameBallot(step, shown)), change, undo }
}

/** Reads the fan if unknown, and calls back if no fan is signed in or the read fails. */
function useWhoIsIt() {
  const client = useQueryClient()
  return useCallback(
    (onNobody: () => void, onUnknown: (error: unknown) => void) => {
      client.ensureQueryData(meQuery).then(({ fan }) => fan === null && onNobody(), onUnknown)
    },
    [client],
  )
}

/** Refuses a visitor's change without a network, with a toast: the change could not be assigned to a fan. */
function refuseOffline(): void {
  errorHaptic()
  toast(votingToasts.failed(unreachable.offline), 'error')
}

/** Applies a pick. */
function withPick(podium: Podium, wanted: PendingPick, players: readonly LineupPlayer[]): Podium {
  const next = placeBeforeStruck(podium, wanted, players)
  return next === podium ? podium : next.map((pick) => named(pick, players))
}

/** Adds the player's name to a pick, for the case that they leave the lineup. */
function named(pick: PodiumPick, players: readonly LineupPlayer[]): PodiumPick {
  const player = players.find(({ player_id }) => player_id === pick.player_id)
  return player === undefined ? pick : { ...pick, player_name: player.player_name }
}

/** Returns whether the ballot already has a pending pick, which would toggle it off: a pending pick only ever places a player. */
function isAlreadyPicked(podium: Podium, { playerId, position }: PendingPick): boolean {
  const current = positionOf(podium, playerId)
  return current !== null && (position === null || position === current)
}

const NO_PICKS: Podium = []

/** Returns the ballot of a fan on a match, as the phone and the server have it, and a function that changes it. */
function useOutbox(screen: Pick<MatchScreen, 'match' | 'attempt'>, fanId: string | null) {
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
