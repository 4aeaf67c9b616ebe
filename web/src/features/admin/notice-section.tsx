import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { areNoticeTimesValid, MAX_NOTICE_LENGTH } from '@tribune/domain/messages/notice.ts'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { notices as words } from '@tribune/french/sentences/operator/diagnostics.ts'
import { useState } from 'react'
import { noticeQuery } from '../../data/notice.ts'
import {
  type OperatorNotice,
  operatorNoticeQuery,
  publishNotice,
  seenOf,
  withdrawNotice,
} from '../../data/operator/notices.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { useNow } from '../../lib/state/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { NoticeCard } from '../notice/notice-banner.tsx'
import { ConfirmAct, ConfirmDialog, ReasonField } from './act-buttons.tsx'
import { Section } from './section.tsx'
import { useAct } from './use-act.ts'
import { useDraft } from './use-draft.ts'

const LOOK_EVERY_MS = 2_000

/** The screen's time is behind the server's by this at most, in milliseconds: a notice that has just been published is on. */
const BEHIND_MS = 5_000

/** The notice to all fans: the one that is there, and the form of the next. */
export function NoticeSection() {
  const { data, error, refetch } = useQuery(operatorNoticeQuery)
  return (
    <Section title={words.title} intro={words.intro}>
      {data === undefined && error === null && <Skeleton className="h-40" />}
      {data === undefined && error !== null && (
        <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
      )}
      {data !== undefined && (
        <>
          <Present notice={data} />
          <NoticeForm notice={data} />
        </>
      )}
    </Section>
  )
}

interface NoticeProps {
  readonly notice: OperatorNotice | null
}

/** Reads the notice again, here and in the banner of this page. */
function useReload() {
  const client = useQueryClient()
  return () =>
    Promise.all([operatorNoticeQuery, noticeQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })))
}

function Present({ notice }: NoticeProps) {
  const now = useNow(LOOK_EVERY_MS)
  const remove = useAct(withdrawNotice, { done: () => words.removed, onDone: useReload() })
  if (notice === null) return <p className="mb-4 font-semibold">{words.none}</p>
  return (
    <div className="mb-4 flex flex-col items-start gap-2">
      <p className="font-semibold">{standingWords(notice, now)}</p>
      <p className="[overflow-wrap:anywhere]">{notice.text}</p>
      <ConfirmAct
        label={words.remove}
        title={words.removeTitle}
        consequence={words.removeConsequence(notice.text)}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(seenOf(notice))}
      />
    </div>
  )
}

function NoticeForm({ notice }: NoticeProps) {
  const [asking, setAsking] = useState(false)
  const now = useNow(LOOK_EVERY_MS)
  const draft = useDraft('notice', typedOf(notice, now), seenOf(notice))
  const { text, start, end } = draft.typed
  const form = readForm(draft.typed, now)
  const reload = useReload()
  const publish = useAct(publishNotice, {
    done: () => words.published,
    onDone: async () => {
      await reload()
      draft.clear()
    },
    onChanged: draft.look,
  })
  return (
    <form
      className="flex flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setAsking(true)
      }}
    >
      <ReasonField
        label={words.text}
        hint={form.left < 0 ? words.tooLong(-form.left) : words.left(form.left)}
        isWrong={form.left < 0}
        value={text}
        onChange={(next) => draft.type({ text: next })}
        readOnly={publish.isPending}
      />
      <div className="grid w-full max-w-xl gap-4 wide:grid-cols-2">
        <TextField
          type="datetime-local"
          label={words.start}
          hint={words.startHint}
          value={start}
          onChange={(next) => draft.type({ start: next })}
          readOnly={publish.isPending}
        />
        <TextField
          type="datetime-local"
          label={words.end}
          hint={words.endHint}
          error={form.endFault}
          value={end}
          onChange={(next) => draft.type({ end: next })}
          readOnly={publish.isPending}
        />
      </div>
      <div className="w-full max-w-[400px]">
        <h3 className="mb-1 font-semibold">{words.preview}</h3>
        <NoticeCard text={form.text || words.emptyPreview} />
      </div>
      <Button type="submit" disabled={!form.isReady || !draft.isTyped} busy={publish.isPending}>
        {words.publish}
      </Button>
      {form.times !== null && (
        <ConfirmDialog
          label={words.publish}
          title={words.publishTitle}
          consequence={consequenceWords(form.times, notice !== null)}
          tone="plain"
          open={asking}
          onOpenChange={setAsking}
          onConfirm={() => form.times !== null && publish.mutate({ text: form.text, ...form.times, seen: draft.seen })}
        />
      )}
    </form>
  )
}

/** The typed form: moments in the format of a field for date and time, '' for none. */
type TypedNotice = {
  readonly text: string
  readonly start: string
  readonly end: string
}

/** The notice that the form would publish: `null` times where they are missing or wrong. */
interface FormState {
  readonly text: string
  readonly left: number
  readonly times: { readonly starts_at: string | null; readonly ends_at: string } | null
  /** A sentence about the end, once it is typed. */
  readonly endFault: string | null
  readonly isReady: boolean
}

/** Returns what the form shows while nothing is typed: the notice that is there, to be corrected, unless it has ended. */
export function typedOf(notice: OperatorNotice | null, now: Date): TypedNotice {
  if (notice === null || Date.parse(notice.ends_at) <= now.getTime()) return { text: '', start: '', end: '' }
  return { text: notice.text, start: fieldOf(notice.starts_at), end: fieldOf(notice.ends_at) }
}

/** Writes a moment for a field of date and time, in the zone of this device, to the minute. */
function fieldOf(instant: string): string {
  const at = Date.parse(instant)
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16)
}

/** Reads a field of date and time, in the zone of this device; `null` if it is empty or unreadable. */
function instantOf(field: string): string | null {
  const at = new Date(field)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** Reads the form. */
export function readForm({ text, start, end }: TypedNotice, now: Date): FormState {
  const trimmed = text.trim()
  const left = MAX_NOTICE_LENGTH - trimmed.length
  const [starts_at, ends_at] = [instantOf(start), instantOf(end)]
  const isValid = ends_at !== null && areNoticeTimesValid({ starts_at: starts_at ?? now, ends_at }, now)
  const times = isValid ? { starts_at, ends_at } : null
  const endFault = end === '' || isValid ? null : words.wrongEnd
  return { text: trimmed, left, times, endFault, isReady: trimmed !== '' && left >= 0 && times !== null }
}

const momentWords = (instant: string) => words.moment(shortDay(instant), hour(instant))

/** Says whether a notice is upcoming, on or ended. */
export function standingWords(notice: OperatorNotice, now: Date): string {
  if (Date.parse(notice.starts_at) > now.getTime() + BEHIND_MS) return words.upcoming(momentWords(notice.starts_at))
  return Date.parse(notice.ends_at) > now.getTime()
    ? words.on(momentWords(notice.ends_at))
    : words.ended(momentWords(notice.ends_at))
}

/** Says what publishing does. */
function consequenceWords({ starts_at, ends_at }: NonNullable<FormState['times']>, replaces: boolean): string {
  const from = starts_at === null ? words.fromNow : words.from(momentWords(starts_at))
  const consequence = words.consequence(from, momentWords(ends_at))
  return replaces ? `${consequence} ${words.replaces}` : consequence
}
