import type { JournalEntry } from '@tribune/contract/operator/journal.ts'
import { DIMENSIONS, sharedOf } from '@tribune/domain/ballots/suspicion.ts'
import { fields, subjects, journal as words } from '@tribune/french/sentences/operator/journal.ts'
import { sharedWords } from '../ballots/ballots-words.ts'

/**
 * Puts the subject of an act in words: its name if it has one, else `match:12` becomes « Match 12 », and a fan is identified by the end of their id. A kind
 * without words stays unchanged.
 */
export function subjectWords({ subject, subject_name }: Pick<JournalEntry, 'subject' | 'subject_name'>): string {
  const [kind = '', id = ''] = subject.split(':')
  return subject_name ?? subjects[kind]?.(id) ?? subject
}

export interface ChangedValue {
  readonly name: string
  readonly text: string
}

/**
 * Returns the values of an act by name. A value that is stored both before and after shows its change, and is left out if it did not change: a table is
 * stored whole, even if only one of its values changed.
 */
export function changedValues({ before, after }: Pick<JournalEntry, 'before' | 'after'>): readonly ChangedValue[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.flatMap((name) => {
    const [was, is] = [before?.[name], after?.[name]]
    const isBoth = was !== undefined && is !== undefined
    if (isBoth && JSON.stringify(was) === JSON.stringify(is)) return []
    const known = is === undefined ? was : is
    if (!isBoth && known === null) return []
    const text = isBoth
      ? words.change(name, was, is)
      : (labelWords(name, { ...before, ...after }) ?? words.value(name, known))
    return [{ name: fields[name] ?? name, text }]
  })
}

/** Returns the label of a group of ballots in words, or undefined for any other value. It is stored in the form that its dimension has. */
function labelWords(name: string, { dimension, label }: Readonly<Record<string, unknown>>): string | undefined {
  const known = DIMENSIONS.find((one) => one === dimension)
  return name === 'label' && known !== undefined && typeof label === 'string'
    ? sharedWords(sharedOf(known, label))
    : undefined
}
