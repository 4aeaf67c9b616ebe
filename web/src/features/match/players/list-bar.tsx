import { players as words } from '@tribune/french/sentences/match.ts'
import { Search, X } from 'lucide'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useEscape } from '../../../lib/state/use-escape.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useRootLength } from '../../../ui/use-root-length.ts'

interface ListBarProps {
  /** The team tabs. */
  readonly tabs: ReactNode
  /** Shows the other view of the players. */
  readonly toggle: ReactNode
  readonly query: string
  readonly onQuery: (query: string) => void
}

/** The bar over the list: team tabs, and a search box that replaces them on a phone while in use. */
export function ListBar({ tabs, toggle, query, onQuery }: ListBarProps) {
  const [searching, setSearching] = useState(query !== '')
  const box = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLSpanElement>(null)
  const wasSearching = useRef(searching)
  useRootLength('--head', '60px')
  useEffect(() => {
    if (searching && !wasSearching.current) box.current?.focus()
    if (!searching && wasSearching.current) opener.current?.querySelector('button')?.focus()
    wasSearching.current = searching
  }, [searching])
  const close = () => {
    onQuery('')
    setSearching(false)
  }
  useEscape(searching || query !== '', close)
  return (
    <div className="sticky top-[calc(var(--bar)+var(--notch))] z-10 -mx-4 flex items-center gap-2 bg-ground px-4 py-1 pair:mx-0 pair:px-0 wide:top-(--notch) wide:py-3">
      <div className={`@container min-w-0 flex-1 ${searching ? 'hidden wide:flex' : 'flex'}`}>{tabs}</div>
      <div
        className={`min-w-0 wide:block wide:w-36 min-[1100px]:w-64 ${searching ? 'flex-1 wide:flex-none' : 'hidden'}`}
      >
        <SearchField ref={box} label={words.search} placeholder={words.searchShort} value={query} onChange={onQuery} />
      </div>
      {/* One box on a phone, which leaves the tabs room for short names. */}
      <span
        className={`flex ${searching ? 'wide:rounded-card wide:border' : 'rounded-card border bg-surface'} border-line wide:bg-surface`}
      >
        <span className={searching ? 'hidden wide:contents' : 'contents'}>{toggle}</span>
        <span ref={opener} className="wide:hidden">
          {searching ? (
            <IconButton label={words.closeSearch} onClick={close} className="-mr-2">
              <Icon of={X} size={22} />
            </IconButton>
          ) : (
            <IconButton label={words.openSearch} onClick={() => setSearching(true)} className="h-[50px]">
              <Icon of={Search} size={22} />
            </IconButton>
          )}
        </span>
      </span>
    </div>
  )
}
