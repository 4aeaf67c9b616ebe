import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CORRECTIONS, type Correction, type Wish } from '@tribune/domain/matches/correction.ts'
import { correction as words } from '@tribune/french/sentences/operator/diagnostics.ts'
import { one } from '@tribune/french/sentences/operator/recalculation.ts'
import { useState } from 'react'
import { HOME, matchKey } from '../../../data/keys.ts'
import {
  correctMatch,
  type MatchCourse,
  type MatchCorrection as Requested,
} from '../../../data/operator/diagnostics.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ActFailure, ConfirmDialog, ReasonField, reasonOf } from '../act-buttons.tsx'
import { CheckField, SelectField } from '../fields.tsx'
import { matchIdIn, minuteIn } from '../match-id-rules.ts'
import { MatchField } from '../one-match/match-field.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'
import { useDraft } from '../use-draft.ts'

/** A field for digits. */
const DIGITS = { className: 'w-full', inputMode: 'numeric', autoComplete: 'off' } as const
/** Values of the form while nothing is typed. */
const NOTHING_TYPED = { id: '', to: 'live' as Correction, minute: '', replay: false, reason: '' }
const route = getRouteApi('/admin')
const OPTIONS = CORRECTIONS.map((value) => ({ value, label: words.states[value] }))

/**
 * Corrects the course of a match whose feed is silent or wrong, from any state to any other (docs/decisions/080). Asks for confirmation only of what the
 * server would not refuse, and else says why, and what remains possible.
 */
export function MatchCorrection() {
  const client = useQueryClient()
  const { match } = route.useSearch()
  const draft = useDraft('correction', { ...NOTHING_TYPED, id: match === undefined ? '' : String(match) }, {})
  const failed = (error: unknown) => words.failed(messageOf(error))
  const correct = async ({ requested, seen }: { readonly requested: Requested; readonly seen: MatchCourse }) => {
    await correctMatch(requested, seen)
    return requested.id
  }
  const act = useAct(correct, {
    done: words.done,
    failed,
    onDone: (match) => {
      draft.forget()
      return Promise.all([HOME, matchKey(match)].map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
  const [asking, setAsking] = useState(false)
  const check = useAct((wanted: Requested) => correctMatch(wanted, 'check'), {
    done: () => null,
    failed,
    onDone: () => setAsking(true),
  })
  const requested = check.variables
  const ask = (wanted: Requested) => {
    act.reset()
    check.mutate(wanted)
  }
  const error = check.error ?? act.error
  return (
    <Section title={words.title} intro={words.intro}>
      <CorrectionForm {...draft} busy={check.isPending || act.isPending} onAsk={ask} />
      {requested !== undefined && (
        <ConfirmDialog
          label={words.start}
          title={words.confirm(requested.id)}
          consequence={words.consequence(requested)}
          open={asking}
          onOpenChange={setAsking}
          onConfirm={() => check.data !== undefined && act.mutate({ requested, seen: check.data.match })}
        />
      )}
      {error !== null && requested !== undefined && (
        <ActFailure>{isOfPublished(error) ? words.published(requested.id) : failed(error)}</ActFailure>
      )}
    </Section>
  )
}

const isOfPublished = (error: Error) => error instanceof ApiError && error.code === 'match_published'

interface CorrectionFormProps {
  readonly typed: typeof NOTHING_TYPED
  readonly type: (typed: Partial<typeof NOTHING_TYPED>) => void
  readonly busy: boolean
  readonly onAsk: (requested: Requested) => void
}

function CorrectionForm({ typed, type, busy, onAsk }: CorrectionFormProps) {
  const { to, replay } = typed
  const { reason, left, isGood, field } = reasonOf(typed.reason, (text) => type({ reason: text }))
  const id = matchIdIn(typed.id)
  const minute = minuteIn(typed.minute)
  const wish: Wish | null = to === 'live' && minute === undefined ? null : { to, minute: minute ?? null, replay }
  return (
    <div className="flex max-w-sm flex-col items-start gap-3">
      <MatchField
        className="w-full"
        label={words.id}
        hint={one.idHint}
        value={typed.id}
        error={typed.id.trim() !== '' && id === null ? one.invalidId : null}
        onChange={(text) => type({ id: text })}
      />
      <SelectField label={words.to} value={to} options={OPTIONS} onChange={(state) => type({ to: state })} />
      {to === 'live' && (
        <TextField
          {...DIGITS}
          label={words.minute}
          hint={words.minuteHint}
          maxLength={3}
          value={typed.minute}
          error={minute === undefined ? words.minuteWrong : null}
          onChange={(text) => type({ minute: text })}
        />
      )}
      <CheckField label={words.replay} checked={replay} onChange={(isReplay) => type({ replay: isReplay })} />
      <ReasonField label={words.reason} hint={words.reasonHint(left)} {...field} />
      <Button
        tone="danger"
        busy={busy}
        disabled={id === null || wish === null || !isGood}
        onClick={() => id !== null && wish !== null && onAsk({ id, ...wish, reason })}
      >
        {words.start}
      </Button>
    </div>
  )
}
