import type { HomeFixture } from '@tribune/contract/matches.ts'
import { filterHome } from '@tribune/domain/home/home-list.ts'
import { isOverdue } from '@tribune/domain/matches/clock.ts'
import { addDays, dayKey, shortDayWords } from '@tribune/french/format/dates.ts'
import { filters } from '@tribune/french/sentences/home.ts'
import { CalendarDays, ChevronDown } from 'lucide'
import { type FocusEvent, lazy, memo, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { changeFilter, useFilter } from '../../../data/home-filter.ts'
import { useEscape } from '../../../lib/state/use-escape.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { homeParts } from '../fetch-parts.ts'
import { type ListedCompetition, topCompetitions } from './competition-rows.ts'

const CompetitionChoices = lazy(async () => ({
  default: (await homeParts()).CompetitionChoices,
}))

interface FiltersProps {
  readonly matches: readonly HomeFixture[]
  readonly now: Date
}

/** The filters in one row, which scrolls where it is too long, and takes lines where even the days have no room; below it what they open. */
export const Filters = memo(function Filters({ matches, now }: FiltersProps) {
  const { competitionIds, day, text } = useFilter()
  const [days, choice] = [useFold(text), useFold(text)]
  // Folded and without a selection, it shows nothing of the list.
  const needsList = choice.open || competitionIds.length > 0
  const competitions = useMemo(
    () => (needsList ? topCompetitions(matches, new Set(filterHome(matches, { day }, now, dayKey))) : []),
    [needsList, matches, day, now],
  )
  const chosen = competitions.filter(({ id }) => competitionIds.includes(id))
  const row = useRef<HTMLDivElement>(null)
  const isChosen = chosen.length > 0
  useEffect(() => {
    if (isChosen) row.current?.scrollTo(row.current.scrollWidth, 0)
  }, [isChosen])
  return (
    <>
      <div
        ref={row}
        className="flex min-w-0 flex-wrap gap-2 @xs:-mr-4 @xs:flex-nowrap @xs:scroll-px-4 @xs:overflow-x-auto @xs:pr-4 @xs:[scrollbar-width:none]"
      >
        <DayButtons fold={days} today={dayKey(now)} />
        <CompetitionButton fold={choice} chosen={chosen} />
      </div>
      <DayPanel fold={days} matches={matches} now={now} />
      <CompetitionPanel
        fold={choice}
        competitions={competitions.filter(({ id, matches: shown }) => shown > 0 || competitionIds.includes(id))}
        chosen={competitionIds}
      />
    </>
  )
})

interface CompetitionButtonProps {
  readonly fold: Fold
  readonly chosen: readonly ListedCompetition[]
}

/** « Top compétitions », or the selected ones: crest and name of the first, and the number of others. */
function CompetitionButton({ fold, chosen: [first, ...others] }: CompetitionButtonProps) {
  return (
    <button
      {...fold.button}
      type="button"
      data-chosen={first && ''}
      className="target flex grow items-center gap-2 rounded-card border border-line bg-surface px-3 text-sm font-semibold whitespace-nowrap focus-visible:-outline-offset-3 @xs:shrink-0 data-chosen:border-text"
    >
      {first === undefined ? (
        filters.title
      ) : (
        <>
          <span className="sr-only">{filters.title}</span>
          <Crest name={first.name} id={first.id} src={first.logo} size={24} />
          <span className="max-w-36 truncate">{filters.chosen(first.name, others.length)}</span>
        </>
      )}
      <Icon of={ChevronDown} size={20} className={`ml-auto shrink-0 ${fold.open ? 'rotate-180' : ''}`} />
    </button>
  )
}

interface CompetitionPanelProps {
  readonly fold: Fold
  readonly competitions: readonly ListedCompetition[]
  readonly chosen: readonly number[]
}

function CompetitionPanel({ fold, competitions, chosen }: CompetitionPanelProps) {
  return (
    <div {...fold.panel} className="basis-full rounded-card border border-line bg-surface">
      <ul aria-label={filters.competitions} className="max-h-[min(35vh,420px)] overflow-y-auto overscroll-contain p-2">
        {fold.open && (
          <Suspense>
            <CompetitionChoices competitions={competitions} chosen={chosen} />
          </Suspense>
        )}
      </ul>
      <div className="border-t border-line p-2">
        <Button className="w-full" onClick={fold.fold}>
          {filters.showMatches}
        </Button>
      </div>
    </div>
  )
}

const DayCalendar = lazy(async () => ({ default: (await homeParts()).DayCalendar }))

interface DayButtonsProps {
  readonly fold: Fold
  readonly today: string
}

/** Selects yesterday, today or tomorrow with one tap, and other days of the list with two. */
function DayButtons({ fold, today }: DayButtonsProps) {
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

function DayPanel({ fold, ...list }: DayPanelProps) {
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

/** Scrolls a focused filter into view: browsers leave one where it is that is in view only in part. */
function showWhole({ currentTarget }: FocusEvent): void {
  currentTarget.scrollIntoView({ inline: 'nearest', block: 'nearest' })
}

/** State of a collapsible filter: the props of its button and panel, and functions that close it. Searching for another text closes it too. */
function useFold(text: string) {
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === text
  const panel = useId()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpenAt(null)
  /** Closes from inside, and returns the focus to the button, because the pressed element disappears with the panel. */
  const fold = () => {
    button.current?.focus()
    close()
  }
  useEscape(open, fold)
  return {
    open,
    close,
    fold,
    button: {
      ref: button,
      onFocus: showWhole,
      'aria-expanded': open,
      'aria-controls': panel,
      onClick: () => setOpenAt(open ? null : text),
    },
    panel: { id: panel, hidden: !open },
  }
}

type Fold = ReturnType<typeof useFold>
