import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JournalEntry } from '@tribune/contract/operator/journal.ts'
import { DIMENSIONS, sharedOf } from '@tribune/domain/ballots/suspicion.ts'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import {
  actions,
  fieldName,
  subjects,
  undo as undoWords,
  journal as words,
} from '@tribune/french/sentences/operator/journal.ts'
import { useState } from 'react'
import { takeBack, type Undo, undoOf } from '../../../data/operator/undo.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../act-buttons.tsx'
import { sharedWords } from '../ballots/ballots-words.ts'
import { useAct } from '../use-act.ts'

/** One act: what, on what, before and after, when, by whom. */
export function JournalRow({ entry }: { readonly entry: JournalEntry }) {
  const { action, subject, operator, correlation_id, created_at } = entry
  const values = changedValues(entry)
  const reversal = undoOf(entry)
  return (
    <li className="rounded-card border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-bold">{actions[action]}</p>
        <time dateTime={created_at} className="figures text-quiet">
          {words.moment(shortDay(created_at), hour(created_at))}
        </time>
      </div>
      <p className="[overflow-wrap:anywhere]">
        <Subject entry={entry} />
      </p>
      {values.length > 0 && (
        <dl className="mt-1 grid gap-x-8 wide:grid-cols-2">
          {values.map(({ name, text }) => (
            <div key={name} className="flex min-w-0 flex-wrap gap-x-2">
              <dt className="text-quiet">{name}</dt>
              <dd className="min-w-0 tabular-nums [overflow-wrap:anywhere]">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="figures mt-2 text-sm text-quiet [overflow-wrap:anywhere]">
        {operator ?? words.gone} · <span className="select-all">{subject}</span> ·{' '}
        <span className="select-all">{correlation_id}</span>
      </p>
      {reversal !== null && <UndoButton entry={entry} undo={reversal} />}
    </li>
  )
}

/** Takes the act back, once what that changes is confirmed. */
function UndoButton({ entry, undo }: { readonly entry: JournalEntry; readonly undo: Undo }) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const { mutate, isPending } = useAct(takeBack, {
    done: () => undoWords.done,
    onDone: () => client.invalidateQueries(),
  })
  const [act, subject] = [actions[entry.action], subjectWords(entry)]
  const back = changedValues({ before: entry.after, after: entry.before })
  const values = back.map(({ name, text }) => undoWords.value(name, text))
  return (
    <div className="mt-2">
      <Button aria-label={undoWords.labelOf(act, subject)} busy={isPending} onClick={() => setAsking(true)}>
        {undoWords.label}
      </Button>
      <ConfirmDialog
        label={undoWords.confirm}
        cancel={undoWords.cancel}
        title={undoWords.title}
        consequence={undoWords.consequence(act, subject, values)}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => mutate(undo)}
      />
    </div>
  )
}

/** Shows the subject of an act; a match and a fan lead to their page. */
function Subject({ entry }: { readonly entry: JournalEntry }) {
  const [kind, id = ''] = entry.subject.split(':')
  const look = 'target -my-2 inline-flex items-center underline underline-offset-4'
  if (kind === 'match') {
    return (
      <Link to="/match/$id" params={{ id: Number(id) }} className={look}>
        {subjectWords(entry)}
      </Link>
    )
  }
  if (kind === 'fan') {
    return (
      <Link to="/admin/fans" search={{ id }} className={look}>
        {subjectWords(entry)}
      </Link>
    )
  }
  return subjectWords(entry)
}

/**
 * Puts the subject of an act in words: its name if it has one, else `match:12` becomes « Match 12 », and a fan is identified by the end of their id. A kind
 * without words stays unchanged.
 */
export function subjectWords({ subject, subject_name }: Pick<JournalEntry, 'subject' | 'subject_name'>): string {
  const [kind = '', id = ''] = subject.split(':')
  return subject_name ?? subjects[kind]?.(id) ?? subject
}

interface ChangedValue {
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
    return [{ name: fieldName(name), text }]
  })
}

/** Returns the label of a group of ballots in words, or undefined for any other value. It is stored in the form that its dimension has. */
function labelWords(name: string, { dimension, label }: Readonly<Record<string, unknown>>): string | undefined {
  const known = DIMENSIONS.find((one) => one === dimension)
  return name === 'label' && known !== undefined && typeof label === 'string'
    ? sharedWords(sharedOf(known, label))
    : undefined
}
