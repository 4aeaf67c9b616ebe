import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { isVoteOpen } from '@tribune/domain/ballots/voting-window.ts'
import { dayKey } from '@tribune/french/format/dates.ts'
import { count, plural } from '@tribune/french/format/numbers.ts'
import { common, nouns } from '@tribune/french/sentences/app.ts'
import { history } from '@tribune/french/sentences/history.ts'
import { useMemo, useState } from 'react'
import { ownBallotsQuery } from '../../data/ballots/own-ballots.ts'
import { historyQuery } from '../../data/history.ts'
import { useFan } from '../../data/session.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { SKELETON_CARDS } from '../../lib/limits.ts'
import { useAskedRefresh } from '../../lib/state/use-asked-refresh.ts'
import { Button } from '../../ui/button.tsx'
import { Columns } from '../../ui/columns.tsx'
import { FillingLine } from '../../ui/filling-line.tsx'
import { FootBar } from '../../ui/foot-bar.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TopBar } from '../../ui/top-bar.tsx'
import { useRootLength } from '../../ui/use-root-length.ts'
import { useListNow } from '../home/use-home.ts'
import { SeasonAside } from '../rankings/season-aside.tsx'
import { competitionsOf, daysOf, figuresOf } from './day-rows.ts'
import { DaySection } from './day-section.tsx'

/** Historique: the finished matches of the last thirty days. */
export function HistoryPage() {
  const played = useHistory()
  // The sticky heading of the day is under the bar: focused elements scroll clear of both.
  useRootLength('--head', '52px')
  return (
    <>
      <ScreenTitle>{history.title}</ScreenTitle>
      <PullToRefresh onRefresh={played.refresh} busy={played.refreshing} />
      <TopBar title={history.title}>
        <RefreshButton onRefresh={played.refresh} busy={played.refreshing} />
      </TopBar>
      <FillingLine />
      <Columns aside={SeasonAside}>
        <p className="pt-3 text-quiet">{history.intro}</p>
        <HistoryFigures played={played} />
        <HistoryFilter played={played} />
        <HistoryContent played={played} />
      </Columns>
      <FootBar />
    </>
  )
}

/** The three tiles: matches, competitions and matches a day of the filtered list. */
function HistoryFigures({ played: { query, matches } }: { readonly played: PlayedHistory }) {
  if (query.data === undefined && query.isError) return null
  const known = query.data !== undefined
  const { finished, competitions, perDay } = figuresOf(matches)
  return (
    <dl className="mt-3 flex flex-wrap gap-2">
      <Tile label={history.finished(finished > 1 || !known)} value={known ? finished : null} />
      <Tile label={history.competitions(competitions > 1 || !known)} value={known ? competitions : null} />
      <Tile label={history.perDay(perDay > 1 || !known)} value={known ? perDay : null} />
    </dl>
  )
}

function Tile({ label, value }: { readonly label: string; readonly value: number | null }) {
  return (
    <div className="flex flex-[1_1_calc(5.1rem+26px)] flex-col-reverse justify-end gap-1 rounded-card border border-line bg-surface p-3">
      <dt className="text-sm leading-tight text-quiet">{label}</dt>
      <dd className="figures text-3xl font-extrabold">
        {value === null ? <Skeleton className="h-[calc(2.074rem*1.1)] w-12" /> : count(value)}
      </dd>
    </div>
  )
}

/** Filters by one competition, or shows all. */
function HistoryFilter({ played }: { readonly played: PlayedHistory }) {
  const { query, competitions, competition, choose } = played
  if (query.data === undefined && query.isError) return null
  const unknown = competition !== null && competitions.every(({ id }) => id !== competition)
  return (
    <div className="mt-3 flex gap-2">
      <Select
        size="page"
        aria-label={history.filter}
        value={competition ?? ''}
        disabled={query.data === undefined}
        onChoose={(value) => choose(value === '' ? null : Number(value))}
        className="flex-1"
      >
        <option value="">{history.all}</option>
        {unknown && <option value={competition}>{query.data === undefined ? '' : history.unknown}</option>}
        {competitions.map(({ id, name, matches }) => (
          <option key={id} value={id}>
            {history.competition(name, count(matches))}
          </option>
        ))}
      </Select>
      {competition !== null && (
        <Button className="shrink-0 rounded-card" aria-label={history.reset} onClick={() => choose(null)}>
          {history.resetShort}
        </Button>
      )}
    </div>
  )
}

/** Matches that render immediately. */
const FIRST_DRAWN = 8

