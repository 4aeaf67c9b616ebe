import { type Atom, useSelector } from '@tanstack/react-store'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import { isCoefficientShown } from '@tribune/domain/results/coefficient-badge.ts'
import { expectedTopPoints } from '@tribune/domain/results/points.ts'
import { coefficient, count } from '@tribune/french/format/numbers.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { coefficientNote, film, rulesNote } from '@tribune/french/sentences/match.ts'
import { Info, ListOrdered, ScrollText } from 'lucide'
import { type ReactNode, useRef } from 'react'
import { Later } from '../../../lib/list/later-part.tsx'
import { CoefficientBadge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { popover } from '../later-parts.ts'

const TRIGGER =
  'target inline-flex items-center gap-1.5 rounded-inner px-2 text-sm font-semibold text-on-board outline-on-board'

export type MatchNote = 'coefficient' | 'rules' | 'film'

interface MatchNotesProps {
  readonly match: HomeFixture
  /** The open note. An atom, so that opening one renders the notes alone. */
  readonly note: Atom<MatchNote | null>
}

/** Notes under the score: the coefficient, if it is shown, the timeline of a match that has begun, and the rules of the vote. */
export function MatchNotes({ match: { competition_coefficient: value, status }, note }: MatchNotesProps) {
  const open = useSelector(note)
  const opening = (own: MatchNote) => ({
    open: open === own,
    onOpenChange: (isOpen: boolean) => note.set(isOpen ? own : null),
  })
  return (
    <>
      {isCoefficientShown(value) && <CoefficientNote value={value} {...opening('coefficient')} />}
      {PLAYED.includes(status) && <FilmButton {...opening('film')} />}
      <RulesNote {...opening('rules')} />
    </>
  )
}

const PLAYED: readonly HomeFixture['status'][] = ['live', 'suspended', 'finished']

/** Opens the film of the match, which the screen shows once it has read the match. */
function FilmButton({ open, onOpenChange }: Opening) {
  return (
    <button
      type="button"
      aria-label={film.title}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => onOpenChange(true)}
      className={TRIGGER}
    >
      <Icon of={ListOrdered} size={18} className="max-[359px]:hidden max-wide:pair:hidden" />
      {film.open}
    </button>
  )
}

interface Opening {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Explains the effect of the coefficient on the points of this match. */
function CoefficientNote({ value, ...opening }: Opening & { readonly value: number }) {
  const sign = (
    <>
      <CoefficientBadge value={value} />
      <Icon of={Info} size={18} />
    </>
  )
  return (
    <Noted
      title={coefficientNote.title}
      chapter="coefficients"
      name={coefficientNote.open(coefficient(value))}
      sign={sign}
      {...opening}
    >
      <p>{coefficientNote.text(coefficient(value), count(expectedTopPoints(value)))}</p>
    </Noted>
  )
}

/** The rules of the vote, in five sentences. */
function RulesNote(opening: Opening) {
  const sign = (
    <>
      <Icon of={ScrollText} size={18} className="max-[359px]:hidden max-wide:pair:hidden" />
      {rulesNote.open}
    </>
  )
  return (
    <Noted title={rulesNote.title} chapter="vote" sign={sign} {...opening}>
      <ul className="flex flex-col gap-2">
        {rulesNote.rules.map((rule) => (
          <li key={rule} className="border-l-2 border-line pl-3">
            {rule}
          </li>
        ))}
      </ul>
    </Noted>
  )
}

interface NotedProps extends Opening {
  readonly title: string
  /** Id of the chapter with the full explanation. */
  readonly chapter: string
  /** Content of the button, and its accessible name if the content is not one. */
  readonly sign: ReactNode
  readonly name?: string
  readonly children: ReactNode
}

/** A button and the note that it toggles. */
function Noted({ title, chapter, sign, name, open, onOpenChange, children }: NotedProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => onOpenChange(!open)}
        className={TRIGGER}
      >
        {sign}
      </button>
      {open && (
        <Later part={popover} onOffline={() => onOpenChange(false)}>
          {(Popover) => (
            <Popover anchor={button} label={title} onClose={() => onOpenChange(false)}>
              <div className="flex flex-col gap-3">
                <p className="font-bold">{title}</p>
                {children}
                <ButtonLink to="/points" hash={chapter} className="self-start">
                  {common.howItWorks}
                </ButtonLink>
              </div>
            </Popover>
          )}
        </Later>
      )}
    </>
  )
}
