import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { QualificationDiagnostic } from '@tribune/contract/operator/diagnostics.ts'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { area } from '@tribune/french/sentences/operator/area.ts'
import {
  check,
  correction,
  demo,
  excluded,
  matchLinks as links,
  notices,
  qualification,
  qualification as qualificationWords,
  sync,
  tools as words,
} from '@tribune/french/sentences/operator/diagnostics.ts'
import { all, marked, one } from '@tribune/french/sentences/operator/recalculation.ts'
import { type ComponentType, useEffect } from 'react'
import {
  checkQualification,
  demoMatchQuery,
  excludedMatchesQuery,
  type Synchronisation,
  synchronise,
} from '../../../data/operator/diagnostics.ts'
import { operatorNoticeQuery } from '../../../data/operator/notices.ts'
import { recalculationQuery } from '../../../data/operator/recalculation.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ActFailure } from '../act-buttons.tsx'
import { NoticeSection } from '../notice-section.tsx'
import { MatchLinks } from '../one-match/match-links.tsx'
import { MarkedMatches, RecalculateAll, RecalculateOne } from '../recalculation.tsx'
import { Contents, Section } from '../section.tsx'
import { TabWaiting, useAllAnswered } from '../tab-waiting.tsx'
import { useAct } from '../use-act.ts'
import { DemoMatch } from './demo-match.tsx'
import { ExcludedMatches, FIRST_EXCLUDED } from './excluded-matches.tsx'
import { MatchCheck } from './match-check.tsx'
import { MatchCorrection } from './match-correction.tsx'

const route = getRouteApi('/admin')

interface Tool {
  readonly id: string
  readonly title: string
  readonly Part: ComponentType
}

/** Tools that change data, and below those that read or concern all fans: side by side from 900 px. The lists stand below both, as wide as the page. */
const ACTS: readonly Tool[] = [
  { id: 'match', title: one.title, Part: RecalculateOne },
  { id: 'marked', title: marked.title, Part: MarkedMatches },
  { id: 'all', title: all.title, Part: RecalculateAll },
  { id: 'sync', title: sync.title, Part: ManualSync },
  { id: 'correct', title: correction.title, Part: MatchCorrection },
]
const CHECKS: readonly Tool[] = [
  { id: 'check', title: check.title, Part: MatchCheck },
  { id: 'qualification', title: qualification.title, Part: QualificationCheck },
  { id: 'demo', title: demo.title, Part: DemoMatch },
  { id: 'notice', title: notices.title, Part: NoticeSection },
]
const LISTS: readonly Tool[] = [{ id: 'excluded', title: excluded.title, Part: ExcludedMatches }]

/** On a phone the tools stand one below the other, and the last one is far. */
const PARTS = [...ACTS, ...CHECKS, ...LISTS].map(({ id, title }) => [id, title] as const)

/** Diagnostics: the operator's tools (spec section 2, "Admin"). */
export function DiagnosticsTab() {
  const reads = [
    useQuery(recalculationQuery),
    useQuery(demoMatchQuery),
    useQuery(excludedMatchesQuery(FIRST_EXCLUDED)),
    useQuery(operatorNoticeQuery),
  ]
  const { match } = route.useSearch()
  const areAnswered = useAllAnswered(reads)
  // The tool that the address names is drawn only once all have answered.
  useEffect(() => {
    if (areAnswered) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [areAnswered])
  if (!areAnswered) return <TabWaiting />
  return (
    <>
      <h2 className="sr-only">{area.tabs.diagnostics}</h2>
      <Contents label={words.contents} parts={PARTS} className="wide:hidden" />
      {match !== undefined && (
        <Section title={links.title(match)}>
          <MatchLinks id={match} />
        </Section>
      )}
      <div key={match} className="grid grid-cols-1 items-start gap-6 wide:grid-cols-2">
        <Tools of={ACTS} />
        <Tools of={CHECKS} />
      </div>
      <Tools of={LISTS} />
    </>
  )
}

function Tools({ of }: { readonly of: readonly Tool[] }) {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {of.map(({ id, Part }) => (
        <div key={id} id={id}>
          <Part />
        </div>
      ))}
    </div>
  )
}

