import type { MatchDiagnostic } from '@tribune/contract/operator/diagnostics.ts'
import type { MatchStatus } from '@tribune/domain/matches/status.ts'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { statuses, check as words } from '@tribune/french/sentences/operator/diagnostics.ts'
import { checkMatch } from '../../../data/operator/diagnostics.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { ActFailure } from '../act-buttons.tsx'
import { MatchIdForm } from '../one-match/match-field.tsx'
import { MatchLinks } from '../one-match/match-links.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'

const VERDICTS = { equal: 'good', different: 'bad', unknown: 'neutral', unread: 'neutral' } as const

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

/** One check of a match, in words. */
interface CheckRow {
  readonly name: string
  readonly verdict: 'good' | 'bad' | 'neutral'
  readonly sentences: readonly string[]
}

/** Returns the checks of a match, in the order in which they are read. */
function checkRows(found: MatchDiagnostic): CheckRow[] {
  return [lineup(found), points(found), tally(found), source(found), provider(found)]
}

function lineup({ lineup: { players, complete }, excluded }: MatchDiagnostic): CheckRow {
  const sentence = complete ? words.lineupFull(players) : words.lineupShort(players)
  const sentences = excluded ? [sentence, words.excluded] : [sentence]
  return { name: words.lineup, verdict: complete && !excluded ? 'good' : 'bad', sentences }
}

function points({
  points: { top, expected, consistent },
  coefficient,
  ranked_coefficient,
  marked,
}: MatchDiagnostic): CheckRow {
  const name = words.points
  if (top === null) return { name, verdict: 'neutral', sentences: [words.pointsNone] }
  const isGood = consistent !== false
  const sentence = isGood ? words.pointsGood(top, coefficient) : words.pointsBad(top, expected)
  const mark = marked && ranked_coefficient !== null ? [words.marked(ranked_coefficient, coefficient)] : []
  return { name, verdict: isGood && !marked ? 'good' : 'bad', sentences: [sentence, ...mark] }
}

function tally({ tally: { voters, recounted, equal } }: MatchDiagnostic): CheckRow {
  const sentence = equal ? words.tallyGood(voters) : words.tallyBad(voters, recounted)
  return { name: words.tally, verdict: equal ? 'good' : 'bad', sentences: [sentence] }
}

function source({ source: of, voters }: MatchDiagnostic): CheckRow {
  const name = words.source
  if (of === null) return { name, verdict: 'neutral', sentences: [words.noSource] }
  return { name, verdict: 'good', sentences: [words.sourceOf(words.sources[of], voters)] }
}

type Difference = MatchDiagnostic['provider']['differences'][number]

function provider({ provider: { state, differences } }: MatchDiagnostic): CheckRow {
  const lines = differences.map((difference) => {
    const { field, ours, theirs } = difference
    return words.differs(words.fields[field], written(field, ours), written(field, theirs))
  })
  return { name: words.provider, verdict: VERDICTS[state], sentences: [words.providers[state], ...lines] }
}

function written(field: Difference['field'], value: Difference['ours']): string {
  if (value === null) return words.nothing
  if (field === 'status') return statuses[value as MatchStatus] ?? String(value)
  if (field === 'kickoff') return `${shortDay(String(value))} ${hour(String(value))}`
  return typeof value === 'number' ? count(value) : value
}
