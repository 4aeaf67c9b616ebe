import type { Season } from '@tribune/contract/rankings.ts'
import { seasons as words } from '@tribune/french/sentences/rankings.ts'
import { ChevronDown } from 'lucide'
import type { SelectHTMLAttributes } from 'react'
import { Icon } from './icon.tsx'

const SIZES = {
  /** As wide as its place, on a page. */
  page: { frame: 'w-full', box: 'min-h-12 rounded-card pr-11 pl-4 text-base font-semibold', arrow: 'right-4', px: 20 },
  /** As wide as its place and as high as a text field, in a form. */
  field: { frame: 'w-full', box: 'min-h-12 rounded-inner pr-10 pl-3 text-base', arrow: 'right-3', px: 20 },
  /** As wide as its longest choice and as high as a button. */
  button: { frame: '', box: 'target rounded-inner pr-9 pl-3 text-base font-semibold', arrow: 'right-2.5', px: 18 },
  /** As high as a finger, where a line of text may stand too. */
  line: {
    frame: 'max-w-full',
    box: 'h-[max(2rem,44px)] rounded-inner pr-8 pl-3 text-lg font-bold',
    arrow: 'right-2',
    px: 18,
  },
} as const

const GROUNDS = {
  surface: { arrow: 'text-quiet', box: 'border-edge bg-surface text-text' },
  ground: { arrow: 'text-quiet', box: 'border-edge bg-ground text-text' },
  board: { arrow: 'text-board-quiet', box: 'border-board-quiet bg-board text-on-board focus-visible:outline-on-board' },
} as const

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'size' | 'onChange' | 'value'> {
  readonly size: keyof typeof SIZES
  readonly on?: keyof typeof GROUNDS
  readonly value: string | number
  readonly onChoose: (value: string) => void
}

/** A choice among a few values: the system's own list, behind a box with a drawn arrow. */
export function Select({ size, on = 'surface', onChoose, className = '', ...select }: SelectProps) {
  const { frame, box, arrow, px } = SIZES[size]
  const colours = GROUNDS[on]
  return (
    // The arrow inherits its colour: one of its own would stay where the system chooses the colours (forced-colors).
    <span className={`relative inline-flex min-w-0 align-top ${colours.arrow} ${frame} ${className}`}>
      <select
        {...select}
        onChange={({ target }) => onChoose(target.value)}
        className={`w-full min-w-0 appearance-none truncate border ${box} ${colours.box}`}
      />
      <Icon of={ChevronDown} size={px} className={`pointer-events-none absolute top-1/2 -translate-y-1/2 ${arrow}`} />
    </span>
  )
}

interface SeasonSelectProps {
  /** The open season among them. */
  readonly seasons: readonly Season[]
  /** Id of the season in the address; undefined for the open one. */
  readonly asked: number | undefined
  /** Takes the id of a finished season, undefined for the open one. */
  readonly onAsk: (season: number | undefined) => void
  /** The surface behind the select. */
  readonly on: 'ground' | 'board'
}

/** The choice of a season. A line of text in its place has the same height, so that nothing moves. */
export function SeasonSelect({ seasons, asked, onAsk, on }: SeasonSelectProps) {
  const current = seasons.find(({ id, open }) => (asked === undefined ? open : id === asked))
  const ask = (value: string) => {
    const chosen = seasons.find(({ id }) => String(id) === value)
    onAsk(chosen?.open === false ? chosen.id : undefined)
  }
  return (
    <Select size="line" on={on} aria-label={words.choose} value={current?.id ?? ''} onChoose={ask}>
      {seasons.map(({ id, name, label }) => (
        <option key={id} value={id}>
          {words.name(name, label)}
        </option>
      ))}
    </Select>
  )
}
