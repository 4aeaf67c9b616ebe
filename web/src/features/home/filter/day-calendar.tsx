import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { addDays, dayWords, noonOf, weekday } from '@tribune/french/format/dates.ts'
import { count, plural } from '@tribune/french/format/numbers.ts'
import { calendar, nouns } from '@tribune/french/sentences/app.ts'
import { HOME_WINDOW_MINUTES } from '@tribune/protocol/read-limits.ts'

const WEEK = 7

/** Days of the home list before today, and after it. */
const WINDOW_DAYS = Math.floor((HOME_WINDOW_MINUTES * MINUTE_MS) / DAY_MS)

interface DayCalendarProps {
  readonly today: string
  readonly chosen: string
  /** Number of matches, by day. */
  readonly counts: ReadonlyMap<string, number>
  readonly onChoose: (day: string) => void
}

/** The two weeks of the list, with the number of matches of each day. */
export function DayCalendar({ today, chosen, counts, onChoose }: DayCalendarProps) {
  return (
    <div className="p-2">
      <div aria-hidden="true" className="grid grid-cols-7 text-center text-label text-quiet">
        {calendar.weekdays.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      {weeksAround(today).map((week) => (
        <div key={week.find((day) => day !== null)} className="grid grid-cols-7">
          {week.map((day, column) => (
            // Empty cells have no key but their column.
            <div key={day ?? calendar.weekdays[column]} className="flex justify-center py-0.5">
              {day !== null && (
                <Day
                  day={day}
                  isToday={day === today}
                  pressed={day === chosen}
                  matches={counts.get(day) ?? 0}
                  onPress={() => onChoose(day === chosen ? '' : day)}
                />
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

interface DayProps {
  readonly day: string
  readonly isToday: boolean
  readonly pressed: boolean
  readonly matches: number
  readonly onPress: () => void
}

function Day({ day, isToday, pressed, matches, onPress }: DayProps) {
  const noon = noonOf(day)
  return (
    <button
      type="button"
      disabled={matches === 0 && !pressed}
      aria-pressed={pressed}
      aria-current={isToday ? 'date' : undefined}
      onClick={onPress}
      className="target flex flex-col items-center justify-center rounded-inner border border-transparent leading-tight enabled:hover:bg-raised disabled:text-quiet aria-[current=date]:border-edge aria-pressed:bg-text aria-pressed:text-ground"
    >
      <span className="sr-only">{`${dayWords(day, day)}, ${plural(matches, nouns.match)}`}</span>
      <span aria-hidden="true" className="figures text-lg font-bold">
        {noon.getUTCDate()}
      </span>
      <span aria-hidden="true" className={`figures text-sm ${pressed ? '' : 'text-quiet'}`}>
        {matches === 0 ? '–' : count(matches)}
      </span>
    </button>
  )
}

/** Returns the weeks that cover the window of the home list around `today`, Monday first. Days outside of the window are null. */
export function weeksAround(today: string): (string | null)[][] {
  const before = WINDOW_DAYS + weekday(addDays(today, -WINDOW_DAYS))
  const after = WINDOW_DAYS + WEEK - 1 - weekday(addDays(today, WINDOW_DAYS))
  const weeks = (before + after + 1) / WEEK
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: WEEK }, (_, column) => {
      const offset = week * WEEK + column - before
      return Math.abs(offset) <= WINDOW_DAYS ? addDays(today, offset) : null
    }),
  )
}
