import { settings as words } from '@tribune/french/sentences/settings.ts'
import { Check, TriangleAlert } from 'lucide'
import { type ReactNode, useId } from 'react'
import type { SaveState } from '../lib/state/use-save-state.ts'
import { Icon } from './icon.tsx'

interface SectionProps {
  readonly title: string
  readonly children: ReactNode
}

/** A section of settings, with its heading. */
export function SettingsSection({ title, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A card of rows with lines between them. */
export const ROWS = 'divide-y divide-line rounded-card border border-line bg-surface'

interface RowProps {
  readonly as?: 'li' | 'div'
  readonly mark?: ReactNode
  readonly name: ReactNode
  readonly note?: ReactNode
  /** Its actions, or its state. */
  readonly children?: ReactNode
  /** A line below, as wide as the row. */
  readonly below?: ReactNode
}

/** A row of settings: what it is about on the left, and its actions on the right. */
export function SettingsRow({ as: Element = 'li', mark, name, note, children, below }: RowProps) {
  return (
    <Element className="flex flex-col gap-2 px-4 py-2.5">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
        <div className="flex min-w-0 grow basis-32 items-center gap-3">
          {mark}
          <div className="flex min-w-0 flex-1 flex-col">
            <span className="font-semibold">{name}</span>
            {note != null && <span className="text-sm text-quiet [overflow-wrap:anywhere]">{note}</span>}
          </div>
        </div>
        {children !== undefined && <div className="ml-auto">{children}</div>}
      </div>
      {below}
    </Element>
  )
}

interface CheckRowProps {
  readonly name: string
  readonly note: ReactNode
  readonly saved: SaveState | null
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

/** A row that is a checkbox as a whole. */
export function CheckRow({ name, note, saved, onChange, ...box }: CheckRowProps) {
  const id = useId()
  return (
    <label className="flex min-h-16 cursor-pointer items-center justify-between gap-3 px-4 py-2.5 has-disabled:cursor-default">
      <span className="flex min-w-0 flex-col">
        <span id={id} className="font-semibold">
          {name}
        </span>
        <SaveNote id={`${id}-note`} saved={saved}>
          {note}
        </SaveNote>
      </span>
      <input
        {...box}
        type="checkbox"
        aria-labelledby={id}
        aria-describedby={`${id}-note`}
        className="size-5 shrink-0 accent-current"
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}

interface SaveNoteProps {
  readonly id?: string
  readonly saved: SaveState | null
  readonly children: ReactNode
}

/**
 * The note of a setting. The outcome of the last change takes its place, so that nothing moves. A saved change is announced here; a failed one has its toast.
 */
export function SaveNote({ id, saved, children }: SaveNoteProps) {
  return (
    <span className="grid text-sm *:[grid-area:1/1]">
      <span id={id} className={`text-quiet [overflow-wrap:anywhere] ${saved === null ? '' : 'invisible'}`}>
        {children}
      </span>
      <span role="status" className="font-semibold text-good">
        {saved?.good === true && <Line of={Check} text={saved.text ?? words.saved} />}
      </span>
      {saved?.good === false && (
        <span className="font-semibold text-warn">
          <Line of={TriangleAlert} text={saved.text ?? words.unsaved} />
        </span>
      )}
    </span>
  )
}

function Line({ of, text }: { readonly of: Parameters<typeof Icon>[0]['of']; readonly text: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <Icon of={of} size={16} className="shrink-0" />
      {text}
    </span>
  )
}
