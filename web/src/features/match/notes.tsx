import { isCoefficientShown } from '@tribune/domain/coefficient.ts'
import { expectedTopPoints } from '@tribune/domain/points.ts'
import { Info, ScrollText } from 'lucide'
import type { ReactNode } from 'react'
import { common } from '../../i18n/fr.ts'
import { coefficientNote, rulesNote } from '../../i18n/fr-match.ts'
import { coefficient, count } from '../../lib/numbers.ts'
import { CoefficientBadge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popover } from '../../ui/popover.tsx'

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
  return (
    <Popover
      label={coefficientNote.title}
      trigger={
        <button type="button" aria-label={coefficientNote.open(coefficient(value))} className={TRIGGER}>
          <CoefficientBadge value={value} />
          <Icon of={Info} size={18} />
        </button>
      }
    >
      <Note title={coefficientNote.title} chapter="coefficients">
        <p>{coefficientNote.text(coefficient(value), count(expectedTopPoints(value)))}</p>
      </Note>
    </Popover>
  )
}

/** The rules of the vote, in five sentences. */
function RulesNote() {
  return (
    <Popover
      label={rulesNote.title}
      trigger={
        <button type="button" className={TRIGGER}>
          <Icon of={ScrollText} size={18} />
          {rulesNote.open}
        </button>
      }
    >
      <Note title={rulesNote.title} chapter="vote">
        <ul className="flex flex-col gap-2">
          {rulesNote.rules.map((rule) => (
            <li key={rule} className="border-l-2 border-line pl-3">
              {rule}
            </li>
          ))}
        </ul>
      </Note>
    </Popover>
  )
}

interface NoteProps {
  readonly title: string
  /** Where the explanation goes on. */
  readonly chapter: string
  readonly children: ReactNode
}

function Note({ title, chapter, children }: NoteProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="font-bold">{title}</p>
      {children}
      <ButtonLink to="/points" hash={chapter} className="self-start">
        {common.howItWorks}
      </ButtonLink>
    </div>
  )
}
