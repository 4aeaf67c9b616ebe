import { useNavigate, useRouter } from '@tanstack/react-router'
import { SEARCH_DEBOUNCE_MS } from '@tribune/domain/refresh.ts'
import { useEffect } from 'react'
import { addressOf, filterOf, type HomeAddress } from './filter-address.ts'
import { changeFilter, currentFilter, useFilter } from './filter-store.ts'

/** The address that was last read or written: what was typed since then is newer. */
let agreed = ''

/** Filters as the address says. Called on the way to the screen, so that its first picture is the filtered one. */
export function followAddress(address: HomeAddress): void {
  const told = JSON.stringify(address)
  if (told === agreed) return
  agreed = told
  if (told !== JSON.stringify(addressOf(currentFilter()))) changeFilter(filterOf({ ...address }))
}

/**
 * Writes the filter into the address, so that a filtered list can be sent, reloaded, and found again on the way back. It waits for
 * the typing to pause: browsers refuse addresses that change at every key.
 */
export function useFilterAddress(): void {
  const navigate = useNavigate()
  const router = useRouter()
  const filter = useFilter()
  useEffect(() => {
    const search = addressOf(filter)
    const wanted = JSON.stringify(search)
    if (wanted === agreed) return
    const timer = setTimeout(() => {
      // On the way to a match, whose screen is still being fetched.
      if (router.latestLocation.pathname !== '/') return
      agreed = wanted
      navigate({ to: '/', search, replace: true, resetScroll: false })
    }, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [filter, navigate, router])
}
