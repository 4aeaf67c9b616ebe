import { useQuery } from '@tanstack/react-query'
import type { BrowserError } from '@tribune/contract/browser-errors.ts'
import { DISTINCT_A_DAY } from '@tribune/domain/operator/browser-error.ts'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { browserErrors as words } from '@tribune/french/sentences/operator/overview.ts'
import { useState } from 'react'
import { browserErrorsQuery } from '../../../data/operator/overview.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Section } from '../section.tsx'

/** Errors that are listed at first. */
const FIRST_ERRORS = 5

/** Errors of the app in fans' browsers, most frequent first. */
export function BrowserErrors() {
  const { data, error, refetch } = useQuery(browserErrorsQuery)
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? data : data?.slice(0, FIRST_ERRORS)
  const hidden = (data?.length ?? 0) - (shown?.length ?? 0)
  return (
    <Section title={words.title} intro={words.intro}>
      {data === undefined && error === null && <Skeleton className="h-24" />}
      {data === undefined && error !== null && (
        <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
      )}
      {data?.length === 0 && <p>{words.none}</p>}
      {shown !== undefined && shown.length > 0 && (
        <ul className="flex flex-col">
          {shown.map((item) => (
            <ErrorRow key={item.fingerprint} item={item} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button className="mt-3" onClick={() => setWhole(true)}>
          {words.more(hidden)}
        </Button>
      )}
    </Section>
  )
}

function ErrorRow({ item }: { readonly item: BrowserError }) {
  const { kind, message, place, build, screens, engines, count, last_at } = item
  const isOthers = item.fingerprint === 'other'
  return (
    <li className="border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <p className="font-semibold [overflow-wrap:anywhere]">{isOthers ? words.others(DISTINCT_A_DAY) : message}</p>
      <p className="text-sm">
        <span className="figures font-bold">{words.times(count)}</span>{' '}
        <span className="text-quiet">
          · {words.last(shortDay(last_at), hour(last_at))}
          {!isOthers && <> · {words.kinds[kind]}</>}
        </span>
      </p>
      <dl className="mt-1 grid gap-x-8 text-sm wide:grid-cols-2">
        {!isOthers && <Fact name={words.place} text={place || words.nowhere} />}
        {!isOthers && <Fact name={words.build} text={build || words.unknownBuild} />}
        <Fact
          name={words.screens(screens.length)}
          text={screens.map((screen) => (screen === 'other' ? words.otherScreen : screen)).join(', ')}
        />
        <Fact name={words.engines(engines.length)} text={engines.map((engine) => words.engine[engine]).join(', ')} />
      </dl>
    </li>
  )
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className="flex min-w-0 gap-x-2">
      <dt className="shrink-0 text-quiet">{name}</dt>
      <dd className="min-w-0 select-all [overflow-wrap:anywhere]">{text}</dd>
    </div>
  )
}
