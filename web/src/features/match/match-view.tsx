import type { LineupPlayer, MatchScreen } from '@tribune/contract/matches.ts'
import { isComplete } from '@tribune/domain/ballots/ballot.ts'
import { verdictOf } from '@tribune/domain/ballots/ballot-outbox.ts'
import { type VoteRefusal, type VotingState, voteRefusal } from '@tribune/domain/ballots/voting-window.ts'
import { heldNotice } from '@tribune/french/sentences/held.ts'
import { podium as words } from '@tribune/french/sentences/match.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useFan } from '../../data/session.ts'
import { loadPart, whenSettled } from '../../lib/device/platform.ts'
import { useOnline } from '../../lib/device/use-platform.ts'
import { Later } from '../../lib/list/later-part.tsx'
import { Button } from '../../ui/button.tsx'
import { isFromLink } from '../account/sign-in-return/profile-address.ts'
import { useFollowPrompt } from '../follows/follow-prompt.tsx'
import { useInstallOffer } from '../install/use-install-offer.ts'
import { useOpeningMessage } from '../notifications/use-opening-message.ts'
import { MatchShareRow, usePictureDialog } from '../share/match-share.tsx'
import { useTwoColumns } from './board/match-board.tsx'
import { asideNotice, fetchParts, matchLinks, newerDialog, placeDialog, signInToVote } from './later-parts.ts'
import { BOARD_COLUMN, COLUMNS, LIST_COLUMN, RowSkeletons, UNDER_BOARD } from './match-skeleton.tsx'
import { PlayerList } from './players/player-list.tsx'
import type { RowMode } from './players/player-row.tsx'
import { CrowdCard } from './result/crowd-card.tsx'
import { ResultCard } from './result/result-podium.tsx'
import type { Publication } from './result/use-publication.ts'
import type { RevealMoment, RevealProps } from './reveal/reveal-moment.tsx'
import { PodiumCard, PodiumDock, SpokenPodium } from './voting/podium-dock.tsx'
import type { ShownBallot } from './voting/save-line.tsx'
import type { BallotOnScreen } from './voting/use-ballot.ts'
import { type HeldOnScreen, useMatchVote } from './voting/use-match-vote.ts'
import { VoteBanner } from './voting/vote-banner.tsx'
import { closingOf } from './voting/vote-banner-words.ts'

interface MatchViewProps {
  readonly screen: MatchScreen
  readonly board: ReactNode
  readonly refresh: () => void
}

const ROW_MODES: Partial<Record<VotingState, RowMode>> = { locked: 'locked', open_live: 'vote', open_after: 'vote' }

