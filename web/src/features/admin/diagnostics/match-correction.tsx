import { useQueryClient } from '@tanstack/react-query'
import { CORRECTIONS, type Correction, type Wish } from '@tribune/domain/match-correction.ts'
import { MAX_REASON } from '@tribune/domain/operator.ts'
import { correction as words } from '@tribune/french/sentences/operator/diagnostics.ts'
import { one } from '@tribune/french/sentences/operator/recalculation.ts'
import { useState } from 'react'
import { HOME, matchKey } from '../../../data/keys.ts'
import { correctMatch, type MatchCorrection as Requested } from '../../../data/operator/diagnostics.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ActFailure } from '../act-failure.tsx'
import { ConfirmDialog } from '../confirm-act.tsx'
import { matchIdIn, minuteIn } from '../match-id-rules.ts'
import { ReasonField } from '../reason-field.tsx'
import { Section } from '../section.tsx'
import { SelectField } from '../select-field.tsx'
import { useAct } from '../use-act.ts'

const OPTIONS = CORRECTIONS.map((value) => ({ value, label: words.states[value] }))

/**
 * Corrects the course of a match whose feed is silent or wrong, from any state to any other (docs/decisions/080). Asks for confirmation only of what the
 * server would not refuse, and else says why, and what remains possible.
 */
export function MatchCorrection() {
  const client = useQueryClient()
  const failed = (error: unknown) => words.failed(messageOf(error))
  const correct = async (requested: Requested) => {
    await correctMatch(requested, false)
    return requested.id
  }
  const act = useAct(correct, {
    done: words.done,
    failed,
    onDone: (match) => Promise.all([HOME, matchKey(match)].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  const [asking, setAsking] = useState(false)
  const check = useAct((wanted: Requested) => correctMatch(wanted, true), {
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
      <CorrectionForm busy={check.isPending || act.isPending} onAsk={ask} />
      {requested !== undefined && (
        <ConfirmDialog
          label={words.start}
          title={words.confirm(requested.id)}
          consequence={words.consequence(requested)}
          open={asking}
          onOpenChange={setAsking}
          onConfirm={() => act.mutate(requested)}
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
  readonly busy: boolean
  readonly onAsk: (requested: Requested) => void
}

function CorrectionForm({ busy, onAsk }: CorrectionFormProps) {
  const [typedId, setId] = useState('')
  const [to, setTo] = useState<Correction>('live')
  const [typedMinute, setMinute] = useState('')
  const [replay, setReplay] = useState(false)
  const [text, setText] = useState('')
  const id = matchIdIn(typedId)
  const minute = minuteIn(typedMinute)
  const reason = text.trim()
  const left = MAX_REASON - reason.length
  const wish: Wish | null = to === 'live' && minute === undefined ? null : { to, minute: minute ?? null, replay }
  return (
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
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-text"
          checked={replay}
          onChange={(event) => setReplay(event.target.checked)}
        />
        {words.replay}
      </label>
      <ReasonField
        label={words.reason}
        hint={words.reasonHint(left)}
        isWrong={left < 0}
        value={text}
        onChange={setText}
      />
      <Button
        tone="danger"
        busy={busy}
        disabled={id === null || wish === null || reason === '' || left < 0}
        onClick={() => id !== null && wish !== null && onAsk({ id, ...wish, reason })}
      >
        {words.start}
      </Button>
    </div>
  )
}
