import { useQueryClient } from '@tanstack/react-query'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { people } from '@tribune/french/sentences/operator/people.ts'
import { closeRight, type Person, personQuery, reopenRight } from '../../../data/operator/people.ts'
import { ConfirmAct } from '../confirm-act.tsx'
import { ReasonField, useReason } from '../reasoned-act.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'
import { nameOf } from './person-words.ts'

const words = people.right

/** Closes a fan's right to vote for a reason that they read, or opens it again. */
export function VotingRight({ person }: { readonly person: Person }) {
  const { voting_closed: closed } = person
  return (
    <Section title={words.title}>
      {closed !== null && (
        <div className="mb-4 rounded-inner border-l-4 border-warn bg-raised px-3 py-2">
          <p className="font-semibold">{words.closed(shortDay(closed.since), hour(closed.since))}</p>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{words.reasonGiven(closed.reason)}</p>
        </div>
      )}
      {closed !== null && <Reopening person={person} reason={closed.reason} />}
      {closed === null && person.is_operator && <p className="text-quiet">{words.own}</p>}
      {closed === null && !person.is_operator && <Closing person={person} />}
    </Section>
  )
}

function Reopening({ person, reason }: { readonly person: Person; readonly reason: string }) {
  const client = useQueryClient()
  const { mutate, isPending } = useAct(reopenRight, {
    done: () => words.wasReopened,
    onDone: () => client.invalidateQueries(personQuery(person.id)),
  })
  return (
    <ConfirmAct
      label={words.reopen}
      title={words.reopenTitle}
      consequence={words.reopenConsequence(nameOf(person))}
      tone="plain"
      busy={isPending}
      onConfirm={() => mutate({ fan_id: person.id, reason })}
    />
  )
}

function Closing({ person }: { readonly person: Person }) {
  const client = useQueryClient()
  const { reason, left, isGood, field } = useReason()
  const { mutate, isPending } = useAct(closeRight, {
    done: () => words.wasClosed,
    onDone: () => client.invalidateQueries(personQuery(person.id)),
  })
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="max-w-prose text-quiet">{words.open}</p>
      <ReasonField label={words.reason} hint={words.reasonHint(left)} {...field} />
      <ConfirmAct
        label={words.close}
        title={words.closeTitle}
        consequence={words.closeConsequence(nameOf(person), reason)}
        busy={isPending}
        disabled={!isGood}
        onConfirm={() => mutate({ fan_id: person.id, reason })}
      />
    </div>
  )
}
