import type { HomeFixture } from '@tribune/contract/matches.ts'
import { homePriority } from '@tribune/domain/home-list.ts'
import { sections } from '../../i18n/fr-home.ts'

/** A heading and the matches under it. */
interface Section {
  readonly title: string
  readonly matches: readonly HomeFixture[]
}

/**
 * Cuts the ordered list under headings. When nothing is to come today the finished ones are what is left of the day, and are
 * announced so (spec section 2).
 */
export function sectionsOf(matches: readonly HomeFixture[], now: Date, upcomingToday: boolean): Section[] {
  const finished = upcomingToday ? sections.finished : sections.recentlyFinished
  const titles = [sections.open, sections.open, sections.locked, sections.upcoming, finished, sections.others]
  const groups = new Map<string, HomeFixture[]>()
  for (const match of matches) {
    const title = titles[homePriority(match, now) - 1] ?? sections.others
    const group = groups.get(title)
    if (group === undefined) groups.set(title, [match])
    else group.push(match)
  }
  return [...groups].map(([title, group]) => ({ title, matches: group }))
}

/** The first `rows` matches of all sections; sections that fall behind are left out. */
export function firstRows(all: readonly Section[], rows: number): Section[] {
  let left = rows
  return all.flatMap(({ title, matches }) => {
    const shown = matches.slice(0, left)
    left -= shown.length
    return shown.length === 0 ? [] : [{ title, matches: shown }]
  })
}
