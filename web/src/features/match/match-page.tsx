import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { HomeFixture, MatchScreen } from '@tribune/contract/matches.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { common, navigation, notFound } from '../../i18n/fr.ts'
import { match as words } from '../../i18n/fr-match.ts'
import { errorHaptic } from '../../lib/device/platform.ts'
import { ApiError, messageOf } from '../../lib/http/api-error.ts'
import { useFan } from '../../lib/http/session.ts'
import { useDrawable } from '../../lib/list/use-drawable.ts'
import { useAskedRefresh } from '../../lib/live/use-asked-refresh.ts'
import { useAutoRefresh } from '../../lib/live/use-auto-refresh.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBar } from '../../ui/top-bar.tsx'
import { homeQuery } from '../home/api.ts'
import { MatchShareIcon } from '../share/match-share.tsx'
import { ballotQuery, matchIdOf, matchQuery } from './api.ts'
import { MatchBoard } from './board/match-board.tsx'
import { MatchTitle } from './board/match-title.tsx'
import { type MatchNote, MatchNotes } from './board/notes.tsx'
import { MatchWaiting } from './match-skeleton.tsx'
import { MatchView } from './match-view.tsx'

const route = getRouteApi('/match/$id')

/** A match: what it is doing, its players, the vote, and once that is over its result. */
export function MatchPage() {
  const { id } = route.useParams()
  const matchId = matchIdOf(id)
  return matchId === null ? <Failed message={words.notFound(id)} /> : <Match key={matchId} id={matchId} />
}

function Match({ id }: { readonly id: number }) {
  const query = useQuery(matchQuery(id))
  // Outlives the board, which is drawn anew with the players: a note that was asked for before they came stays open.
  const [note, setNote] = useState<MatchNote | null>(null)
  const boardOf = (match: HomeFixture) => (
    <MatchBoard match={match}>
      <MatchNotes coefficient={match.competition_coefficient} open={note} onOpen={setNote} />
    </MatchBoard>
  )
  const fan = useFan()
  // Read beside the match, not after it.
  useQuery({ ...ballotQuery(id, fan?.id ?? ''), enabled: fan != null })
  const reread = () => void query.refetch()
  const { refresh, refreshing } = useAskedRefresh(query.refetch, words.loadError)
  useAutoRefresh(isSettled(query.data) ? null : 'match', reread, query.data === undefined ? null : id)
  const data = useDrawable(query.data)
  const { error } = query
  if (data !== undefined) {
    const { home_team, away_team } = data.match
    return (
      <>
        <ScreenTitle>{words.title(home_team, away_team)}</ScreenTitle>
        <PullToRefresh onRefresh={refresh} busy={refreshing} />
        <TopBar as="p" title={<MatchTitle match={data.match} />}>
          <MatchShareIcon screen={data} />
          <RefreshButton onRefresh={refresh} busy={refreshing} />
        </TopBar>
        <MatchView screen={data} board={boardOf(data.match)} refresh={reread} />
      </>
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

interface OnItsWayProps {
  readonly id: number
  readonly boardOf: (match: HomeFixture) => ReactNode
}

/** The players are; the board is there already for who comes from the list. */
function OnItsWay({ id, boardOf }: OnItsWayProps) {
  const match = useQueryClient()
    .getQueryData(homeQuery.queryKey)
    ?.find(({ match_id }) => match_id === id)
  if (match === undefined) return <MatchWaiting />
  const name = words.title(match.home_team, match.away_team)
  return <MatchWaiting known={{ name, title: <MatchTitle match={match} />, board: boardOf(match) }} />
}

/** Its result is out, or it never will be: nothing more is to come. */
function isSettled(screen: MatchScreen | undefined): boolean {
  return screen !== undefined && (screen.result.source !== null || screen.match.status === 'cancelled')
}

interface FailedProps {
  readonly message: string
  readonly error?: Error
  readonly onRetry?: () => void
}

/** No match: what may help is trying again, or the list. */
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
              {notFound.action}
            </ButtonLink>
          )}
          <Button onClick={() => window.location.reload()}>{common.reload}</Button>
        </ErrorNotice>
      </div>
    </>
  )
}
