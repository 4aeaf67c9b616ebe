import { createAtom, useSelector } from '@tanstack/react-store'
import type { HomeFilter } from '@tribune/domain/home/home-list.ts'

/** The current filter. Typing changes it immediately, and the address follows. */
export type Filter = Required<HomeFilter>

const NOTHING: Filter = { competitionIds: [], text: '', day: '' }

const filter = createAtom(NOTHING)

export function changeFilter(change: Partial<Filter>): void {
  filter.set({ ...filter.get(), ...change })
}

export function resetFilter(): void {
  changeFilter(NOTHING)
}

export function toggleCompetition(id: number): void {
  const { competitionIds } = filter.get()
  const without = competitionIds.filter((known) => known !== id)
  changeFilter({ competitionIds: without.length < competitionIds.length ? without : [...without, id] })
}

export function currentFilter(): Filter {
  return filter.get()
}

export function useFilter(): Filter {
  return useSelector(filter)
}