/** A match and its players. */
export function MatchView({ screen, board, refresh }: MatchViewProps) {
  const { match } = screen
  const vote = useMatchVote(screen, refresh)
  const askedToSignIn = useEver(vote.signingIn || isFromLink())
  useEffect(() => whenSettled(fetchParts), [])
  const hasTwoColumns = useTwoColumns()
  const { ballot, holders, isOpen, choosing, setChoosing } = vote
  const published = vote.publication === 'published'
  const isResult = published && screen.ranking.length > 0
  const lineups = vote.players.length > 0
  const canPick = isOpen && lineups
  const { held } = vote
  const shown: ShownBallot = { ...ballot, choose: held.ask }
  const { offer, picture, onShare } = useAfterVote(screen, ballot)
  const { line, close } = useOpeningMessage()
  const reveal = useReveal({ screen, ballot, isOpen, publication: vote.publication })
  const isOperator = useFan()?.is_admin === true
  const hasVoted = isComplete(ballot.stored)
  const closing = closingOf(match, vote.state)
  const slots = { offer, closing, onShare, ballot: shown, holders, onChoose: setChoosing }
  return (
    <div className={COLUMNS}>
      {/* Above the rows of the list, each of which is a layer of its own: what asks the fan in here reaches over them. */}
      <div className={BOARD_COLUMN}>
        {board}
        <div className={UNDER_BOARD}>
          <VoteBanner
            match={match}
            state={vote.state}
            picks={ballot.stored.length}
            publication={published && !isResult ? 'none' : vote.publication}
            lineups={lineups}
            folded={canPick}
          />
          <HeldNotice held={held} state={vote.state} online={useOnline()} />
          {published && <ResultCard screen={screen} />}
          {!canPick && <MatchShareRow screen={screen} voted={hasVoted} />}
          {canPick && hasTwoColumns && <PodiumCard {...slots} label={words.title} />}
        </div>
        {isOperator && (
          <div className="gutter pb-3 pair:px-0">
            <Later part={matchLinks} onOffline={() => undefined}>
              {(MatchLinks) => <MatchLinks id={match.match_id} at="match" />}
            </Later>
          </div>
        )}
        {line !== null && !ballot.touched && <line.Line message={line.message} onClose={close} />}
      </div>
      <div className={LIST_COLUMN}>
        {published && screen.result.ballots_set_aside !== undefined && hasVoted && (
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
            onTap={vote.tap}
            onChoose={setChoosing}
          />
        ) : (
          <RowSkeletons />
        )}
      </div>
      {isOpen && <SpokenPodium holders={holders} changed={ballot.touched} />}
      {canPick && !hasTwoColumns && <PodiumDock {...slots} />}
      {isOpen && choosing !== null && (
        <Later part={placeDialog} onOffline={vote.stopChoosing}>
          {(PlaceDialog) => (
            <PlaceDialog ballot={ballot} holders={holders} player={choosing} onClose={vote.stopChoosing} />
          )}
        </Later>
      )}
      {picture}
      {reveal}
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
 * Lets a fan who has voted share their podium, asks them on the next screen which club they follow, and offers the installation: one after the other,
 * and each once on this phone (docs/decisions/067).
 */
function useAfterVote(screen: MatchScreen, ballot: BallotOnScreen) {
  const hasVoted = isComplete(ballot.stored)
  const voted = ballot.touched && hasVoted
  const { show, dialog } = usePictureDialog(screen)
  const willAsk = useFollowPrompt(screen.match, voted)
  const { offer, close } = useInstallOffer(voted && ballot.status === 'saved' && !willAsk)
  return {
    picture: dialog,
    onShare: hasVoted ? () => show('podium') : undefined,
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

interface HeldNoticeProps {
  readonly held: HeldOnScreen
  /** Where the vote is not open, the podium, which says that it waits, is not on the screen. */
  readonly state: VotingState
  readonly online: boolean
}

/** Informs the fan about ballots of this match that wait on the phone. */
function HeldNotice({ held, state, online }: HeldNoticeProps) {
  const { newer, other, waiting } = held
  const refusal = voteRefusal(state)
  return (
    <div role="status" className="contents">
      {waiting && refusal !== null && newer === null && (
        <p className="rounded-card border border-line bg-surface p-4 text-sm">{waitingText(refusal, online)}</p>
      )}
      {other !== null && (
        <div className="flex items-center gap-2 rounded-card border border-line bg-surface p-4">
          <p className="flex-1 text-sm">{heldNotice.otherAccount}</p>
          <Button className="shrink-0 px-3" onClick={held.erase}>
            {heldNotice.erase}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Returns why the fan's ballot waits. A cancelled match accepts no ballots, even if the server has not refused this one yet. */
function waitingText(refusal: VoteRefusal, online: boolean): string {
  const meaning = verdictOf(refusal, true)
  if (meaning === 'refused') return heldNotice.cancelled
  if (!online || meaning !== 'wait') return heldNotice.waiting
  return refusal === 'vote_postponed' || refusal === 'vote_upcoming' ? heldNotice.postponed : heldNotice.paused
}

/** Returns whether `now` is or ever was true. A lazily loaded dialog stays mounted after its first opening, so that it can close. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}

interface RevealOptions extends Omit<RevealProps, 'published'> {
  readonly isOpen: boolean
  readonly publication: Publication
}

/** Returns the reveal of a match's result. Its code is fetched at once for a published result, else once the page has settled. The fan has not asked for it, so nothing is shown while the code is not there. */
function useReveal({ isOpen, publication, ...props }: RevealOptions): ReactNode {
  const published = publication === 'published'
  const isOn = isOpen || published || publication === 'counting'
  const [Moment, setMoment] = useState<typeof RevealMoment | null>(null)
  useEffect(() => {
    if (!isOn) return
    const load = () =>
      void loadPart(
        () => import('./reveal/reveal-moment.tsx'),
        (part) => setMoment(() => part.RevealMoment),
      )
    if (published) load()
    else whenSettled(load)
  }, [isOn, published])
  return isOn && Moment !== null && <Moment {...props} published={published} />
}
