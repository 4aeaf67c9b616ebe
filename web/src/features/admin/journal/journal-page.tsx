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
import type { JournalAddress } from './journal-address.ts'
import { JournalRow } from './journal-row.tsx'

const TYPING_MS = 400
const route = getRouteApi('/admin/journal' as never)

/** Journal: what the operator did, newest first, filtered by what and on what. Nobody can change it. */
export function JournalPage() {
  const filter = route.useSearch() as JournalAddress
  const navigate = useNavigate()
  const change = (next: JournalAddress) =>
    void navigate({ to: '/admin/journal', search: { ...filter, ...next }, replace: true } as never)
  return (
    <OperatorFrame title={pageNames['/admin/journal']}>
      {() => (
        <>
          <p className="mb-4 max-w-prose text-quiet">{words.intro}</p>
          <div className="mb-4 grid gap-4 wide:grid-cols-2">
            <label className="block">
              <span className="mb-1 block font-semibold">{words.action}</span>
              <select
                value={filter.action ?? ''}
                onChange={(event) =>
                  change({ action: OPERATOR_ACTIONS.find((action) => action === event.target.value) })
                }
                className="h-12 w-full rounded-inner border border-edge bg-ground px-3 text-base text-text"
              >
                <option value="">{words.all}</option>
                {OPERATOR_ACTIONS.map((action) => (
                  <option key={action} value={action}>
                    {actions[action]}
                  </option>
                ))}
              </select>
            </label>
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
