import { useState } from 'react'
import { draftName } from '../../data/operator/tab-traces.ts'
import { tabStorage } from '../../lib/device/storage.ts'

/** The texts and choices of a form. */
type Typed = Readonly<Record<string, string | boolean>>

interface Draft<Fields, Seen> {
  readonly typed: Partial<Fields>
  readonly seen: Seen
}

/**
 * Stores the operator's input of a form, and the state that they saw when they began. Both stay in the tab through a change of screen, a reload and the end of a session, until
 * the operator signs out.
 * `stored` is what the fields show while nothing is typed; `state` is what the act replaces.
 */
export function useDraft<Fields extends Typed, Seen extends object>(key: string, stored: Fields, state: Seen) {
  const name = draftName(key)
  const [draft, setDraft] = useState(() => readDraft<Fields, Seen>(name))
  const store = (next: Draft<Fields, Seen> | null) => {
    setDraft(next)
    if (next === null) tabStorage.remove(name)
    else tabStorage.write(name, JSON.stringify(next))
  }
  const touched: Partial<Fields> = draft?.typed ?? {}
  return {
    isTyped: draft !== null,
    /** Fields that were typed into, and all of them. */
    touched,
    typed: { ...stored, ...touched },
    seen: draft?.seen ?? state,
    type: (typed: Partial<Fields>) => store({ typed: { ...touched, ...typed }, seen: draft?.seen ?? state }),
    clear: () => store(null),
    /** Removes the stored input, once it is sent. The fields show it until the form goes. */
    forget: () => tabStorage.remove(name),
    /** Notes that the operator has seen another state, as the server sent it. */
    look: (current: object) => draft !== null && store({ ...draft, seen: current as Seen }),
  }
}

function readDraft<Fields, Seen>(name: string): Draft<Fields, Seen> | null {
  const draft = tabStorage.readJson(name)
  return typeof draft === 'object' && draft !== null && 'typed' in draft && 'seen' in draft
    ? (draft as Draft<Fields, Seen>)
    : null
}
