import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, type NotFoundRouteProps } from '@tanstack/react-router'
import { type Atom, createAtom, useSelector } from '@tanstack/react-store'
import type { HomeFixture, MatchScreen } from '@tribune/contract/matches.ts'
import { isOpenState, votingState } from '@tribune/domain/ballots/voting-window.ts'
import { common, crash, navigation } from '@tribune/french/sentences/app.ts'
import { match as words } from '@tribune/french/sentences/match.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { ballotQuery } from '../../data/ballots/match-ballot.ts'
import { historyQuery } from '../../data/history.ts'
import { useAutoRefresh } from '../../data/live/use-auto-refresh.ts'
import { homeQuery, matchQuery } from '../../data/matches.ts'
import { useFan } from '../../data/session.ts'
import { errorHaptic } from '../../lib/device/platform.ts'
import { ApiError, messageOf } from '../../lib/http/api-error.ts'
import { serverNow } from '../../lib/http/server-clock.ts'
import { Later } from '../../lib/list/later-part.tsx'
import { useAskedRefresh } from '../../lib/state/use-asked-refresh.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PodiumSteps } from '../../ui/podium-steps.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton, SkeletonOf } from '../../ui/skeleton.tsx'
import { TopBar } from '../../ui/top-bar.tsx'
import { MatchShareIcon } from '../share/match-share.tsx'
import { kitStyle } from './board/kit-line.tsx'
import { CompetitionStar, MatchBoard, MatchTitle } from './board/match-board.tsx'
import { type MatchNote, MatchNotes } from './board/notes.tsx'
import { filmDialog } from './later-parts.ts'
import { MatchWaiting } from './match-skeleton.tsx'
import { MatchView } from './match-view.tsx'
import { VoteBanner } from './voting/vote-banner.tsx'

const route = getRouteApi('/match/$id')

const HOLDER = {
  lit: false,
  content: (
    <span className="flex flex-col items-center gap-0.5 pb-1 text-sm leading-tight">
      <Skeleton className="size-[52px]" />
      <Skeleton className="h-[1lh] w-16" />
      <Skeleton className="h-6 w-14" />
    </span>
  ),
}

/** A match: its state, its players, the vote, and then the result. */
export function MatchPage() {
  const { id } = route.useParams()
  return <Match key={id} id={id} />
}

/** Shown for an invalid match id; `data` is the id in the address. */
export function UnknownMatch({ data }: NotFoundRouteProps) {
  return <Failed message={words.notFound(String(data))} />
}

function Match({ id }: { readonly id: number }) {
  const query = useQuery(matchQuery(id))
  // Survives the board, which mounts again with the players, so that a note opened before stays open.
  const [note] = useState(() => createAtom<MatchNote | null>(null))
  const boardOf = (match: HomeFixture) => (
    <MatchBoard match={match}>
      <MatchNotes match={match} note={note} />
    </MatchBoard>
  )
  const fan = useFan()
  // Reads in parallel with the match.
  useQuery({ ...ballotQuery(id, fan?.id ?? ''), enabled: fan != null })
  const reread = () => void query.refetch()
  const { refresh, refreshing } = useAskedRefresh(query.refetch, words.loadError)
  useAutoRefresh(isSettled(query.data) ? null : 'match', reread, query.data === undefined ? null : id)
  const data = query.data
  const { error } = query
  if (data !== undefined) {
    const { home_team, away_team } = data.match
    return (
      <div className="contents" style={kitStyle(data.kits)}>
        <ScreenTitle>{words.title(home_team, away_team)}</ScreenTitle>
        <PullToRefresh onRefresh={refresh} busy={refreshing} />
        <TopBar as="p" title={<MatchTitle match={data.match} />}>
          <CompetitionStar match={data.match} />
          <MatchShareIcon screen={data} />
          <RefreshButton onRefresh={refresh} busy={refreshing} />
        </TopBar>
        <MatchView screen={data} board={boardOf(data.match)} refresh={reread} />
        <Film screen={data} note={note} />
      </div>
    )
  }
  if (error === null) return <OnItsWay id={id} boardOf={boardOf} />
  const isMissing = error instanceof ApiError && error.code === 'match_not_found'
  return isMissing ? (
    <Failed message={words.notFound(String(id))} />
  ) : (
    <Failed error={error} message={words.loadError(messageOf(error))} onRetry={reread} />
  )
}

interface FilmProps {
  readonly screen: MatchScreen
  readonly note: Atom<MatchNote | null>
}

/** The film of the match, while it is open. */
function Film({ screen, note }: FilmProps) {
  const close = () => note.set(null)
  if (useSelector(note) !== 'film') return null
  return (
    <Later part={filmDialog} onOffline={close}>
      {(FilmDialog) => <FilmDialog screen={screen} onClose={close} />}
    </Later>
  )
}

interface OnItsWayProps {
  readonly id: number
  readonly boardOf: (match: HomeFixture) => ReactNode
}

/** Shown while the players load. For fans who come from a list, the board is there already. */
function OnItsWay({ id, boardOf }: OnItsWayProps) {
  const client = useQueryClient()
  const isThis = ({ match_id }: HomeFixture) => match_id === id
  const match =
    client.getQueryData(homeQuery.queryKey)?.find(isThis) ??
    client.getQueryData(historyQuery.queryKey)?.matches.find(isThis)
  if (match === undefined) return <MatchWaiting />
  const name = words.title(match.home_team, match.away_team)
  const known = {
    name,
    title: <MatchTitle match={match} />,
    board: boardOf(match),
    under: <StateShape match={match} />,
  }
  return <MatchWaiting known={known} />
}

/** Returns whether nothing more can change, because the result is published or never will be. */
function isSettled(screen: MatchScreen | undefined): boolean {
  return screen !== undefined && (screen.result.source !== null || screen.match.status === 'cancelled')
}

interface FailedProps {
  readonly message: string
  readonly error?: Error
  readonly onRetry?: () => void
}

/** Shown if the match cannot be loaded: retry, or go to the list. */
function Failed({ message, error, onRetry }: FailedProps) {
  useEffect(() => errorHaptic(), [])
  return (
    <>
      <ScreenTitle>{message}</ScreenTitle>
      <TopBar title={navigation.match} />
      <div className="gutter mx-auto max-w-[560px] pt-6">
        <ErrorNotice message={message} error={error} onRetry={onRetry}>
          {onRetry === undefined && (
            <ButtonLink to="/" tone="action">
              {crash.home}
            </ButtonLink>
          )}
          <Button onClick={() => window.location.reload()}>{common.reload}</Button>
        </ErrorNotice>
      </div>
    </>
  )
}

/** The shape of what stands under the board while the players of a match load, as its state decides: nothing while votes are open, the result once closed. */
function StateShape({ match }: { readonly match: HomeFixture }) {
  const state = votingState(match, serverNow())
  if (isOpenState(state)) return null
  return (
    <>
      <SkeletonOf>
        <VoteBanner match={match} state={state} picks={0} publication="published" lineups />
      </SkeletonOf>
      {state === 'closed' && <ResultShape />}
    </>
  )
}

/** The card of a result by votes, and the button that shares it. */
function ResultShape() {
  return (
    <>
      <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4">
        <Skeleton className="h-[1lh] w-2/3 text-lg" />
        <PodiumSteps label="" steps={{ 1: HOLDER, 2: HOLDER, 3: HOLDER }} />
        <Skeleton className="h-[calc(1lh+46px)] text-sm" />
      </div>
      <Skeleton className="h-11" />
    </>
  )
}
