import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { type FocusEvent, memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSlices } from '../../../lib/list/use-slices.ts'
import { RankingRow } from './ranking-row.tsx'

/** Height of a row and of the gap under it, in rem, so that larger text gets larger rows. */
const ROW_REM = 5.5
const GAP_REM = 0.5
/** Below this width in rem, as on a phone with large text, a row's points stand over the name, and rows are higher. */
const STACKED_BELOW_REM = 17
const STACKED_ROW_REM = 9
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
  const { top, width } = useBox(list)
  const rem = rootFontSize()
  const stacked = width < STACKED_BELOW_REM * rem
  const rowRem = stacked ? STACKED_ROW_REM : ROW_REM
  const rowPx = (rowRem + GAP_REM) * rem
  const { onFocus, onBlur, rangeExtractor } = useFocusedRows()
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rows.length,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.player_id ?? index,
    // Renders the visible rows first, then their neighbours when there is time.
    overscan: useSlices(SPARE_ROWS, 0, SPARE_ROWS),
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    rangeExtractor,
  })
  // It keeps the heights that it was first given.
  const known = useRef(rowPx)
  useLayoutEffect(() => {
    if (known.current !== rowPx) virtualizer.measure()
    known.current = rowPx
  }, [virtualizer, rowPx])
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
            style={{ top: start - virtualizer.options.scrollMargin, height: `${rowRem}rem` }}
          >
            <RankingRow row={row} season={season} mine={mine.has(row.player_id)} stacked={stacked} />
          </li>
        )
      })}
    </ol>
  )
})

/**
 * Keeps the row that has the focus and its neighbours drawn, however far they are scrolled away and before anything has scrolled: Tab continues from there.
 */
function useFocusedRows() {
  const [focused, setFocused] = useState<number | null>(null)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range)
      if (focused === null) return drawn
      const retained = [focused - 1, focused, focused + 1].filter(
        (index) => index >= 0 && index < range.count && !drawn.includes(index),
      )
      return [...retained, ...drawn].sort((one, other) => one - other)
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

/** How far below the top of the page an element begins, and how wide it is, in pixels. */
interface Box {
  readonly top: number
  readonly width: number
}

/** Where the list last began, so that a fan who comes back far down finds its rows at once. */
let lastBox: Box = { top: 0, width: window.innerWidth }

/** Returns the position of an element. Measures again whenever content above it may have changed. */
function useBox(element: { readonly current: Element | null }): Box {
  const [box, setBox] = useState(lastBox)
  useEffect(() => {
    const look = () => {
      const { top = 0, width = lastBox.width } = element.current?.getBoundingClientRect() ?? {}
      const seen = { top: Math.round(top + window.scrollY), width }
      return seen.top === lastBox.top && seen.width === lastBox.width ? lastBox : seen
    }
    const watched = new ResizeObserver(() => {
      lastBox = look()
      setBox(lastBox)
    })
    watched.observe(document.body)
    return () => watched.disconnect()
  }, [element])
  return box
}

function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}
