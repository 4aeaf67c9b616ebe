import { useNavigate, useSearch } from '@tanstack/react-router'
import { SEARCH_DEBOUNCE_MS } from '@tribune/domain/refresh.ts'
import { useEffect, useRef, useState } from 'react'
import { useDebounced } from '../../lib/state/use-debounced.ts'
import { asSearch, type RankingAddress, readRankingAddress } from './ranking-address.ts'

/**
 * What is asked of the ranking. It stands in the address, so that it can be sent, reloaded, and found again on the way back from a
 * player. The text follows the keys, the address and the question (`search`) only once they pause.
 */
export function useRankingAddress() {
  // The router leaves in the address what the route's own reading dropped.
  const { q = '', mine = false } = readRankingAddress({ ...useSearch({ from: '/rankings' }) })
  const navigate = useNavigate()
  const [text, setText] = useState(q)
  const search = useDebounced(asSearch(text), SEARCH_DEBOUNCE_MS)
  const agreed = useRef(q)
  const go = useRef((address: RankingAddress) => {
    navigate({ to: '/rankings', search: address, replace: true, resetScroll: false })
  })

  useEffect(() => {
    // Changed by the way back or by a link, not by typing.
    if (q !== agreed.current) setText(q)
    agreed.current = q
  }, [q])

  useEffect(() => {
    if (search === agreed.current) return
    agreed.current = search
    go.current({ ...(search === '' ? {} : { q: search }), ...(mine ? { mine } : {}) })
  }, [search, mine])

  const showMine = (wanted: boolean) => go.current({ ...(q === '' ? {} : { q }), ...(wanted ? { mine: wanted } : {}) })
  return { text, setText, search, mine, showMine }
}
