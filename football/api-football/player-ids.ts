import { normaliseSearch } from '@tribune/domain/common/search.ts'

/** Shirts have at most two digits; the slots above are for players without one. */
const FIRST_NAMED_SLOT = 100
const SLOTS = 1000

/**
 * Makes ids for players without one of the provider's: negative, derived from team and shirt, stable across readings. Without a shirt, or if
 * its id is taken, the id derives from the name. Unique within one match.
 */
export class SubstituteIds {
  readonly #taken = new Set<number>()

  idOf({ teamId, shirt, name }: { teamId: number; shirt: number | null; name: string }): number {
    let slot = shirt ?? namedSlot(name)
    if (this.#taken.has(idAt(teamId, slot))) slot = namedSlot(name)
    while (this.#taken.has(idAt(teamId, slot))) slot = slot + 1 < SLOTS ? slot + 1 : FIRST_NAMED_SLOT
    const id = idAt(teamId, slot)
    this.#taken.add(id)
    return id
  }
}

function idAt(teamId: number, slot: number): number {
  return -(teamId * SLOTS + slot)
}

/** Hashes a name to a slot. */
function namedSlot(name: string): number {
  let hash = 0
  for (const letter of normaliseSearch(name)) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return FIRST_NAMED_SLOT + (hash % (SLOTS - FIRST_NAMED_SLOT))
}
