import type { HomeFixture } from '@tribune/contract/matches.ts'
import { homePriority } from '@tribune/domain/home/home-list.ts'
import { dayKey } from '@tribune/french/format/dates.ts'
import { card, sections } from '@tribune/french/sentences/home.ts'

/** Form of a section: cards to vote on, or rows, under the names of their days where they are of several. */
type SectionForm = 'cards' | 'rows' | 'days'

/** Priorities in the domain's home list: of matches whose vote is not open yet, and of upcoming ones. */
const [LOCKED, UPCOMING] = [3, 4]

/** A heading and the matches under it. */
export interface Section {
  readonly title: string
  readonly form: SectionForm
  readonly matches: readonly HomeFixture[]
  /** Why none of them can be voted on yet. */
  readonly note?: string
}

/** At least one match. */
type Some = [HomeFixture, ...HomeFixture[]]

/** Consecutive matches of one competition, under its name. */
export interface Run {
  readonly key: string
  readonly matches: Some
}

interface Looked {
  readonly now: Date
  /** Whether a match is still upcoming today. */
  readonly upcomingToday: boolean
  /** Whether another day than today is selected. */
  readonly otherDay: boolean
}

/**
 * Divides the sorted list into sections. If no match is upcoming today, the finished ones get the heading of recent matches (spec section 2).
 */
export function sectionsOf(matches: readonly HomeFixture[], { now, upcomingToday, otherDay }: Looked): Section[] {
  const finished = upcomingToday || otherDay ? sections.finished : sections.recentlyFinished
  const upcoming = otherDay ? sections.upcoming : sections.upcomingToday
  const titles = [sections.open, sections.open, sections.locked, upcoming, finished, sections.others]
  const groups = new Map<string, { form: SectionForm; matches: HomeFixture[]; note?: string }>()
  for (const match of matches) {
    const priority = homePriority(match, now)
    // Without a selected day, only a search for a team finds a match of another day.
    const isNext = priority === UPCOMING && !otherDay && dayKey(match.match_date) !== dayKey(now)
    const title = isNext ? sections.next : (titles[priority - 1] ?? sections.others)
    const group = groups.get(title)
    if (group !== undefined) group.matches.push(match)
    else {
      const note = priority === LOCKED ? { note: card.locked } : {}
      groups.set(title, { form: isNext ? 'days' : formOf(priority), matches: [match], ...note })
    }
  }
  return [...groups].map(([title, group]) => ({ title, ...group }))
}

/** Returns the first `rows` matches of all sections, without the sections behind them. */
export function firstRows(all: readonly Section[], rows: number): Section[] {
  let left = rows
  return all.flatMap((section) => {
    const shown = section.matches.slice(0, left)
    left -= shown.length
    return shown.length === 0 ? [] : [{ ...section, matches: shown }]
  })
}

/** Divides sorted matches wherever their day, as returned by `dayOf`, changes. */
export function daysOf(matches: readonly HomeFixture[], dayOf: (match: HomeFixture) => string): [string, Some][] {
  return cut(matches, dayOf)
}

/** Divides matches wherever their competition or its coefficient changes. */
export function runsOf(matches: readonly HomeFixture[]): Run[] {
  return cut(matches, (match) => `${match.competition_id} ${match.competition_coefficient}`).map(([, run]) => ({
    key: String(run[0].match_id),
    matches: run,
  }))
}

function cut(matches: readonly HomeFixture[], nameOf: (match: HomeFixture) => string): [string, Some][] {
  const parts: [string, Some][] = []
  for (const match of matches) {
    const name = nameOf(match)
    const last = parts.at(-1)
    if (last?.[0] === name) last[1].push(match)
    else parts.push([name, [match]])
  }
  return parts
}

function formOf(priority: number): SectionForm {
  if (priority < LOCKED) return 'cards'
  return priority > UPCOMING ? 'days' : 'rows'
}