/** Reads the provider now, and says how many matches that changed, and how long it took (spec sections 7 and 8). */
function ManualSync() {
  const act = useAct(synchronise, { done: sentenceOf, failed: sentenceFor })
  return (
    <Section title={sync.title} intro={sync.intro}>
      <Button busy={act.isPending} onClick={() => act.mutate()}>
        {sync.start}
      </Button>
      {act.error !== null && <ActFailure>{sentenceFor(act.error)}</ActFailure>}
      {act.data !== undefined && <Outcome run={act.data} />}
    </Section>
  )
}

function Outcome({ run }: { readonly run: Synchronisation }) {
  const { at, quota, refused } = run
  const { day_limit: limit, day_remaining: remaining } = quota ?? { day_limit: null, day_remaining: null }
  return (
    <div role="status" className="mt-3">
      <p className="font-semibold">{sentenceOf(run)}</p>
      {at !== null && <p className="text-quiet">{sync.at(shortDay(at), hour(at))}</p>}
      {limit !== null && remaining !== null && <p className="text-quiet">{sync.quota(remaining, limit)}</p>}
      {refused !== null && <p className="font-semibold text-warn">{sync.refused(refused)}</p>}
    </div>
  )
}

function sentenceOf({ updated, ms, at }: Synchronisation): string {
  return at === null ? sync.never : sync.done(updated, ms)
}

function sentenceFor(error: unknown): string {
  if (error instanceof ApiError && error.code === 'timeout') return sync.timeout
  if (error instanceof ApiError && error.code === 'offline') return sync.network
  return sync.failed(messageOf(error))
}

/** Checks the competitions of World Cup qualification, and the clubs of their players (spec section 9). */
function QualificationCheck() {
  const sentenceFor = (error: unknown) => qualificationWords.failed(messageOf(error))
  const act = useAct(() => checkQualification(), { done: () => null, failed: sentenceFor })
  return (
    <Section title={qualificationWords.title} intro={qualificationWords.intro}>
      <Button busy={act.isPending} onClick={() => act.mutate()}>
        {qualificationWords.start}
      </Button>
      {act.error !== null && <ActFailure>{sentenceFor(act.error)}</ActFailure>}
      {act.data !== undefined && <Findings found={act.data} />}
    </Section>
  )
}

function Findings({ found }: { readonly found: QualificationDiagnostic }) {
  return (
    <div className="mt-4">
      <table className="w-full text-left">
        <thead className="text-sm text-quiet">
          <tr>
            <th className="py-1 pr-4 font-normal">{qualificationWords.competition}</th>
            <th className="py-1 pr-4 text-right font-normal">{qualificationWords.matches}</th>
            <th className="py-1 text-right font-normal">{qualificationWords.finished}</th>
          </tr>
        </thead>
        <tbody>
          {found.competitions.map(({ id, name, enabled, matches, finished }) => (
            <tr key={id} className="border-t border-line">
              <td className="py-1 pr-4 [overflow-wrap:anywhere]">
                {name === null ? qualificationWords.unknown(id) : qualificationWords.known(id, name)}
                {name !== null && !enabled && <span className="text-quiet"> ({qualificationWords.hidden})</span>}
              </td>
              <td className="figures py-1 pr-4 text-right">{count(matches)}</td>
              <td className="figures py-1 text-right">{count(finished)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className={`mt-3 font-semibold ${found.wrong > 0 ? 'text-warn' : ''}`}>
        {found.wrong === 0
          ? qualificationWords.good(found.checked)
          : qualificationWords.bad(found.wrong, found.checked)}
      </p>
      {found.more && <p className="text-quiet">{qualificationWords.more(found.checked)}</p>}
      <ul>
        {found.players.map(({ player_id, name, stored, expected }) => (
          <li key={player_id} className="[overflow-wrap:anywhere]">
            {qualificationWords.player(name, stored ?? qualificationWords.noClub, expected)}
          </li>
        ))}
      </ul>
    </div>
  )
}
