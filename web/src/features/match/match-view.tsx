import type { LineupPlayer, MatchScreen } from '@tribune/contract/matches.ts'
import { isComplete } from '@tribune/domain/ballots/ballot.ts'
import type { VotingState } from '@tribune/domain/ballots/voting-window.ts'
import { type ReactNode, useEffect } from 'react'
import { useFan } from '../../data/session.ts'
import { whenSettled } from '../../lib/device/platform.ts'
import { useOnline, useWide } from '../../lib/device/use-platform.ts'
import { Later } from '../../lib/list/later-part.tsx'
import { useEver } from '../../lib/state/use-ever.ts'
import { isFromLink } from '../account/sign-in-return/profile-address.ts'
import { FollowQuestion, useFollowPrompt } from '../follows/follow-prompt.tsx'
import { useInstallOffer } from '../install/use-install-offer.ts'
import { useOpeningMessage } from '../notifications/use-opening-message.ts'
import { MatchShareRow } from '../share/match-share.tsx'
import { asideNotice, fetchParts, matchLinks, newerDialog, placeDialog, signInToVote } from './later-parts.ts'
import { RowSkeletons } from './match-skeleton.tsx'
import { PlayerList } from './players/player-list.tsx'
import type { RowMode } from './players/player-row.tsx'
import { CrowdCard } from './result/crowd-card.tsx'
import { ResultCard } from './result/result-podium.tsx'
import { HeldNotice } from './voting/held-notice.tsx'
import { PodiumCard, PodiumDock } from './voting/podium-dock.tsx'
import type { ShownBallot } from './voting/save-line.tsx'
import { SpokenPodium } from './voting/spoken-podium.tsx'
import type { BallotOnScreen } from './voting/use-ballot.ts'
import type { HeldOnScreen } from './voting/use-held-ballot.ts'
import { useMatchVote } from './voting/use-match-vote.ts'
import { VoteBanner } from './voting/vote-banner.tsx'

interface MatchViewProps {
  readonly screen: MatchScreen
  readonly board: ReactNode
  readonly refresh: () => void
}

const ROW_MODES: Partial<Record<VotingState, RowMode>> = { locked: 'locked', open_live: 'vote', open_after: 'vote' }

/** A match and its players: one column on a phone; match and podium left, list right from 900 px. */
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
  const { held } = vote
  const shown: ShownBallot = { ...ballot, choose: held.ask }
  const { question, offer } = useAfterVote(match, ballot)
  const { line, close } = useOpeningMessage()
  const isOperator = useFan()?.is_admin === true
  const slots = { offer, ballot: shown, holders, onChoose: setChoosing }
  return (
    <div className="mx-auto max-w-page short:min-[640px]:grid short:min-[640px]:grid-cols-2 wide:grid wide:grid-cols-[400px_minmax(0,1fr)] wide:gap-8 wide:gutter wide:pt-2">
      {/* Above the rows of the list, each of which is a layer of its own: what asks the fan in here reaches over them. */}
      <div className="wide:sticky wide:top-[calc(var(--notch)+16px)] wide:z-20 wide:self-start">
        {board}
        <div
          className={`gutter flex flex-col gap-3 py-3 wide:px-0 low:gap-2 low:py-2 ${lowRow(isOpen, held.other !== null)}`}
        >
          <VoteBanner
            match={match}
            state={vote.state}
            picks={ballot.stored.length}
            publication={published && !isResult ? 'none' : vote.publication}
            lineups={lineups}
          />
          <HeldNotice held={held} state={vote.state} online={useOnline()} />
          {published && <ResultCard screen={screen} />}
          <MatchShareRow screen={screen} voted={isComplete(ballot.stored)} voting={isOpen} />
          {canPick && wide && <PodiumCard {...slots} />}
        </div>
        {isOperator && (
          <div className="gutter pb-3 wide:px-0">
            <Later part={matchLinks} onOffline={() => undefined}>
              {(MatchLinks) => <MatchLinks id={match.match_id} at="match" />}
            </Later>
          </div>
        )}
        {question}
        {line !== null && !ballot.touched && <line.Line message={line.message} onClose={close} />}
      </div>
      <div className="gutter min-w-0 wide:px-0">
        {published && screen.result.ballots_set_aside !== undefined && isComplete(ballot.stored) && (
          <Later part={asideNotice} onOffline={() => undefined}>
            {(AsideNotice) => <AsideNotice matchId={match.match_id} />}
          </Later>
        )}
        {isResult && ballot.stored.length > 0 && (
          <CrowdCard screen={screen} players={vote.players} podium={ballot.stored} />
        )}
        {ballot.settled ? (
          <PlayerList
            match={match}
            players={vote.players}
            podium={ballot.podium}
            mode={ROW_MODES[vote.state] ?? 'read'}
            published={isResult}
            closed={published}
            subscribe={ballot.subscribe}
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
        <Later part={placeDialog} onOffline={vote.stopChoosing}>
          {(PlaceDialog) => (
            <PlaceDialog ballot={ballot} holders={holders} player={choosing} onClose={vote.stopChoosing} />
          )}
        </Later>
      )}
      <NewerQuestion held={held} players={vote.players} />
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

/**
 * Asks a fan who has completed their ballot which club they follow, and offers the installation: one after the other, and each once on this phone
 * (docs/decisions/067).
 */
function useAfterVote(match: MatchScreen['match'], ballot: BallotOnScreen): { question: ReactNode; offer: ReactNode } {
  const voted = ballot.touched && isComplete(ballot.stored)
  const prompt = useFollowPrompt(match, voted)
  const { offer, close } = useInstallOffer(voted && ballot.status === 'saved' && !prompt.isPending)
  return {
    question: prompt.isAsking && <FollowQuestion match={match} onClose={prompt.close} />,
    offer: offer !== null && <offer.Line way={offer.way} onClose={close} />,
  }
}

/** Asks the fan which of two ballots to keep, where one waited for a network and the other was cast elsewhere. */
function NewerQuestion({ held, players }: { readonly held: HeldOnScreen; readonly players: readonly LineupPlayer[] }) {
  const { newer, asking, stopAsking } = held
  if (newer === null || !asking) return null
  return (
    <Later part={newerDialog} onOffline={stopAsking}>
      {(NewerDialog) => <NewerDialog held={held} newer={newer} players={players} onClose={stopAsking} />}
    </Later>
  )
}

/** On a low phone the banner of an open vote shares its line with the share button, but not with a notice of several lines. */
function lowRow(isOpen: boolean, hasNotice: boolean): string {
  return isOpen && !hasNotice ? 'low:flex-row' : ''
}
