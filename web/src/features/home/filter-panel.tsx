import type { HomeFixture } from '@tribune/contract/matches.ts'
import { ChevronDown } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { filters, home } from '../../i18n/fr-home.ts'
import { dayKey, relativeDay, shortDay } from '../../lib/dates.ts'
import { plural } from '../../lib/numbers.ts'
import { Button } from '../../ui/button.tsx'
import { changeFilter, resetFilter, toggleCompetition, useFilter } from './filter-store.ts'

interface FilterPanelProps {
  readonly matches: readonly HomeFixture[]
  readonly now: Date
}

/** « Top compétitions »: closed until asked for; says how many filters are on. */
export function FilterPanel({ matches, now }: FilterPanelProps) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const { competitionIds, day } = useFilter()
  const active = competitionIds.length + (day === '' ? 0 : 1)
  return (
    <div className="rounded-card border border-line bg-surface">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
        className="target flex min-h-12 w-full items-center gap-2 rounded-card px-4 text-left font-semibold"
      >
        {filters.title}
        {active > 0 && (
          <span className="text-sm font-normal text-quiet">{filters.active(plural(active, 'filtre'))}</span>
        )}
        <ChevronDown size={20} aria-hidden="true" className={`ml-auto ${open ? 'rotate-180' : ''}`} />
      </button>
      <div id={panel} hidden={!open} className="border-t border-line p-4">
        {open && <CompetitionChips matches={matches} chosen={competitionIds} />}
        {open && <DayChips matches={matches} now={now} chosen={day} />}
        {active > 0 && (
          <Button tone="quiet" className="mt-2 -ml-4" onClick={resetFilter}>
            {home.resetFilters}
          </Button>
        )}
      </div>
    </div>
  )
}

function CompetitionChips({ matches, chosen }: { matches: readonly HomeFixture[]; chosen: readonly number[] }) {
  const competitions = useMemo(() => topCompetitions(matches), [matches])
  return (
    <fieldset>
      <legend className="mb-2 text-sm text-quiet">{filters.competitions}</legend>
      <div className="flex flex-wrap gap-2">
        {competitions.map(({ competition_id, competition_name }) => (
          <Chip
            key={competition_id}
            pressed={chosen.includes(competition_id)}
            onPress={() => toggleCompetition(competition_id)}
            label={competition_name}
          />
        ))}
      </div>
    </fieldset>
  )
}

function DayChips({ matches, now, chosen }: { matches: readonly HomeFixture[]; now: Date; chosen: string }) {
  const days = useMemo(() => daysOf(matches, now), [matches, now])
  return (
    <fieldset className="mt-4">
      <legend className="mb-2 text-sm text-quiet">{filters.day}</legend>
      <div className="flex flex-wrap gap-2">
        <Chip pressed={chosen === ''} onPress={() => changeFilter({ day: '' })} label={filters.allDays} />
        {days.map(([key, label]) => (
          <Chip key={key} pressed={chosen === key} onPress={() => changeFilter({ day: key })} label={label} />
        ))}
      </div>
    </fieldset>
  )
}

function Chip({ pressed, onPress, label }: { pressed: boolean; onPress: () => void; label: string }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="target rounded-full border border-edge px-4 text-sm font-semibold hover:bg-raised aria-pressed:border-text aria-pressed:bg-text aria-pressed:text-ground"
    >
      {label}
    </button>
  )
}

/** Every competition of the list once, the weightiest first. */
function topCompetitions(matches: readonly HomeFixture[]): HomeFixture[] {
  const once = new Map(matches.map((match) => [match.competition_id, match]))
  return [...once.values()].sort(
    (one, other) =>
      other.competition_coefficient - one.competition_coefficient ||
      one.competition_name.localeCompare(other.competition_name, 'fr'),
  )
}

/** The days that have a match to show, newest first; days to come are not listed on the home page. */
function daysOf(matches: readonly HomeFixture[], now: Date): [string, string][] {
  const today = dayKey(now)
  const days = new Map<string, string>()
  for (const { match_date } of matches) {
    const key = dayKey(match_date)
    if (key <= today && !days.has(key)) days.set(key, label(match_date, now))
  }
  return [...days].sort(([one], [other]) => (one < other ? 1 : -1))
}

function label(date: string, now: Date): string {
  const near = relativeDay(date, now)
  return near === 'aujourd’hui' || near === 'hier' ? near.charAt(0).toUpperCase() + near.slice(1) : shortDay(date)
}
