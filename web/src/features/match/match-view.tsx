import type { MatchScreen } from '@tribune/contract/matches.ts'
import { isComplete } from '@tribune/domain/ballot.ts'
import type { VotingState } from '@tribune/domain/voting-window.ts'
import { type ReactNode, useEffect } from 'react'
import { whenSettled } from '../../lib/device/platform.ts'
import { useWide } from '../../lib/device/use-platform.ts'
import { Later } from '../../lib/list/later-part.tsx'
import { useEver } from '../../lib/state/use-ever.ts'
import { MatchShareRow } from '../share/match-share.tsx'
import { isFromLink } from '../sign-in-return/use-link-answer.ts'
import { fetchParts, placeWindow, signInToVote } from './later-parts.ts'
import { RowSkeletons } from './match-skeleton.tsx'
import { PlayerList } from './players/player-list.tsx'
import type { RowMode } from './players/player-row.tsx'
import { CrowdCard } from './result/crowd-card.tsx'
import { ResultCard } from './result/result-podium.tsx'
import { PodiumCard, PodiumDock } from './voting/podium-dock.tsx'
import { SpokenPodium } from './voting/spoken-podium.tsx'
import { useMatchVote } from './voting/use-match-vote.ts'
import { VoteBanner } from './voting/vote-banner.tsx'

interface MatchViewProps {
  readonly screen: MatchScreen
  readonly board: ReactNode
  readonly refresh: () => void
}

const ROW_MODES: Partial<Record<VotingState, RowMode>> = { locked: 'locked', open_live: 'vote', open_after: 'vote' }

/** A match and its players: a column on a phone; match and podium left, list right from 900 px. */
export function MatchView({ screen, board, refresh }: MatchViewProps) {
  const { match } = screen
  const vote = useMatchVote(screen, refresh)
  const askedToSignIn = useEver(vote.signingIn || isFromLink())
  useEffect(() => whenSettled(fetchParts), [])
  const wide = useWide()
  const { ballot, holders, isOpen, choosing, setChoosing } = vote
  const published = vote.publication === 'published'
  const isResult = published && screen.ranking.length > 0
  const lineups = vote.players.length > 0
  const canPick = isOpen && lineups
  const slots = { ballot, holders, onChoose: setChoosing }
  return (
    <div className="mx-auto max-w-page wide:grid wide:grid-cols-[400px_minmax(0,1fr)] wide:gap-8 wide:px-4 wide:pt-2">
      <div className="wide:sticky wide:top-4 wide:self-start">
        {board}
        <div className={`gutter flex flex-col gap-3 py-3 wide:px-0 low:gap-2 low:py-2 ${isOpen ? 'low:flex-row' : ''}`}>
          <VoteBanner
            match={match}
            state={vote.state}
            picks={ballot.kept.length}
            publication={published && !isResult ? 'none' : vote.publication}
            lineups={lineups}
          />
          {published && <ResultCard screen={screen} />}
          <MatchShareRow screen={screen} voted={isComplete(ballot.kept)} voting={isOpen} />
          {canPick && wide && <PodiumCard {...slots} />}
        </div>
      </div>
      <div className="gutter min-w-0 wide:px-0">
        {isResult && ballot.kept.length > 0 && (
          <CrowdCard screen={screen} players={vote.players} podium={ballot.kept} />
        )}
        {ballot.settled ? (
          <PlayerList
            match={match}
            players={vote.players}
            podium={ballot.podium}
            mode={ROW_MODES[vote.state] ?? 'read'}
            published={isResult}
            closed={published}
            subscribe={ballot.queue.subscribe}
            onTap={vote.tap}
            onChoose={setChoosing}
          />
        ) : (
          <RowSkeletons />
        )}
      </div>
      {isOpen && <SpokenPodium holders={holders} changed={ballot.touched} />}
      {canPick && !wide && <PodiumDock {...slots} />}
      {isOpen && choosing !== null && (
        <Later part={placeWindow} onOffline={vote.stopChoosing}>
          {(PlaceWindow) => (
            <PlaceWindow ballot={ballot} holders={holders} player={choosing} onClose={vote.stopChoosing} />
          )}
        </Later>
      )}
      {askedToSignIn && (
        <Later part={signInToVote} onOffline={() => vote.setSigningIn(false)}>
          {(SignInToVote) => (
            <SignInToVote matchId={match.match_id} open={vote.signingIn} onOpenChange={vote.setSigningIn} />
          )}
        </Later>
      )}
    </div>
  )
}
