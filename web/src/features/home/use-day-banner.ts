import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../data/session.ts'
import type { HomeList } from './use-home.ts'

/** Action of the banner; `unknown` until it is known whether the fan has voted. */
export type DayBannerForm = 'none' | 'unknown' | 'votes' | 'ranking'

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
