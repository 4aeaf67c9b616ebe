import { useNavigate } from '@tanstack/react-router'
import { namesFan } from '@tribune/domain/operator/operator.ts'
import { people } from '@tribune/french/sentences/operator/people.ts'
import { deletePerson, type Person } from '../../../data/operator/people.ts'
import { focusContent } from '../../../lib/list/content.ts'
import { ConfirmAct } from '../confirm-act.tsx'
import { ReasonField, useReason } from '../reason/reason-field.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'
import { nameOf } from './person-words.ts'

const words = people.deletion

/** Deletes the account of a fan who asks for it and cannot sign in. */
export function Deletion({ person }: { readonly person: Person }) {
  return (
    <Section title={words.title} intro={person.is_operator ? words.own : words.intro}>
      {!person.is_operator && <DeletionForm person={person} />}
    </Section>
  )
}

function DeletionForm({ person }: { readonly person: Person }) {
  const { reason, left, isGood, field } = useReason()
  const navigate = useNavigate()
  const { mutate, isPending } = useAct(deletePerson, {
    done: () => words.done,
    onDone: async () => {
      await navigate({ to: '/admin/fans', search: {}, replace: true })
      focusContent()
    },
  })
  const isNamed = namesFan(reason, person)
  return (
    <div className="flex flex-col items-start gap-3">
      <ReasonField
        label={words.reason}
        hint={isNamed ? words.reasonNames : words.reasonHint(left)}
        {...field}
        isWrong={isNamed || field.isWrong}
      />
      <ConfirmAct
        label={words.delete}
        title={words.askTitle}
        consequence={words.consequence(nameOf(person), reason, person.email !== null && person.email_verified)}
        busy={isPending}
        disabled={!isGood || isNamed}
        onConfirm={() => mutate({ fan_id: person.id, reason })}
      />
    </div>
  )
}
