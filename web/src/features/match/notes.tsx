import { isCoefficientShown } from '@tribune/domain/coefficient.ts'
import { expectedTopPoints } from '@tribune/domain/points.ts'
import { Info, ScrollText } from 'lucide'
import { type ReactNode, useRef, useState } from 'react'
import { common } from '../../i18n/fr.ts'
import { coefficientNote, rulesNote } from '../../i18n/fr-match.ts'
import { Later } from '../../lib/later-part.tsx'
import { coefficient, count } from '../../lib/numbers.ts'
import { CoefficientBadge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { popover } from './later-parts.ts'

const TRIGGER =
  'target inline-flex items-center gap-1.5 rounded-inner px-2 text-sm font-semibold text-on-board outline-on-board'

/** What there is to know under the score: the coefficient, where it changes something, and the rules of the vote. */
export function MatchNotes({ coefficient: value }: { readonly coefficient: number }) {
  return (
    <>
      {isCoefficientShown(value) && <CoefficientNote value={value} />}
      <RulesNote />
    </>
  )
}

/** What the coefficient does to the points of this match. */
function CoefficientNote({ value }: { readonly value: number }) {
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
    >
      <p>{coefficientNote.text(coefficient(value), count(expectedTopPoints(value)))}</p>
    </Noted>
  )
}

/** The rules of the vote, in five sentences. */
function RulesNote() {
  const sign = (
    <>
      <Icon of={ScrollText} size={18} />
      {rulesNote.open}
    </>
  )
  return (
    <Noted title={rulesNote.title} chapter="vote" sign={sign}>
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

interface NotedProps {
  readonly title: string
  /** Where the explanation goes on. */
  readonly chapter: string
  /** What the button shows, and what it is called where that does not tell. */
  readonly sign: ReactNode
  readonly name?: string
  readonly children: ReactNode
}

/** A button, and the note that it opens and closes. */
function Noted({ title, chapter, sign, name, children }: NotedProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={TRIGGER}
      >
        {sign}
      </button>
      {open && (
        <Later part={popover} onOffline={() => setOpen(false)}>
          {(Popover) => (
            <Popover anchor={button} label={title} onClose={() => setOpen(false)}>
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
