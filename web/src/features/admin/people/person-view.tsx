import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shortDay } from '@tribune/french/format/dates.ts'
import { longDay } from '@tribune/french/format/long-day.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { people as words } from '@tribune/french/sentences/operator/people.ts'
import type { ReactNode } from 'react'
import { endPersonSessions, type Person, personQuery } from '../../../data/operator/people.ts'
import { deviceName } from '../../account/security/device-words.ts'
import { ConfirmAct } from '../confirm-act.tsx'
import { ScrollRegion } from '../scroll-region.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'
import { DataCopy } from './data-copy.tsx'
import { Deletion } from './deletion.tsx'
import { methodOf, momentOf, nameOf } from './person-words.ts'
import { VotingRight } from './voting-right.tsx'

/** One fan: account, right to vote, sessions, and what they may ask for in writing. */
export function PersonView({ person }: { readonly person: Person }) {
  return (
    <div className="flex flex-col gap-6">
      <Account person={person} />
      <div className="grid grid-cols-1 items-start gap-6 wide:grid-cols-2">
        <VotingRight person={person} />
        <Sessions person={person} />
        <DataCopy person={person} />
        <Deletion person={person} />
      </div>
      <Link
        to="/admin/journal"
        search={{ subject: `fan:${person.id}` }}
        className="target inline-flex items-center self-start font-semibold underline"
      >
        {words.journal}
      </Link>
    </div>
  )
}

function Account({ person }: { readonly person: Person }) {
  const { fields } = words
  const { email, email_verified, phone, phone_verified } = person
  return (
    <Section title={words.account} intro={person.is_operator ? words.operator : undefined}>
      <dl className="grid gap-x-8 gap-y-3 wide:grid-cols-3">
        <Field label={fields.email}>
          {email === null ? words.noAddress : `${email} (${email_verified ? words.verified : words.unverified})`}
        </Field>
        <Field label={fields.phone}>
          {phone === null
            ? words.nothing
            : `${phone} (${phone_verified ? words.verifiedPhone : words.unverifiedPhone})`}
        </Field>
        <Field label={fields.since}>{longDay(person.since, 'fr')}</Field>
        <Field label={fields.methods}>
          {person.identities.length === 0 ? words.nothing : person.identities.map(methodOf).join(', ')}
        </Field>
        <Field label={fields.secondFactor}>{person.two_factor ? words.on : words.off}</Field>
        <Field label={fields.strength}>{words.strengths[person.strength]}</Field>
        <Field label={fields.votes}>{count(person.vote_count)}</Field>
        <Field label={fields.xp}>{count(person.xp)}</Field>
        <Field label={fields.id}>
          <span className="select-all">{person.id}</span>
        </Field>
      </dl>
    </Section>
  )
}

function Field({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function Sessions({ person }: { readonly person: Person }) {
  const client = useQueryClient()
  const { sessions } = person
  const { mutate, isPending } = useAct(endPersonSessions, {
    done: ({ ended }) => words.sessions.ended(ended),
    onDone: () => client.invalidateQueries(personQuery(person.id)),
  })
  return (
    <Section title={words.sessions.title}>
      {sessions.length === 0 ? (
        <p className="text-quiet">{words.sessions.none}</p>
      ) : (
        <>
          <ScrollRegion label={words.sessions.list} className="mb-4 max-h-80">
            <ul>
              {sessions.map(({ since, seen, device }) => (
                <li key={since + seen + device} className="border-b border-line py-2 last:border-0">
                  <span className="block font-semibold">{deviceName(device)}</span>
                  <span className="text-sm text-quiet">{words.sessions.since(momentOf(since), shortDay(seen))}</span>
                </li>
              ))}
            </ul>
          </ScrollRegion>
          <ConfirmAct
            label={words.sessions.end}
            title={words.sessions.endTitle}
            consequence={words.sessions.consequence(nameOf(person), sessions.length)}
            busy={isPending}
            onConfirm={() => mutate(person.id)}
          />
        </>
      )}
    </Section>
  )
}
