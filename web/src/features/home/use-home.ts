import { useQuery } from '@tanstack/react-query'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { isVoteOpen, voteWindow } from '@tribune/domain/ballots/voting-window.ts'
import { msOf } from '@tribune/domain/common/instant.ts'
import { filterHome, type HomeFilter, hasUpcomingToday, orderHome } from '@tribune/domain/home/home-list.ts'
import { dayKey } from '@tribune/french/format/dates.ts'
import { home as words } from '@tribune/french/sentences/home.ts'
import { useEffect, useMemo, useState } from 'react'
import { homeBallotsQuery } from '../../data/ballots/home-ballots.ts'
import { useFilter } from '../../data/home-filter.ts'
import { useAutoRefresh } from '../../data/live/use-auto-refresh.ts'
import { homeQuery } from '../../data/matches.ts'
import { useFan } from '../../data/session.ts'
import { isVisible, onPresenceChange } from '../../lib/device/platform.ts'
import { serverNow } from '../../lib/http/server-clock.ts'
import { useAskedRefresh } from '../../lib/state/use-asked-refresh.ts'

const NONE: readonly HomeFixture[] = []

/** Returns the current home list, its query, and its refresh. */
export function useHome() {
  const query = useQuery(homeQuery)
  const filter = useFilter()
  const received = query.data ?? NONE
  const now = useListNow(received, query.dataUpdatedAt)
  const votes = useHomeBallots(useMemo(() => firstBegun(received), [received]))
  useAutoRefresh('home', () => query.refetch(), query.data === undefined ? null : 'home')

  return {
    query,
    loaded: query.data !== undefined,
    list: useMemo(() => listOf(received, now, votes, filter), [received, now, votes, filter]),
    ...useAskedRefresh(query.refetch, words.loadError),
  }
}

/** Derives everything shown from the matches, the time and the filter. */
function listOf(all: readonly HomeFixture[], now: Date, votes: ReadonlyMap<number, Vote>, filter: HomeFilter) {
  return {
    all,
    now,
    votes,
    matches: orderHome(filterHome(all, filter, now, dayKey), now),
    filterKey: JSON.stringify(filter),
    otherDay: filter.day !== '' && filter.day !== dayKey(now),
    upcomingToday: hasUpcomingToday(all, now, dayKey),
    anyOpen: all.some((match) => isVoteOpen(match, now)),
  }
}

export type Home = ReturnType<typeof useHome>
export type HomeList = Home['list']

/** Returns the earliest kick-off of the matches that have begun, as only these can have a ballot; `null` if there are none. */
function firstBegun(matches: readonly HomeFixture[]): string | null {
  const begun = matches.filter((match) => match.status !== 'upcoming').map((match) => msOf(match.match_date))
  return begun.length === 0 ? null : new Date(Math.min(...begun)).toISOString()
}

/** Returns the fan's own ballots by match for the list of home, whose matches kicked off at `from` or later; `null` if none has begun. */
function useHomeBallots(from: string | null): ReadonlyMap<number, Vote> {
  const fan = useFan()
  const { data } = useQuery({ ...homeBallotsQuery(fan?.id ?? '', from), enabled: Boolean(fan) && from !== null })
  return useMemo(() => new Map(fan ? data?.map((vote) => [vote.match_id, vote]) : []), [fan, data])
}

/** How often the list is sorted again, in milliseconds. */
const REORDER_MS = 10_000

/**
 * Returns the server's time for a list. Updates every ten seconds while the page is in the foreground, at the moment a vote closes, and when an answer
 * arrives (`answeredAt`, milliseconds of this device), because the first answer may reveal that the phone's clock is wrong.
 */
export function useListNow(matches: readonly HomeFixture[], answeredAt: number): Date {
  const [tickedAt, setTickedAt] = useState(() => Date.now())
  const now = useMemo(() => serverNow(Math.max(tickedAt, answeredAt)), [tickedAt, answeredAt])
  const wait = useMemo(() => Math.min(REORDER_MS, untilNextClosing(matches, now)), [matches, now])
  useEffect(() => {
    const tick = () => setTickedAt(Date.now())
    const due = now.getTime() + wait
    const timer = isVisible() ? setTimeout(tick, Math.max(0, due - serverNow().getTime())) : undefined
    const stop = onPresenceChange(tick)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [now, wait])
  return now
}

/** Returns the milliseconds until the next vote closes, `Infinity` if none will. */
function untilNextClosing(matches: readonly HomeFixture[], now: Date): number {
  const waits = matches.map((match) => (voteWindow(match).closes_at?.getTime() ?? 0) - now.getTime())
  return waits.reduce((least, wait) => (wait > 0 && wait < least ? wait : least), Number.POSITIVE_INFINITY)
}
