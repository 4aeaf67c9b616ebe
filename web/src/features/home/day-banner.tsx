import { useQuery } from '@tanstack/react-query'
import { dayBanner } from '@tribune/french/sentences/home.ts'
import { meQuery } from '../../data/session.ts'
import { prefersReducedMotion } from '../../lib/device/platform.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LIST_ID } from './list/match-list.tsx'
import type { HomeList } from './use-home.ts'

/** Suggests what to do on a day without upcoming matches, to fans who have never voted. */
export function DayBanner({ form }: { readonly form: DayBannerForm }) {
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-card border border-line bg-surface px-3 py-2">
      <p className="text-sm font-bold">{dayBanner.title}</p>
      {form === 'votes' ? (
        <Button className="px-3 text-sm" onClick={showList}>
          {dayBanner.openVotes}
        </Button>
      ) : (
        <ButtonLink to="/rankings" className="px-3 text-sm">
          {dayBanner.discover}
        </ButtonLink>
      )}
    </div>
  )
}

function showList(): void {
  document.getElementById(LIST_ID)?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth' })
}

/** Action of the banner; `unknown` until it is known whether the fan has voted. */
type DayBannerForm = 'none' | 'unknown' | 'votes' | 'ranking'

/**
 * Returns the banner, shown only on a day without upcoming matches and to fans who have never voted (spec section 2). Waits for the fan, so that the
 * list does not shift when that answer arrives, unless it fails.
 */
export function useDayBanner({ upcomingToday, anyOpen }: Pick<HomeList, 'upcomingToday' | 'anyOpen'>): DayBannerForm {
  const { data, failureCount } = useQuery(meQuery)
  if (upcomingToday) return 'none'
  if (data === undefined) return failureCount === 0 ? 'unknown' : 'none'
  if ((data.fan?.vote_count ?? 0) > 0) return 'none'
  return anyOpen ? 'votes' : 'ranking'
}
