import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { isWalletChain } from '@tribune/domain/fans/wallet.ts'
import { namesFan } from '@tribune/domain/operator/operator.ts'
import { hour, longDay, shortDay } from '@tribune/french/format/dates.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { walletTitles } from '@tribune/french/sentences/account.ts'
import { people as words } from '@tribune/french/sentences/operator/people.ts'
import { Download } from 'lucide'
import type { ReactNode } from 'react'
import {
  closeRight,
  copyPersonData,
  deletePerson,
  endPersonSessions,
  type Person,
  personQuery,
  reopenRight,
} from '../../../data/operator/people.ts'
import { canSave, saveFile, share } from '../../../lib/device/platform-sharing.ts'
import { focusContent } from '../../../lib/list/content.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { deviceName } from '../../account/security/device-words.ts'
import { ConfirmAct, ReasonField, useReason } from '../act-buttons.tsx'
import { ScrollRegion } from '../scroll-region.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'

const deletionWords = words.deletion
const copyWords = words.copy
const rightWords = words.right

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

/** Deletes the account of a fan who asks for it and cannot sign in. */
function Deletion({ person }: { readonly person: Person }) {
  return (
    <Section title={deletionWords.title} intro={person.is_operator ? deletionWords.own : deletionWords.intro}>
      {!person.is_operator && <DeletionForm person={person} />}
    </Section>
  )
}

function DeletionForm({ person }: { readonly person: Person }) {
  const { reason, left, isGood, field } = useReason()
  const navigate = useNavigate()
  const { mutate, isPending } = useAct(deletePerson, {
    done: () => deletionWords.done,
    onDone: async () => {
      await navigate({ to: '/admin/fans', search: {}, replace: true })
      focusContent()
    },
  })
  const isNamed = namesFan(reason, person)
  return (
    <div className="flex flex-col items-start gap-3">
      <ReasonField
        label={deletionWords.reason}
        hint={isNamed ? deletionWords.reasonNames : deletionWords.reasonHint(left)}
        {...field}
        isWrong={isNamed || field.isWrong}
      />
      <ConfirmAct
        label={deletionWords.delete}
        title={deletionWords.askTitle}
        consequence={deletionWords.consequence(nameOf(person), reason, person.email !== null && person.email_verified)}
        busy={isPending}
        disabled={!isGood || isNamed}
        onConfirm={() => mutate({ fan_id: person.id, reason })}
      />
    </div>
  )
}

/** Downloads all data stored about a fan, for a fan who asks for it and cannot sign in. */
function DataCopy({ person: { id } }: { readonly person: Person }) {
  const { mutate, isPending } = useAct(copyPersonData, {
    done: () => copyWords.done,
    onDone: (data) => handOut(new File([JSON.stringify(data)], copyWords.fileName(id), { type: 'application/json' })),
  })
  return (
    <Section title={copyWords.title} intro={copyWords.intro}>
      <Button busy={isPending} onClick={() => mutate(id)}>
        <Icon of={Download} size={18} />
        {copyWords.download}
      </Button>
    </Section>
  )
}

/** Saves a file, or shares it from the native app, which cannot save any. */
async function handOut(file: File): Promise<void> {
  if (canSave()) saveFile(file)
  else await share({ files: [file] })
}

/** Closes a fan's right to vote for a reason that they read, or opens it again. */
function VotingRight({ person }: { readonly person: Person }) {
  const { voting_closed: closed } = person
  return (
    <Section title={rightWords.title}>
      {closed !== null && (
        <div className="mb-4 rounded-inner border-l-4 border-warn bg-raised px-3 py-2">
          <p className="font-semibold">{rightWords.closed(shortDay(closed.since), hour(closed.since))}</p>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{rightWords.reasonGiven(closed.reason)}</p>
        </div>
      )}
      {closed !== null && <Reopening person={person} reason={closed.reason} />}
      {closed === null && person.is_operator && <p className="text-quiet">{rightWords.own}</p>}
      {closed === null && !person.is_operator && <Closing person={person} />}
    </Section>
  )
}

function Reopening({ person, reason }: { readonly person: Person; readonly reason: string }) {
  const client = useQueryClient()
  const { mutate, isPending } = useAct(reopenRight, {
    done: () => rightWords.wasReopened,
    onDone: () => client.invalidateQueries(personQuery(person.id)),
  })
  return (
    <ConfirmAct
      label={rightWords.reopen}
      title={rightWords.reopenTitle}
      consequence={rightWords.reopenConsequence(nameOf(person))}
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
    done: () => rightWords.wasClosed,
    onDone: () => client.invalidateQueries(personQuery(person.id)),
  })
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="max-w-prose text-quiet">{rightWords.open}</p>
      <ReasonField label={rightWords.reason} hint={rightWords.reasonHint(left)} {...field} />
      <ConfirmAct
        label={rightWords.close}
        title={rightWords.closeTitle}
        consequence={rightWords.closeConsequence(nameOf(person), reason)}
        busy={isPending}
        disabled={!isGood}
        onConfirm={() => mutate({ fan_id: person.id, reason })}
      />
    </div>
  )
}

/** Names a fan in sentences: by address, number or id. */
function nameOf({ email, phone, id }: Person): string {
  return email ?? phone ?? id
}

/** « Google », « Ethereum 0x12…ef ». */
function methodOf({ provider, address }: Person['identities'][number]): string {
  if (isWalletChain(provider)) return `${walletTitles[provider]} ${address ?? ''}`.trimEnd()
  return words.methods[provider]
}

/** « 21 nov., 21 h 05 », where the operator is. */
function momentOf(instant: string): string {
  return words.moment(shortDay(instant), hour(instant))
}
