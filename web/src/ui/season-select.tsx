import type { Season } from '@tribune/contract/rankings.ts'
import { seasons as words } from '@tribune/french/sentences/rankings.ts'
import { Select } from './select.tsx'

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
