import { useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '@tribune/contract/errors.ts'
import type { HomeFixture, LineupPlayer, MatchScreen } from '@tribune/contract/matches.ts'
import { isComplete } from '@tribune/domain/ballots/ballot.ts'
import { withoutStruck } from '@tribune/domain/ballots/podium-moves.ts'
import {
  isOpenState,
  isVoteOpen,
  type VotingState,
  voteRefusal,
  voteWindow,
  votingState,
} from '@tribune/domain/ballots/voting-window.ts'
import { withBoardMinutes } from '@tribune/domain/players/minutes-on-board.ts'
import { useCallback, useEffect, useMemo, useReducer, useState, useSyncExternalStore } from 'react'
import { allDrafts, type BallotDraft, type StoredBallot } from '../../../data/ballots/ballot-drafts.ts'
import { useFan } from '../../../data/session.ts'
import { onPresenceChange } from '../../../lib/device/platform.ts'
import { serverNow } from '../../../lib/http/server-clock.ts'
import { toast } from '../../../lib/state/toast.ts'
import { type ListedPlayer, withFacts } from '../players/player-words.ts'
import { usePublication } from '../result/use-publication.ts'
import { onBallotOutcome } from './outcome-calls.ts'
import { pageOutbox } from './page-outbox.ts'
import { holdersOf } from './podium-slots.tsx'
import { type BallotOnScreen, useBallot } from './use-ballot.ts'

/** Returns the fan's vote on a match: the state of the window, their ballot, and the player whose place they are choosing. */
export function useMatchVote(screen: MatchScreen, refresh: () => void) {
  const { match } = screen
  const state = useVotingState(match)
  const publication = usePublication(screen, state, refresh)
  const [signingIn, setSigningIn] = useState(false)
  const askToSignIn = useCallback(() => setSigningIn(true), [])
  const ballot = useBallot(screen, state, askToSignIn)
  const held = useHeldBallot(match.match_id, ballot, askToSignIn)
  const [choosing, setChoosing] = useState<LineupPlayer | null>(null)
  const stopChoosing = useCallback(() => setChoosing(null), [])
  const { status, minute } = match
  const players = useMemo(
    () => withFacts(withBoardMinutes(screen.players, { status, minute }), screen.events ?? [], screen.ranking),
    [screen.players, screen.events, screen.ranking, status, minute],
  )
  const holders = useMemo(() => holdersOf(ballot.podium, players), [ballot.podium, players])
  const { picksNow, pick } = ballot
  const isOpen = isOpenState(state)
  useEffect(() => {
    const refusal = voteRefusal(state)
    if (refusal === null || choosing === null) return
    setChoosing(null)
    toast(sentenceOf(refusal), 'error')
  }, [state, choosing])
  const tap = useCallback(
    (player: ListedPlayer) => {
      const shown = withoutStruck(picksNow(), players)
      const isPicked = shown.some(({ player_id }) => player_id === player.player_id)
      if ((isPicked || isComplete(shown)) && isVoteOpen(match, serverNow())) setChoosing(player)
      else pick({ playerId: player.player_id, position: null })
    },
    [picksNow, pick, match, players],
  )
  return {
    state,
    isOpen,
    publication,
    ballot,
    held,
    players,
    holders,
    tap,
    choosing,
    setChoosing,
    stopChoosing,
    signingIn,
    setSigningIn,
  }
}

/** Delay after the closing, so that clocks of whole seconds have passed it. */
const AFTER_MS = 100

/** Returns the state of the vote by the server's clock, and updates when the window closes. */
function useVotingState(match: HomeFixture): VotingState {
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

/** The ballots of a match that wait on this phone, as its screen shows them. */
export interface HeldOnScreen {
  /** The fan's own waits for a network. */
  readonly waiting: boolean
  /** Waits for another account, or for its fan to sign in again. */
  readonly other: BallotDraft | null
  /** The fan's own, and the newer one that was cast elsewhere: they choose. */
  readonly newer: { readonly draft: BallotDraft; readonly stored: StoredBallot } | null
  /** Whether the question is open. Closed, it opens again only on demand, or for other ballots. */
  readonly asking: boolean
  readonly ask: () => void
  readonly stopAsking: () => void
  readonly keepMine: () => void
  readonly keepOther: () => void
  readonly erase: () => void
}

/** Follows what becomes of the drafts of a match, and has those of the signed-in fan sent. `onSignInNeeded` is called if the session has ended. */
function useHeldBallot(
  matchId: number,
  { outboxState: { draft, newer: stored }, fanId, status }: BallotOnScreen,
  onSignInNeeded: () => void,
): HeldOnScreen {
  const outbox = pageOutbox(useQueryClient())
  const fan = useFan()
  const [closed, setClosed] = useState<string | null>(null)
  const version = useSyncExternalStore(outbox.subscribe, outbox.version)
  useEffect(
    () =>
      onBallotOutcome((outcome) => {
        if (outcome.draft.matchId !== matchId) return false
        const isAway = outcome.kind === 'fan_away'
        if (isAway && outcome.error !== undefined && !outcome.draft.waits) onSignInNeeded()
        return isAway || outcome.draft.fanId === fanId
      }),
    [matchId, fanId, onSignInNeeded],
  )
  // Once it is known who is signed in, and again for another fan.
  useEffect(() => {
    if (fan !== undefined && allDrafts().length > 0) void outbox.post()
  }, [fan, outbox])
  // Read again only where something may have changed it: the screen is drawn at every tap.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` counts the changes of what is stored.
  const other = useMemo(
    () => allDrafts().find((one) => one.matchId === matchId && one.fanId !== fanId) ?? null,
    [matchId, fanId, version],
  )
  const newer = stored === null || draft === null ? null : { draft, stored }
  return {
    waiting: status === 'held',
    other,
    newer,
    asking: newer !== null && questionOf(newer) !== closed,
    ask: () => setClosed(null),
    stopAsking: () => newer !== null && setClosed(questionOf(newer)),
    keepMine: () => newer !== null && outbox.keepMine(newer.draft),
    keepOther: () => newer !== null && outbox.drop(newer.draft),
    erase: () => other !== null && outbox.drop(other),
  }
}

/** Names the two ballots of a question: each attempt to send finds them again. */
function questionOf({ draft, stored }: NonNullable<HeldOnScreen['newer']>): string {
  return `${draft.at} ${stored.at}`
}
