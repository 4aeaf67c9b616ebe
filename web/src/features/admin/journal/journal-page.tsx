import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { OPERATOR_ACTIONS } from '@tribune/contract/operator/actions.ts'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { actions, journal as words } from '@tribune/french/sentences/operator/journal.ts'
import { Download } from 'lucide'
import { journalQuery, readJournalCsv } from '../../../data/operator/journal.ts'
import { saveFile } from '../../../lib/device/platform-sharing.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { useDebounced } from '../../../lib/state/use-debounced.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { type JournalAddress, MAX_SUBJECT, MAX_TEXT } from '../admin-address.ts'
import { SelectField } from '../fields.tsx'
import { OperatorFrame } from '../operator-frame.tsx'
import { useAct } from '../use-act.ts'
import { JournalRow } from './journal-row.tsx'

const TYPING_MS = 400
const OPTIONS = [
  { value: '', label: words.all },
  ...OPERATOR_ACTIONS.map((value) => ({ value, label: actions[value] })),
] as const
const route = getRouteApi('/admin/journal')

/** Journal: what the operator did, newest first, filtered by action, subject, days and text. No one can change it. */
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
              label={words.text}
              hint={words.textHint}
              maxLength={MAX_TEXT}
              value={filter.text ?? ''}
              onChange={(text) => change({ text: text === '' ? undefined : text })}
            />
            <div className="grid grid-cols-2 gap-3">
              <DayField label={words.from} value={filter.from} onChange={(from) => change({ from })} />
              <DayField
                label={words.to}
                value={filter.to}
                error={isCrossed(filter) ? words.crossed : null}
                onChange={(to) => change({ to })}
              />
            </div>
            <TextField
              label={words.subject}
              hint={words.subjectHint}
              maxLength={MAX_SUBJECT}
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

const isCrossed = ({ from, to }: JournalAddress) => from !== undefined && to !== undefined && from > to

interface DayFieldProps {
  readonly label: string
  readonly value: string | undefined
  readonly error?: string | null
  readonly onChange: (day: string | undefined) => void
}

function DayField({ label, value, error = null, onChange }: DayFieldProps) {
  return (
    <TextField
      className="min-w-0"
      label={label}
      type="date"
      min="1970-01-01"
      max="9999-12-31"
      value={value ?? ''}
      error={error}
      onChange={(day) => onChange(day === '' ? undefined : day)}
    />
  )
}

/** Saves the acts of the filter as a file. */
function CsvButton({ filter }: { readonly filter: JournalAddress }) {
  const { mutate, isPending } = useAct(readJournalCsv, {
    done: () => words.fileDone,
    failed: (cause) => words.fileFailed(messageOf(cause)),
    onDone: (file) => saveFile(new File([file], words.fileName)),
  })
  return (
    <Button className="mb-4" busy={isPending} onClick={() => mutate(filter)}>
      <Icon of={Download} size={18} />
      {words.file}
    </Button>
  )
}

function Entries({ filter }: { readonly filter: JournalAddress }) {
  const subject = useDebounced(filter.subject, TYPING_MS)
  const text = useDebounced(filter.text, TYPING_MS)
  const shown = { ...filter, subject, text }
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(journalQuery(shown))
  if (data === undefined && error !== null) {
    return <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
  }
  if (data === undefined) return <Waiting />
  const entries = data.pages.flat()
  if (entries.length === 0)
    return <Notice>{Object.values(shown).every((value) => value === undefined) ? words.none : words.empty}</Notice>
  return (
    <>
      <CsvButton filter={shown} />
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