/** Skeletons, an error, the empty state, or the days. Prefers an old list to an error. */
function HistoryContent({ played }: { readonly played: PlayedHistory }) {
  const { query, matches, days, competition, choose, refresh, refreshing } = played
  const now = useListNow(matches, query.dataUpdatedAt)
  const open = matches.filter((match) => isVoteOpen(match, now)).map(({ match_id }) => match_id)
  const [focused, setFocused] = useState<number | null>(null)
  const ballots = useOwnBallots(open.join(','), open)
  if (query.data === undefined && query.isError) {
    return (
      <div className="mt-4">
        <ErrorNotice
          message={history.loadError(messageOf(query.error))}
          error={query.error}
          onRetry={() => query.refetch()}
        />
      </div>
    )
  }
  if (query.data === undefined) return <HistorySkeleton />
  const { winners } = query.data
  let before = 0
  return (
    <>
      <p role="status" className="sr-only">
        {history.shown(plural(matches.length, nouns.match), matches.length < 2)}
      </p>
      {matches.length === 0 && (
        <div className="mt-4">
          <Notice
            actions={
              competition === null ? (
                <Button busy={refreshing} onClick={refresh}>
                  {common.refresh}
                </Button>
              ) : (
                <Button onClick={() => choose(null)}>{history.reset}</Button>
              )
            }
          >
            {history.empty}
          </Notice>
        </div>
      )}
      {days.map((day, index) => {
        const atOnce = before < FIRST_DRAWN || (focused !== null && Math.abs(index - focused) === 1)
        before += day.matches.length
        return (
          <DaySection
            key={day.key}
            day={day}
            now={now}
            winners={winners}
            ballots={ballots}
            atOnce={atOnce}
            index={index}
            onFocus={setFocused}
          />
        )
      })}
    </>
  )
}

const KEYS = Array.from({ length: SKELETON_CARDS }, (_, index) => index)

/** A day with six cards, of the same size as the real ones. */
function HistorySkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{common.loading}</span>
      <Skeleton className="mt-5 mb-2 h-[calc(1.2rem*1.3)] w-32" />
      <div className="grid gap-3 wide:grid-cols-2">
        {KEYS.map((key) => (
          <div key={key} className="flex flex-col rounded-card border border-line bg-surface px-3 pt-2.5">
            <div className="flex h-6 items-center">
              <Skeleton className="h-4 w-36" />
            </div>
            <div className="mt-2 mb-2.5 flex flex-col gap-1.5">
              <TeamSkeleton />
              <TeamSkeleton />
            </div>
            <div className="flex min-h-13 items-center justify-between border-t border-line">
              <Skeleton className="h-4 w-28" />
              <Skeleton className="h-4 w-32" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

function TeamSkeleton() {
  return (
    <div className="flex h-7 items-center gap-3">
      <Skeleton className="size-7" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="ml-auto h-6 w-5" />
    </div>
  )
}

/**
 * Returns the fan's own ballots by match, empty for a visitor. Makes no request if there are no matches. `list` names the list of the matches.
 */
function useOwnBallots(list: string, matchIds: readonly number[]): ReadonlyMap<number, Vote> {
  const fan = useFan()
  const { data } = useQuery({
    ...ownBallotsQuery(list, fan?.id ?? '', matchIds),
    enabled: Boolean(fan) && matchIds.length > 0,
  })
  return useMemo(() => new Map(fan ? data?.map((vote) => [vote.match_id, vote]) : []), [fan, data])
}

const NONE: readonly HomeFixture[] = []

/** Returns the filtered history. The filter is in the address, so that it can be shared, reloaded, and found again on going back. */
function useHistory() {
  const { c: competition = null } = useSearch({ from: '/history' })
  const navigate = useNavigate()
  const query = useQuery(historyQuery)
  const all = query.data?.matches ?? NONE
  const matches = useMemo(
    () => (competition === null ? all : all.filter((match) => match.competition_id === competition)),
    [all, competition],
  )
  return {
    query,
    matches,
    days: useMemo(() => daysOf(matches, (moment) => dayKey(moment)), [matches]),
    competitions: useMemo(() => competitionsOf(all), [all]),
    competition,
    choose: (id: number | null) =>
      void navigate({ to: '/history', search: { c: id ?? undefined }, replace: true, resetScroll: false }),
    ...useAskedRefresh(query.refetch, history.loadError),
  }
}

type PlayedHistory = ReturnType<typeof useHistory>
