import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { people as words } from '@tribune/french/sentences/operator/people.ts'
import { type FormEvent, useState } from 'react'
import { findPerson, personQuery } from '../../../data/operator/people.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { OperatorFrame } from '../operator-frame.tsx'
import { PersonView } from './person-view.tsx'

const route = getRouteApi('/admin/fans')
const isNobody = (error: unknown) => error instanceof ApiError && error.code === 'fan_not_found'

/** People: one fan, found by what identifies them exactly, and what the operator may do about their account. */
export function PeoplePage() {
  return <OperatorFrame title={pageNames['/admin/fans']}>{() => <People />}</OperatorFrame>
}

function People() {
  const { id } = route.useSearch()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [wanted, setWanted] = useState('')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (text: string) => findPerson(text),
    onMutate: () => navigate({ to: '/admin/fans', search: {}, replace: true }),
    onSuccess: (person) => {
      client.setQueryData(personQuery(person.id).queryKey, person)
      void navigate({ to: '/admin/fans', search: { id: person.id } })
    },
  })
  const find = (event: FormEvent) => {
    event.preventDefault()
    if (wanted.trim() !== '') mutate(wanted)
  }
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-prose text-quiet">{words.intro}</p>
      <form onSubmit={find} className="flex max-w-xl flex-col gap-3">
        <TextField
          label={words.wanted}
          hint={words.wantedHint}
          value={wanted}
          maxLength={320}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(text) => {
            setWanted(text)
            reset()
          }}
        />
        <Button type="submit" tone="action" busy={isPending} className="self-start">
          {words.find}
        </Button>
      </form>
      <div aria-live="polite">
        {error !== null && <NotFound error={error} onRetry={() => mutate(wanted)} />}
        {error === null && id !== undefined && <Found id={id} />}
      </div>
    </div>
  )
}

function Found({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(personQuery(id))
  if (error !== null && (data === undefined || isNobody(error)))
    return <NotFound error={error} onRetry={() => refetch()} />
  return data === undefined ? <Waiting /> : <PersonView key={data.id} person={data} />
}

function NotFound({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => unknown }) {
  if (isNobody(error)) return <Notice>{words.none}</Notice>
  return <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={onRetry} />
}
