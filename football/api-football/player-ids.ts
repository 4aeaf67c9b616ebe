import { normaliseSearch } from '@tribune/domain/search.ts'

/** A shirt has at most two digits; the slots above serve players without one. */
const FIRST_NAMED_SLOT = 100
const SLOTS = 1000

/**
 * Ids for players whom the provider gives none: negative, made from team and shirt, the same at each reading. Without a shirt, or
 * when another already took its id, the name decides. Within one match no two players get the same.
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

/** A plain string hash: the same name always falls on the same slot. */
function namedSlot(name: string): number {
  let hash = 0
  for (const letter of normaliseSearch(name)) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return FIRST_NAMED_SLOT + (hash % (SLOTS - FIRST_NAMED_SLOT))
}
