import { count, ordinal } from '@tribune/french/format/numbers.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { recount as words } from '@tribune/french/sentences/integrity/recount.ts'
import { Check as CheckIcon, Minus, X } from 'lucide'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { onServer } from '../../lib/native/server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Mark } from '../../ui/mark.tsx'
import { ballotsAddress } from './audit-calls.ts'
import { type Check, type CheckedRecord, hasTree, isWrong, type Outcome, type RecountRow } from './check-rules.ts'
import { OwnBallot } from './own-ballot.tsx'
import { checkWords, verdictWords } from './recount-words.ts'

/** Rows of the recounted ranking that are shown. */
const SHOWN_ROWS = 10

interface OutcomeViewProps {
  readonly outcome: Outcome
  readonly again: () => void
}

/** The outcome of a recount: verdict, checks, ranking, the fan's own ballot, and the files. */
export function OutcomeView({ outcome, again }: OutcomeViewProps) {
  const { checks, record, rows, season } = outcome
  return (
    <div className="grid gap-10 wide:grid-cols-2 wide:gap-x-16">
      <div className="flex min-w-0 flex-col gap-6">
        <Verdict outcome={outcome} />
        <Section title={words.checks}>
          <ul className="rounded-card border border-line bg-surface px-4">
            {checks.map((check) => (
              <CheckRow key={check.id} check={check} />
            ))}
          </ul>
        </Section>
      </div>
      <div className="flex min-w-0 flex-col gap-10">
        {record !== null && (
          <Section title={words.ranking.title}>
            <Ranking rows={rows} />
          </Section>
        )}
        {record !== null && hasTree(outcome) && (
          <Section title={words.proof.title}>
            <OwnBallot record={record} again={again} />
          </Section>
        )}
        <Section title={words.files.title}>
          {record !== null && <Files record={record} season={season} />}
          <ButtonLink to="/comptage" className="self-start">
            {common.howWeCount}
          </ButtonLink>
        </Section>
      </div>
    </div>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The verdict, which takes the focus, as the progress that it replaces may have had the fan's attention. */
function Verdict({ outcome }: { readonly outcome: Outcome }) {
  const { checks, record } = outcome
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  const isGood = !checks.some(isWrong)
  const texts = verdictWords(outcome)
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 rounded-card bg-board p-5 text-on-board outline-none">
      <div className="flex items-center gap-4">
        <Mark size={56} lit={isGood ? 3 : 0} />
        <div className="min-w-0">
          <p className="text-2xl font-extrabold">{isGood ? words.verdict.good : words.verdict.wrong}</p>
          {texts.map((text) => (
            <p key={text} className="text-board-quiet">
              {text}
            </p>
          ))}
        </div>
      </div>
      {record !== null && (
        <dl className="flex gap-8">
          <Figure name={words.ballots.counted} value={record.counted} />
          <Figure name={words.ballots.setAside} value={record.set_aside} />
        </dl>
      )}
    </div>
  )
}

function Figure({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-board-quiet">{name}</dt>
      <dd className="figures text-4xl leading-none font-extrabold">{count(value)}</dd>
    </div>
  )
}

const SIGNS = {
  good: { icon: CheckIcon, colour: 'text-good' },
  wrong: { icon: X, colour: 'text-warn' },
  open: { icon: Minus, colour: 'text-quiet' },
} as const

function CheckRow({ check }: { readonly check: Check }) {
  const { state, texts } = checkWords(check)
  const { icon, colour } = SIGNS[state]
  return (
    <li className="flex gap-3 border-t border-line py-3 first:border-0">
      <span className={`mt-0.5 ${colour}`}>
        <Icon of={icon} size={22} stroke={3} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-bold">{words.names[check.id]}</span>
          <span className={`text-sm font-semibold ${colour}`}>{words.states[state]}</span>
        </p>
        {texts.map((text) => (
          <p key={text} className={state === 'wrong' ? '' : 'text-quiet'}>
            {text}
          </p>
        ))}
      </div>
    </li>
  )
}

function Ranking({ rows }: { readonly rows: readonly RecountRow[] }) {
  const { columns, gone, none, title } = words.ranking
  if (rows.length === 0) return <p className="text-quiet">{none}</p>
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-2">
      <table className="w-full">
        <caption className="sr-only">{title}</caption>
        <thead className="text-sm text-quiet">
          <tr>
            <th scope="col" className="py-1.5 pr-3 text-left font-normal">
              {columns.rank}
            </th>
            <th scope="col" className="w-full text-left font-normal">
              {columns.player}
            </th>
            <th scope="col" className="pl-3 text-right font-normal">
              {columns.recounted}
            </th>
            <th scope="col" className="pl-3 text-right font-normal">
              {columns.published}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN_ROWS).map(({ id, name, rank, points, published }) => (
            <tr key={id} className="border-t border-line">
              <td className="figures py-2 pr-3 text-lg font-bold whitespace-nowrap">{ordinal(rank)}</td>
              <th scope="row" className="max-w-0 truncate text-left font-semibold">
                <bdi>{name}</bdi>
              </th>
              <td className="figures pl-3 text-right text-lg font-bold">{count(points)}</td>
              <td
                className={`figures pl-3 text-right text-lg ${published === points ? 'text-quiet' : 'font-bold text-warn'}`}
              >
                {published === null ? gone : count(published)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Links to the files that were checked, for other programs. */
function Files({ record, season }: { readonly record: CheckedRecord; readonly season: string | null }) {
  const { match, ballots } = record
  const files = [
    [words.files.record, `/api/audit/matches/${match}`],
    ...(ballots === null ? [] : [[words.files.ballots, ballotsAddress(match, ballots.hash)] as const]),
    ...(season === null
      ? []
      : ([
          [words.files.log, `/api/audit/log/${season}/entries`],
          [words.files.checkpoint, `/api/audit/log/${season}/checkpoint`],
        ] as const)),
  ] as const
  return (
    <>
      <p>{words.files.text}</p>
      <ul className="flex flex-wrap gap-x-5">
        {files.map(([name, address]) => (
          <li key={address}>
            <a href={onServer(address)} className="target inline-flex items-center font-semibold underline">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
