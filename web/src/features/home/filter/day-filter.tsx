import type { HomeFixture } from '@tribune/contract/matches.ts'
import { isOverdue } from '@tribune/domain/matches/clock.ts'
import { shortDayWords } from '@tribune/french/format/dates.ts'
import { addDays, dayKey } from '@tribune/french/format/days.ts'
import { filters } from '@tribune/french/sentences/home.ts'
import { CalendarDays } from 'lucide'
import { lazy, memo, Suspense, useMemo } from 'react'
import { changeFilter, useFilter } from '../../../data/home-filter.ts'
import { Icon } from '../../../ui/icon.tsx'
import { homeParts } from '../fetch-parts.ts'
import { useFold } from './use-fold.ts'

const DayCalendar = lazy(async () => ({ default: (await homeParts()).DayCalendar }))

interface DayFilterProps {
  readonly matches: readonly HomeFixture[]
  readonly now: Date
}

/** Selects yesterday, today or tomorrow with one tap, and other days of the list with two. */
export const DayFilter = memo(function DayFilter({ matches, now }: DayFilterProps) {
  const { day, text } = useFilter()
  const { open, close, fold, button, panel } = useFold(text)
  const today = dayKey(now)
  const near: readonly (readonly [string, string])[] = [
    ['', filters.allDays],
    [addDays(today, -1), filters.yesterday],
    [today, filters.today],
    [addDays(today, 1), filters.tomorrow],
  ]
  const far = near.every(([key]) => key !== day)
  const choose = (key: string) => {
    changeFilter({ day: key })
    fold()
  }
  return (
    <div className="rounded-card border border-line bg-surface">
      <fieldset className="flex min-w-0 gap-1 p-[3px]">
        <legend className="sr-only">{filters.day}</legend>
        <div className="flex flex-1 flex-wrap gap-0.5">
          {near.map(([key, label]) => (
            <button
              key={key}
              type="button"
              aria-pressed={day === key}
              onClick={() => {
                changeFilter({ day: key })
                close()
              }}
              className={`${SEGMENT} flex-auto px-0.5`}
            >
              {label}
            </button>
          ))}
        </div>
        <button
          {...button}
          type="button"
          aria-label={far ? filters.chosenDay(shortDayWords(day)) : filters.calendar}
          title={filters.calendar}
          data-chosen={far || undefined}
          className={`${SEGMENT} inline-flex shrink-0 items-center justify-center gap-1.5 px-2 text-text`}
        >
          <Icon of={CalendarDays} size={20} />
          {far && shortDayWords(day)}
        </button>
      </fieldset>
      <div {...panel}>
        {open && <Calendar matches={matches} now={now} today={today} chosen={day} onChoose={choose} />}
      </div>
    </div>
  )
})

const SEGMENT =
  'target rounded-inner text-sm font-semibold whitespace-nowrap text-quiet hover:bg-raised focus-visible:-outline-offset-3 aria-pressed:bg-text aria-pressed:text-ground data-chosen:bg-text data-chosen:text-ground'

interface CalendarProps extends DayFilterProps {
  readonly today: string
  readonly chosen: string
  readonly onChoose: (day: string) => void
}

function Calendar({ matches, now, ...rest }: CalendarProps) {
  const counts = useMemo(() => {
    const days = new Map<string, number>()
    for (const match of matches) {
      const day = dayKey(match.match_date)
      if (!isOverdue(match, now)) days.set(day, (days.get(day) ?? 0) + 1)
    }
    return days
  }, [matches, now])
  return (
    <Suspense>
      <DayCalendar counts={counts} {...rest} />
    </Suspense>
  )
}
