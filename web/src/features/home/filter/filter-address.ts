import type { Filter } from '../../../data/home-filter.ts'

/** The filter in the address: `/?q=valcourt&c=61-39&jour=2026-03-14`. Omits what is not filtered. */
export interface HomeAddress {
  readonly q?: string
  readonly c?: string | number
  readonly jour?: string
}

/** Maximum number of competitions that an address selects; further ones are ignored. */
const MAX_COMPETITIONS = 60
const LONGEST_TEXT = 100
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Parses the filter of an address. Ignores invalid parts. */
export function readAddress(search: Readonly<Record<string, unknown>>): HomeAddress {
  const { competitionIds, text, day } = filterOf(search)
  return addressOf({ competitionIds, text, day })
}

export function filterOf({ q, c, jour }: Readonly<Record<string, unknown>>): Filter {
  const day = String(jour ?? '')
  return {
    text: isPlain(q) ? String(q).slice(0, LONGEST_TEXT) : '',
    competitionIds: isPlain(c) ? idsOf(String(c)) : [],
    day: DAY.test(day) && !Number.isNaN(Date.parse(day)) ? day : '',
  }
}

export function addressOf({ competitionIds, text, day }: Filter): HomeAddress {
  const [only] = competitionIds
  return {
    ...(text.trim() === '' ? {} : { q: text }),
    ...(only === undefined ? {} : { c: competitionIds.length === 1 ? only : competitionIds.join('-') }),
    ...(day === '' ? {} : { jour: day }),
  }
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function idsOf(text: string): number[] {
  const ids = text
    .split('-')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  return [...new Set(ids)].slice(0, MAX_COMPETITIONS)
}
