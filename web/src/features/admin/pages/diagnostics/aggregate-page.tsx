import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MatchScreen } from '@tribune/contract/matches.ts'
import { runTime } from '@tribune/french/format/dates.ts'
import { coefficient, count, plural } from '@tribune/french/format/numbers.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { status } from '@tribune/french/sentences/home.ts'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { choice, values, aggregate as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import { rebuildSeason, screenQuery } from '../../../../data/operator/pages.ts'
import { recalculateMatch } from '../../../../data/operator/recalculation.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmAct } from '../../act-buttons.tsx'
import { Section } from '../../section.tsx'
import { useAct } from '../../use-act.ts'
import { DiagnosticFrame, OperatorPart } from '../diagnostic-frame.tsx'
import { MatchChoice } from '../parts/choices.tsx'
import { CheckList, Facts, lineupCheck, pointsCheck, whistleCheck } from '../parts/facts-and-checks.tsx'
import { Reading } from '../parts/reading.tsx'

/** Analyses one match, rebuilds the season ranking and triggers the calculation (spec section 2, "Developer test pages"). */
export function AggregatePage() {
  return (
    <DiagnosticFrame title={pageNames['/test-aggregate']} intro={words.intro}>
      <MatchChoice page="/test-aggregate">
        {(id) => (
          <>
            <Analysis id={id} />
            <OperatorPart title={words.engine} what={words.toRun}>
              {() => <Engine key={id} id={id} />}
            </OperatorPart>
          </>
        )}
      </MatchChoice>
      <OperatorPart title={words.season} what={words.toRebuild}>
        {() => <Season />}
      </OperatorPart>
    </DiagnosticFrame>
  )
}

function Analysis({ id }: { readonly id: number }) {
  const screen = useQuery(screenQuery(id))
  return (
    <Section title={words.match}>
      <Reading of={screen}>{(found) => <Figures screen={found} />}</Reading>
    </Section>
  )
}

function Figures({ screen: { match, players, ranking, result } }: { readonly screen: MatchScreen }) {
  const total = ranking.reduce((sum, { points }) => sum + points, 0)
  return (
    <div className="flex flex-col gap-4">
      <p className="font-bold">{choice.fixture(match.home_team, match.away_team)}</p>
      <Facts
        of={[
          [words.status, status[match.status]],
          [words.coefficient, coefficient(match.competition_coefficient)],
          [words.players, count(players.length)],
          [words.played, count(players.filter(({ did_play }) => did_play !== false).length)],
          [words.ranked, count(ranking.length)],
          [words.total, count(total)],
          [words.voters, result.voters === null ? values.none : count(result.voters)],
          [words.source, values.sources[result.source ?? 'unknown']],
        ]}
      />
      <CheckList
        checks={[
          lineupCheck(players.length),
          pointsCheck(ranking, match.competition_coefficient),
          whistleCheck(match.finished_at),
        ]}
      />
    </div>
  )
}

function Engine({ id }: { readonly id: number }) {
  const cache = useQueryClient()
  const { mutate, isPending } = useAct(recalculateMatch, {
    done: (answer) => words.ran(plural(answer.count, nouns.player)),
    onDone: () => cache.invalidateQueries(screenQuery(id)),
  })
  return (
    <Button busy={isPending} onClick={() => mutate(id)}>
      {words.run}
    </Button>
  )
}

function Season() {
  const { mutate, isPending, data } = useAct((_: undefined) => rebuildSeason(), {
    done: ({ processed, ms }) => words.rebuilt(plural(processed, words.row), runTime(ms)),
  })
  return (
    <div className="flex flex-col items-start gap-3">
      <ConfirmAct
        label={words.rebuild}
        title={words.rebuildTitle}
        consequence={words.rebuildConsequence}
        busy={isPending}
        onConfirm={() => mutate(undefined)}
      />
      {data !== undefined && (
        <>
          <p>{words.rebuilt(plural(data.processed, words.row), runTime(data.ms))}</p>
          <p className="text-sm text-quiet select-all [overflow-wrap:anywhere]">
            {words.correlation(data.correlation_id)}
          </p>
        </>
      )}
    </div>
  )
}
