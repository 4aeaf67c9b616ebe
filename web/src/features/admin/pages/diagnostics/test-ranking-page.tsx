import { useQuery } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { rankingEngine } from '@tribune/contract/rankings.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { values, testRanking as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import { matchPointsQuery } from '../../../../data/operator/pages.ts'
import { recalculateMatch } from '../../../../data/operator/recalculation.ts'
import { Button } from '../../../../ui/button.tsx'
import { Section } from '../../section.tsx'
import { useAct } from '../../use-act.ts'
import { DiagnosticFrame, OperatorPart } from '../diagnostic-frame.tsx'
import { MatchChoice } from '../parts/choices.tsx'
import { Facts } from '../parts/facts-and-checks.tsx'
import { Reading } from '../parts/reading.tsx'
import { RankingTable } from '../parts/tables.tsx'

const TOP = 5

/** Runs the ranking engine for one match and shows what it answers (spec section 2, "Developer test pages"). */
export function TestRankingPage() {
  return (
    <DiagnosticFrame title={pageNames['/test-ranking']} intro={words.intro}>
      <MatchChoice page="/test-ranking">
        {(id) => (
          <>
            <Stored id={id} />
            <OperatorPart title={words.engine} what={words.toRun}>
              {() => <Engine key={id} id={id} />}
            </OperatorPart>
          </>
        )}
      </MatchChoice>
    </DiagnosticFrame>
  )
}

function Stored({ id }: { readonly id: number }) {
  const points = useQuery(matchPointsQuery(id))
  return (
    <Section title={words.stored}>
      <Reading of={points}>{(rows) => <RankingTable caption={words.stored} rows={rows.slice(0, TOP)} />}</Reading>
    </Section>
  )
}

function Engine({ id }: { readonly id: number }) {
  const { mutate, isPending, data } = useAct(recalculateMatch, { done: () => words.done })
  return (
    <div className="flex flex-col gap-4">
      <Button busy={isPending} onClick={() => mutate(id)}>
        {words.run}
      </Button>
      {data !== undefined && <Answer answer={data} />}
    </div>
  )
}

function Answer({ answer }: { readonly answer: Output<typeof rankingEngine> }) {
  const { match_id, count: ranked, unique_voters, source, playerPoints } = answer
  return (
    <>
      <Facts
        of={[
          [words.matchId, String(match_id)],
          [words.ranked, count(ranked)],
          [words.voters, count(unique_voters)],
          [words.source, values.sources[source ?? 'unknown']],
        ]}
      />
      <h3 className="font-bold">{words.top}</h3>
      <RankingTable caption={words.top} rows={playerPoints.slice(0, TOP)} />
    </>
  )
}
