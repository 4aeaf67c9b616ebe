import { useQueryClient } from '@tanstack/react-query'
import { CORRECTIONS, type Correction } from '@tribune/domain/match-correction.ts'
import { correction as words } from '@tribune/french/sentences/operator/diagnostics.ts'
import { one } from '@tribune/french/sentences/operator/recalculation.ts'
import { useState } from 'react'
import { HOME, matchKey } from '../../../data/keys.ts'
import {
  correctMatch,
  isMatchPublished,
  type MatchCorrection as Requested,
} from '../../../data/operator/diagnostics.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ActFailure } from '../act-failure.tsx'
import { ConfirmDialog } from '../confirm-act.tsx'
import { matchIdIn, minuteIn } from '../match-id-rules.ts'
import { Section } from '../section.tsx'
import { SelectField } from '../select-field.tsx'
import { useAct } from '../use-act.ts'

const OPTIONS = CORRECTIONS.map((value) => ({ value, label: words.states[value] }))

/**
 * Corrects the course of a match whose feed is silent or wrong (docs/decisions/033). Asks for confirmation only where the result is unpublished, and else
 * says what remains possible.
 */
export function MatchCorrection() {
  const [typedId, setId] = useState('')
  const [to, setTo] = useState<Correction>('live')
  const [typedMinute, setMinute] = useState('')
  const id = matchIdIn(typedId)
  const minute = minuteIn(typedMinute)
  const client = useQueryClient()
  const sentenceFor = (error: unknown) => words.failed(messageOf(error))
  const correct = async (requested: Requested) => {
    await correctMatch(requested)
    return requested.id
  }
  const act = useAct(correct, {
    done: words.done,
    failed: sentenceFor,
    onDone: (match) => Promise.all([HOME, matchKey(match)].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  const [asking, setAsking] = useState(false)
  const look = useAct((wanted: Requested) => isMatchPublished(wanted.id), {
    done: () => null,
    failed: sentenceFor,
    onDone: (isPublished) => setAsking(!isPublished),
  })
  const requested = look.variables
  const ask = (wanted: Requested) => {
    act.reset()
    look.mutate(wanted)
  }
  const error = look.error ?? act.error
  return (
    <Section title={words.title} intro={words.intro}>
      <div className="flex max-w-sm flex-col items-start gap-3">
        <TextField
          className="w-full"
          label={words.id}
          hint={one.idHint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          value={typedId}
          error={typedId.trim() !== '' && id === null ? one.invalidId : null}
          onChange={setId}
        />
        <SelectField label={words.to} value={to} options={OPTIONS} onChange={setTo} />
        {to === 'live' && (
          <TextField
            className="w-full"
            label={words.minute}
            hint={words.minuteHint}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={typedMinute}
            error={minute === undefined ? words.minuteWrong : null}
            onChange={setMinute}
          />
        )}
        <Button
          tone="danger"
          busy={look.isPending || act.isPending}
          disabled={id === null || (to === 'live' && minute === undefined)}
          onClick={() => id !== null && ask({ id, to, minute: minute ?? null })}
        >
          {words.start}
        </Button>
      </div>
      {requested !== undefined && (
        <ConfirmDialog
          label={words.start}
          title={words.confirm(requested.id)}
          consequence={words.consequence(requested.to, requested.minute)}
          open={asking}
          onOpenChange={setAsking}
          onConfirm={() => act.mutate(requested)}
        />
      )}
      {look.data === true && requested?.id === id && <ActFailure>{words.published(id)}</ActFailure>}
      {error !== null && <ActFailure>{sentenceFor(error)}</ActFailure>}
    </Section>
  )
}
