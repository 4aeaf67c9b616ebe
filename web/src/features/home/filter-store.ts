import type { HomeFilter } from '@tribune/domain/home-list.ts'
import { useSyncExternalStore } from 'react'

/** What the fan is filtering by: what is typed is filtered at once, the address follows. */
export type Filter = Required<HomeFilter>

const NOTHING: Filter = { competitionIds: [], text: '', day: '' }

let filter = NOTHING
const listeners = new Set<() => void>()

export function changeFilter(change: Partial<Filter>): void {
  filter = { ...filter, ...change }
  for (const listener of listeners) listener()
}

export function resetFilter(): void {
  changeFilter(NOTHING)
}

export function toggleCompetition(id: number): void {
  const { competitionIds } = filter
  const without = competitionIds.filter((known) => known !== id)
  changeFilter({ competitionIds: without.length < competitionIds.length ? without : [...without, id] })
}

export function currentFilter(): Filter {
  return filter
}

export function useFilter(): Filter {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    currentFilter,
    currentFilter,
  )
}
