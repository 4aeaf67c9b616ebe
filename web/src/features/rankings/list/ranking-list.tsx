import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { SeasonRow } from '@tribune/contract/rankings.ts'
import {
  type FocusEvent,
  memo,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { RankingRow } from './ranking-row.tsx'

/** Height of a row and of the gap under it, in rem, so that larger text gets larger rows. */
const ROW_REM = 5.5
const GAP_REM = 0.5
/** Rows drawn beyond each edge of the screen. */
const SPARE_ROWS = 6

interface RankingListProps {
  readonly rows: readonly SeasonRow[]
  /** Length of the whole list, of which these are the first rows. */
  readonly total: number
  /** A past season, in which the players' pages open; the open one if undefined. */
  readonly season?: number | undefined
  readonly mine: ReadonlySet<number>
  readonly label: string
}

/** The rows in sight, at their place in a list as high as all of them: ten thousand cost what fits on the screen. */
export const RankingList = memo(function RankingList({ rows, total, season, mine, label }: RankingListProps) {
  const list = useRef<HTMLOListElement>(null)
  const rowPx = (ROW_REM + GAP_REM) * rootFontSize()
  const { onFocus, onBlur, rangeExtractor } = useFocusKept()
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rows.length,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.player_id ?? index,
    // First what is in sight, then, when there is time, its neighbours.
    overscan: useDeferredValue(SPARE_ROWS, 0),
    scrollMargin: useOffsetTop(list),
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    rangeExtractor,
  })
  return (
    <ol
      ref={list}
      aria-label={label}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index]
        if (row === undefined) return null
        return (
          <li
            key={key}
            data-index={index}
            aria-setsize={total}
            aria-posinset={index + 1}
            className="absolute inset-x-0"
            style={{ top: start - virtualizer.options.scrollMargin, height: `${ROW_REM}rem` }}
          >
            <RankingRow row={row} season={season} mine={mine.has(row.player_id)} />
          </li>
        )
      })}
    </ol>
  )
})

/**
 * Keeps the row that has the focus and its neighbours drawn, however far they are scrolled away and before anything has scrolled: Tab continues from there.
 */
function useFocusKept() {
  const [focused, setFocused] = useState<number | null>(null)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range)
      if (focused === null) return drawn
      const kept = [focused - 1, focused, focused + 1].filter(
        (index) => index >= 0 && index < range.count && !drawn.includes(index),
      )
      return [...kept, ...drawn].sort((one, other) => one - other)
    },
    [focused],
  )
  const onFocus = ({ target }: FocusEvent<Element>) => {
    const index = target.closest('li')?.dataset.index
    setFocused(index === undefined ? null : Number(index))
  }
  // On its way to a neighbour the focus has not left: that row must stay.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<Element>) => {
    if (!currentTarget.contains(relatedTarget)) setFocused(null)
  }
  return { onFocus, onBlur, rangeExtractor }
}

/** Where the list last began, so that a fan who comes back far down finds its rows at once. */
let lastTop = 0

/** How far below the top of the page an element begins, in pixels; looked at again whenever what is above it may have changed. */
function useOffsetTop(element: { readonly current: Element | null }): number {
  const [top, setTop] = useState(lastTop)
  useEffect(() => {
    const look = () => Math.round((element.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    const watched = new ResizeObserver(() => {
      lastTop = look()
      startTransition(() => setTop(lastTop))
    })
    watched.observe(document.body)
    return () => watched.disconnect()
  }, [element])
  return top
}

function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}
