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
import { useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import { onPresenceChange } from '../../../lib/device/platform.ts'
import { serverNow } from '../../../lib/http/server-clock.ts'
import { toast } from '../../../lib/state/toast.ts'
import { type ListedPlayer, withFacts } from '../players/player-words.ts'
import { usePublication } from '../result/use-publication.ts'
import { holdersOf } from './podium-slots.tsx'
import { useBallot } from './use-ballot.ts'
import { useHeldBallot } from './use-held-ballot.ts'

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
