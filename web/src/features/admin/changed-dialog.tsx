import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { changed as words } from '@tribune/french/sentences/operator/area.ts'
import { fieldName, journal } from '@tribune/french/sentences/operator/journal.ts'
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type ShownChange, showChange, useShownChange } from './use-act.ts'

/** Shows what has changed since the operator saw it, when and by whom: nothing is stored, and they decide again on what is there now. */
export function ChangedDialog() {
  const change = useShownChange()
  const close = () => showChange(null)
  useEffect(() => () => showChange(null), [])
  if (change === null) return null
  const { current, changed_at: at, by } = change
  const moment = at === null ? null : words.moment(shortDay(at), hour(at))
  return (
    <Dialog
      open
      onOpenChange={close}
      title={words.title}
      description={words.consequence(words.by[by], moment, current === null)}
    >
      <dl className="mb-4 flex flex-col gap-1">
        {changedRows(change).map(({ name, text }) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-quiet">{name}</dt>
            <dd className="figures font-bold [overflow-wrap:anywhere]">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="flex justify-end">
        <Button tone="action" onClick={close}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  )
}

interface ChangedRow {
  readonly name: string
  readonly text: string
}

/** Returns each value that differs between what the operator saw and what is there, by its name: « Coefficient », « 2,50 → 2,90 ». */
export function changedRows({ seen, current, names }: Pick<ShownChange, 'seen' | 'current' | 'names'>): ChangedRow[] {
  const [before, after] = [flat(seen), flat(current)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)]
    if (was === is) return []
    const name = names?.get(key) ?? words.fields[key] ?? fieldName(key)
    return [{ name, text: journal.change(names?.has(key) === true ? 'coefficient' : key, was, is) }]
  })
}

/** Returns the values of a state by name, those of an object in it too. */
function flat(state: unknown): Map<string, unknown> {
  if (typeof state !== 'object' || state === null) return new Map()
  return new Map(
    Object.entries(state).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null ? [...flat(value)] : [[key, value] as const],
    ),
  )
}
