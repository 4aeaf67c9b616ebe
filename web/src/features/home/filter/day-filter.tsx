import type { HomeFixture } from '@tribune/contract/matches.ts'
import { isOverdue } from '@tribune/domain/matches/clock.ts'
import { shortDayWords } from '@tribune/french/format/dates.ts'
import { addDays, dayKey } from '@tribune/french/format/days.ts'
import { filters } from '@tribune/french/sentences/home.ts'
import { CalendarDays } from 'lucide'
import { lazy, Suspense, useMemo } from 'react'
import { changeFilter, useFilter } from '../../../data/home-filter.ts'
import { Icon } from '../../../ui/icon.tsx'
import { homeParts } from '../fetch-parts.ts'
import { type Fold, showWhole } from './use-fold.ts'

const DayCalendar = lazy(async () => ({ default: (await homeParts()).DayCalendar }))

interface DayButtonsProps {
  readonly fold: Fold
  readonly today: string
}

/** Selects yesterday, today or tomorrow with one tap, and other days of the list with two. */
export function DayButtons({ fold, today }: DayButtonsProps) {
  const { day } = useFilter()
  const near: readonly (readonly [string, string])[] = [
    ['', filters.allDays],
    [addDays(today, -1), filters.yesterday],
    [today, filters.today],
    [addDays(today, 1), filters.tomorrow],
  ]
  const far = near.every(([key]) => key !== day)
  return (
    <fieldset className="flex min-w-0 grow rounded-card border border-line bg-surface @xs:shrink-0">
      <legend className="sr-only">{filters.day}</legend>
      <div className="flex flex-1 flex-wrap">
        {near.map(([key, label]) => (
          <button
            key={key}
            type="button"
            aria-pressed={day === key}
            onFocus={showWhole}
            onClick={() => {
              changeFilter({ day: key })
              fold.close()
            }}
            className={`${SEGMENT} flex-auto px-1.5`}
          >
            {label}
          </button>
        ))}
      </div>
      <button
        {...fold.button}
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
  )
}

const SEGMENT =
  'target rounded-[11px] text-sm font-semibold whitespace-nowrap text-quiet hover:bg-raised focus-visible:-outline-offset-3 aria-pressed:bg-text aria-pressed:text-ground data-chosen:bg-text data-chosen:text-ground'

interface DayPanelProps {
  readonly fold: Fold
  readonly matches: readonly HomeFixture[]
  readonly now: Date
}

export function DayPanel({ fold, ...list }: DayPanelProps) {
  const choose = (day: string) => {
    changeFilter({ day })
    fold.fold()
  }
  return (
    <div {...fold.panel} className="basis-full rounded-card border border-line bg-surface">
      {fold.open && <Calendar {...list} onChoose={choose} />}
    </div>
  )
}

interface CalendarProps extends Omit<DayPanelProps, 'fold'> {
  readonly onChoose: (day: string) => void
}

function Calendar({ matches, now, onChoose }: CalendarProps) {
  const { day: chosen } = useFilter()
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
      <DayCalendar counts={counts} today={dayKey(now)} chosen={chosen} onChoose={onChoose} />
    </Suspense>
  )
}
