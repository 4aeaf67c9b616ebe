import { useQuery } from '@tanstack/react-query'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { choice, checkPoints as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import { fixtureQuery, matchPointsQuery, storedSeasonQuery } from '../../../../data/operator/pages.ts'
import { Section } from '../../section.tsx'
import { DiagnosticFrame } from '../diagnostic-frame.tsx'
import { MatchChoice } from '../parts/choices.tsx'
import { CheckList, pointsCheck } from '../parts/facts-and-checks.tsx'
import { Reading } from '../parts/reading.tsx'
import { RankingTable, SeasonTable } from '../parts/tables.tsx'

const SEASON_TOP = 10

/** A match's points against its coefficient, and the season's first ten (spec section 2, "Developer test pages"). */
export function CheckPointsPage() {
  const season = useQuery(storedSeasonQuery(SEASON_TOP))
  return (
    <DiagnosticFrame title={pageNames['/check-points']} intro={words.intro}>
      <MatchChoice page="/check-points">{(id) => <MatchPoints id={id} />}</MatchChoice>
      <Section title={words.season}>
        <Reading of={season}>{(rows) => <SeasonTable caption={words.season} rows={rows} />}</Reading>
      </Section>
    </DiagnosticFrame>
  )
}

function MatchPoints({ id }: { readonly id: number }) {
  const fixture = useQuery(fixtureQuery(id))
  const points = useQuery(matchPointsQuery(id))
  return (
    <Section title={words.match}>
      <Reading of={fixture}>
        {(match) => (
          <Reading of={points}>
            {(ranking) => (
              <div className="flex flex-col gap-4">
                <p className="font-bold">{choice.fixture(match.home_team, match.away_team)}</p>
                <CheckList checks={[pointsCheck(ranking, match.competition_coefficient)]} />
                <RankingTable caption={words.match} rows={ranking} />
              </div>
            )}
          </Reading>
        )}
      </Reading>
    </Section>
  )
}
