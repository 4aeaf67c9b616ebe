import type { LineupPlayer, MatchScreen } from '@tribune/contract/matches.ts'
import { isComplete } from '@tribune/domain/ballot.ts'
import { isVoteOpen } from '@tribune/domain/voting-window.ts'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { serverNow } from '../../lib/server-clock.ts'
import { useMedia } from '../../lib/use-platform.ts'
import { MatchNotes, PlaceWindow, SignInToVote } from './lazy-parts.ts'
import { MatchBoard } from './match-board.tsx'
import { PlayerList } from './player-list.tsx'
import type { RowMode } from './player-row.tsx'
import { type ListedPlayer, withRanks } from './player-words.ts'
import { PodiumCard, PodiumDock } from './podium-dock.tsx'
import { holdersOf } from './podium-slots.tsx'
import { ResultCard } from './result-podium.tsx'
import { isFull, useBallot } from './use-ballot.ts'
import { usePublication } from './use-publication.ts'
import { useVotingState } from './use-voting-state.ts'
import { VoteBanner } from './vote-banner.tsx'

interface MatchViewProps {
  readonly screen: MatchScreen
  readonly refresh: () => void
}

/** A match and its players: a column on a phone; match and podium left, list right from 900 px. */
export function MatchView({ screen, refresh }: MatchViewProps) {
  const { match } = screen
  const wide = useMedia('(min-width: 56.25rem)')
  const state = useVotingState(match)
  const publication = usePublication(screen, state, refresh)
  const [signingIn, setSigningIn] = useState(false)
  const ballot = useBallot(
    match,
    state,
    useCallback(() => setSigningIn(true), []),
  )
  const [choosing, setChoosing] = useState<LineupPlayer | null>(null)
  const players = useMemo(() => withRanks(screen.players, screen.ranking), [screen.players, screen.ranking])
  const { podium, pick, queue } = ballot
  const holders = holdersOf(podium, players)
  const open = state === 'open_live' || state === 'open_after'
  const published = publication === 'published'
  const tap = useCallback(
    (player: ListedPlayer) => {
      const { shown } = queue.snapshot()
      const isHeld = shown.some(({ player_id }) => player_id === player.player_id)
      if (isFull(shown) && !isHeld && isVoteOpen(match, serverNow())) setChoosing(player)
      else pick({ playerId: player.player_id, position: null })
    },
    [queue, pick, match],
  )
  const close = useCallback(() => setChoosing(null), [])
  const modes: Partial<Record<typeof state, RowMode>> = { locked: 'locked', open_live: 'vote', open_after: 'vote' }
  const slots = { ballot, holders, onChoose: setChoosing }
  return (
    <div className="mx-auto max-w-[1120px] wide:grid wide:grid-cols-[400px_minmax(0,1fr)] wide:gap-8 wide:px-4 wide:pt-2">
      <div className="wide:sticky wide:top-4 wide:self-start">
        <MatchBoard match={match}>
          <MatchNotes coefficient={match.competition_coefficient} />
        </MatchBoard>
        <div className="gutter flex flex-col gap-3 py-3 wide:px-0">
          <VoteBanner match={match} state={state} voted={isComplete(ballot.kept)} publication={publication} />
          {published && <ResultCard screen={screen} />}
          {open && wide && <PodiumCard {...slots} />}
        </div>
      </div>
      <div className="gutter min-w-0 wide:px-0">
        <PlayerList
          match={match}
          players={players}
          podium={podium}
          mode={modes[state] ?? 'read'}
          published={published && screen.ranking.length > 0}
          closed={published}
          subscribe={queue.subscribe}
          onTap={tap}
          onChoose={setChoosing}
        />
      </div>
      {open && !wide && <PodiumDock {...slots} />}
      <Suspense fallback={null}>
        {open && <PlaceWindow player={choosing} podium={podium} holders={holders} onPick={pick} onClose={close} />}
        <SignInToVote matchId={match.match_id} open={signingIn} onOpenChange={setSigningIn} />
      </Suspense>
    </div>
  )
}
