import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../lib/http/session.ts'
import type { HomeList } from './use-home.ts'

/** What the banner's button offers; `unknown` while it is not known whether the fan has voted. */
export type DayBannerForm = 'none' | 'unknown' | 'votes' | 'ranking'

/**
 * Only on a day without a match to come, and only to those who have no vote yet (spec section 2). Who it is is waited for then, so that
 * the list does not jump when the answer comes; not when it fails.
 */
export function useDayBanner({ upcomingToday, anyOpen }: Pick<HomeList, 'upcomingToday' | 'anyOpen'>): DayBannerForm {
  const { data, failureCount } = useQuery(meQuery)
  if (upcomingToday) return 'none'
  if (data === undefined) return failureCount === 0 ? 'unknown' : 'none'
  if ((data.fan?.vote_count ?? 0) > 0) return 'none'
  return anyOpen ? 'votes' : 'ranking'
}
