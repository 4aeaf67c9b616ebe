import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '../../lib/limits.ts'
import { useAskedSeason } from '../../lib/router/use-asked-season.ts'
import { useDebounced } from '../../lib/state/use-debounced.ts'
import { asSearch, type RankingAddress } from './ranking-address.ts'

/**
 * Keeps what is asked of the ranking in the URL, so that it can be sent, reloaded, and found again on the way back from a player. The input updates at
 * once; the URL and the query (`search`) are debounced.
 */
export function useRankingAddress() {
  const { q = '', mine } = useSearch({ from: '/rankings' })
  const season = useAskedSeason()
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
    go.current({ q: search || undefined, mine, season })
  }, [search, mine, season])

  const showMine = (wanted: boolean) => go.current({ q: q || undefined, mine: wanted || undefined, season })
  return { text, setText, search, mine: mine === true && season === undefined, showMine, season }
}
