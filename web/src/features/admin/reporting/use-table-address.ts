import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { AdminAddress } from '../admin-address.ts'

const route = getRouteApi('/admin')

/** Returns what the table of finished matches shows, as the address says it, and what has it show something else. « Retour » leads to what it showed before. */
export function useTableAddress() {
  const { tab, page = 1, competition, match } = route.useSearch()
  const navigate = useNavigate()
  const choose = (asked: Pick<AdminAddress, 'page' | 'competition'>) =>
    void navigate({ to: '/admin', search: { tab, ...asked }, resetScroll: false })
  /** Replaces a page that does not exist by the last one. */
  const correct = (last: number) =>
    void navigate({ to: '/admin', search: { tab, competition, match, page: last }, replace: true, resetScroll: false })
  return { shown: { competition_id: competition, match_id: match, page }, choose, correct }
}
