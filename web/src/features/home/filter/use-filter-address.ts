import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { changeFilter, currentFilter, useFilter } from '../../../data/home-filter.ts'
import { SEARCH_DEBOUNCE_MS } from '../../../lib/limits.ts'
import { addressOf, filterOf, type HomeAddress } from './filter-address.ts'

/** The address last read or written. Input since then is newer. */
let synced = ''

/** Applies the filter of an address. Called before the screen renders, so that its first paint is filtered. */
export function followAddress(address: HomeAddress): void {
  const next = JSON.stringify(address)
  if (next === synced) return
  synced = next
  if (next !== JSON.stringify(addressOf(currentFilter()))) changeFilter(filterOf({ ...address }))
}

/**
 * Writes the filter into the address, so that a filtered list can be shared, reloaded, and found again on going back. Debounced, because browsers
 * refuse addresses that change at every key.
 */
export function useFilterAddress(): void {
  const navigate = useNavigate()
  const router = useRouter()
  const filter = useFilter()
  useEffect(() => {
    const search = addressOf(filter)
    const wanted = JSON.stringify(search)
    if (wanted === synced) return
    const timer = setTimeout(() => {
      // Navigating to a match, whose screen is still loading.
      if (router.latestLocation.pathname !== '/') return
      synced = wanted
      navigate({ to: '/', search, replace: true, resetScroll: false })
    }, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [filter, navigate, router])
}
