import type { MatchDiagnostic } from '@tribune/contract/operator/diagnostics.ts'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { check as words } from '@tribune/french/sentences/operator/diagnostics.ts'
import { checkMatch } from '../../../data/operator/diagnostics.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { ActFailure } from '../act-failure.tsx'
import { MatchIdForm } from '../match-id-form.tsx'
import { MatchLinks } from '../one-match/match-links.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'
import { type CheckRow, checkRows } from './check-rows.ts'

/** Checks one match by its id: lineup, points, tally, source, and ours against the provider's (spec section 8). */
export function MatchCheck() {
  const sentenceFor = (error: unknown) => words.failed(messageOf(error))
  const act = useAct(checkMatch, { done: () => null, failed: sentenceFor })
  return (
    <Section title={words.title} intro={words.intro}>
      <MatchIdForm
        label={words.id}
        action={words.start}
        busy={act.isPending}
        onSubmit={act.mutate}
        onWrong={act.reset}
      />
      {act.error !== null && <ActFailure>{sentenceFor(act.error)}</ActFailure>}
      {act.data !== undefined && <Findings found={act.data} />}
    </Section>
  )
}

function Findings({ found }: { readonly found: MatchDiagnostic }) {
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="font-bold [overflow-wrap:anywhere]" role="status">
        {found.home_team} – {found.away_team}
      </p>
      <p className="text-quiet [overflow-wrap:anywhere]">
        {found.competition_name} · {shortDay(found.match_date)}, {hour(found.match_date)}
      </p>
      <MatchLinks id={found.match_id} at="check" />
      <dl className="mt-2 flex flex-col gap-3">
        {checkRows(found).map((row) => (
          <Row key={row.name} row={row} />
        ))}
      </dl>
    </div>
  )
}

function Row({ row }: { readonly row: CheckRow }) {
  return (
    <div>
      <dt className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{row.name}</span>
        <span className={row.verdict === 'bad' ? 'font-bold text-warn' : 'text-quiet'}>{words[row.verdict]}</span>
      </dt>
      {row.sentences.map((sentence) => (
        <dd key={sentence} className="[overflow-wrap:anywhere]">
          {sentence}
        </dd>
      ))}
    </div>
  )
}
