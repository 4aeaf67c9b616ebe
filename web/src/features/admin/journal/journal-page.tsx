import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { OPERATOR_ACTIONS } from '@tribune/contract/operator/actions.ts'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { actions, journal as words } from '@tribune/french/sentences/operator/journal.ts'
import { journalQuery } from '../../../data/operator/journal.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { useDebounced } from '../../../lib/state/use-debounced.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { OperatorFrame } from '../operator-frame.tsx'
import { SelectField } from '../select-field.tsx'
import type { JournalAddress } from './journal-address.ts'
import { JournalRow } from './journal-row.tsx'

const TYPING_MS = 400
const OPTIONS = [
  { value: '', label: words.all },
  ...OPERATOR_ACTIONS.map((value) => ({ value, label: actions[value] })),
] as const
const route = getRouteApi('/admin/journal')

/** Journal: what the operator did, newest first, filtered by what and on what. Nobody can change it. */
export function JournalPage() {
  const filter = route.useSearch()
  const navigate = useNavigate()
  const change = (next: JournalAddress) =>
    void navigate({ to: '/admin/journal', search: { ...filter, ...next }, replace: true })
  return (
    <OperatorFrame title={pageNames['/admin/journal']}>
      {() => (
        <>
          <p className="mb-4 max-w-prose text-quiet">{words.intro}</p>
          <div className="mb-4 grid gap-4 wide:grid-cols-2">
            <SelectField
              label={words.action}
              value={filter.action ?? ''}
              options={OPTIONS}
              onChange={(value) => change({ action: value === '' ? undefined : value })}
            />
            <TextField
              label={words.subject}
              hint={words.subjectHint}
              value={filter.subject ?? ''}
              onChange={(subject) => change({ subject: subject === '' ? undefined : subject })}
            />
          </div>
          <Entries filter={filter} />
        </>
      )}
    </OperatorFrame>
  )
}

function Entries({ filter }: { readonly filter: JournalAddress }) {
  const subject = useDebounced(filter.subject, TYPING_MS)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    journalQuery({ action: filter.action, subject }),
  )
  if (data === undefined && error !== null) {
    return <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
  }
  if (data === undefined) return <Waiting />
  const entries = data.pages.flat()
  if (entries.length === 0)
    return <Notice>{filter.action === undefined && subject === undefined ? words.none : words.empty}</Notice>
  return (
    <>
      <ol className="flex flex-col gap-2">
        {entries.map((entry) => (
          <JournalRow key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <Button className="mt-4 w-full" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  )
}
