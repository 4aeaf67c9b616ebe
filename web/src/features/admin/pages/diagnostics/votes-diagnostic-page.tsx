import { useQuery } from '@tanstack/react-query'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import { count, feminineOrdinal } from '@tribune/french/format/numbers.ts'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import {
  choice,
  columns,
  values,
  votesDiagnostic as words,
} from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import { useState } from 'react'
import {
  latestVotesQuery,
  matchPointsQuery,
  PICKS_PAGE,
  picksQuery,
  recentMatchesQuery,
  votesCountQuery,
} from '../../../../data/operator/pages.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Section } from '../../section.tsx'
import { DiagnosticFrame, OperatorPart } from '../diagnostic-frame.tsx'
import { MatchChoice } from '../parts/choices.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { Facts } from '../parts/facts-and-checks.tsx'
import { Reading } from '../parts/reading.tsx'
import { BallotTable, shortId } from '../parts/tables.tsx'
import { countPicks, type PickRow } from './diagnostic-rows.ts'

const LATEST = 10
const SAMPLE = 5

/** Inspects votes: how many voted, the newest ballots, and every pick of a match (spec section 2, "Developer test pages"). */
export function VotesDiagnosticPage() {
  return (
    <DiagnosticFrame title={pageNames['/votes-diagnostic']} intro={words.intro}>
      <Published />
      <OperatorPart title={words.all} what={words.toCount}>
        {() => <Ballots />}
      </OperatorPart>
      <MatchChoice page="/votes-diagnostic">
        {(id) => (
          <OperatorPart title={words.picks} what={words.toRead}>
            {() => <Picks key={id} id={id} />}
          </OperatorPart>
        )}
      </MatchChoice>
    </DiagnosticFrame>
  )
}

/** Voters of published results, which are public. */
function Published() {
  const recent = useQuery(recentMatchesQuery)
  return (
    <Section title={words.published}>
      <Reading of={recent}>
        {(matches) =>
          matches.length === 0 ? (
            <Notice>{choice.none}</Notice>
          ) : (
            <ul>
              {matches.slice(0, SAMPLE).map((match) => (
                <Voters key={match.match_id} match={match} />
              ))}
            </ul>
          )
        }
      </Reading>
    </Section>
  )
}

function Voters({ match }: { readonly match: HomeFixture }) {
  const points = useQuery(matchPointsQuery(match.match_id))
  return (
    <li className="py-2">
      <p className="font-semibold [overflow-wrap:anywhere]">{choice.fixture(match.home_team, match.away_team)}</p>
      <Reading of={points}>
        {([first]) => (
          <Facts
            of={[
              [columns.voters, first === undefined ? values.none : count(first.unique_voters)],
              [columns.source, values.sources[first?.source ?? 'unknown']],
            ]}
          />
        )}
      </Reading>
    </li>
  )
}

function Ballots() {
  const total = useQuery(votesCountQuery)
  const latest = useQuery(latestVotesQuery(LATEST))
  return (
    <div className="flex flex-col gap-4">
      <Reading of={total}>{(votes) => <Facts of={[[words.ballots, count(votes)]]} />}</Reading>
      <h3>{words.latest}</h3>
      <Reading of={latest}>{(ballots) => <BallotTable caption={words.latest} ballots={ballots} />}</Reading>
    </div>
  )
}

function Picks({ id }: { readonly id: number }) {
  const [offset, setOffset] = useState(0)
  const picks = useQuery(picksQuery(id, offset))
  return (
    <div className="flex flex-col gap-4">
      <Reading of={picks}>
        {({ items, total }) => (total === 0 ? <Notice>{words.noPicks}</Notice> : <PickTables picks={items} />)}
      </Reading>
      <div className="flex flex-wrap gap-2">
        {offset > 0 && <Button onClick={() => setOffset(Math.max(0, offset - PICKS_PAGE))}>{words.previous}</Button>}
        {offset + PICKS_PAGE < (picks.data?.total ?? 0) && (
          <Button onClick={() => setOffset(offset + PICKS_PAGE)}>{words.next}</Button>
        )}
      </div>
    </div>
  )
}

function PickTables({ picks }: { readonly picks: readonly PickRow[] }) {
  return (
    <>
      <h3>{words.byPlayer}</h3>
      <DataTable
        caption={words.byPlayer}
        rows={countPicks(picks)}
        keyOf={({ player_id }) => player_id}
        columns={[
          { head: columns.player, cell: ({ player_name }) => <bdi>{player_name}</bdi> },
          { head: words.firsts, figures: true, cell: ({ places }) => count(places[0]) },
          { head: words.seconds, figures: true, cell: ({ places }) => count(places[1]) },
          { head: words.thirds, figures: true, cell: ({ places }) => count(places[2]) },
        ]}
      />
      <h3>{words.eachPick}</h3>
      <DataTable
        caption={words.eachPick}
        rows={picks}
        keyOf={({ user_id, vote_position }) => `${user_id} ${vote_position}`}
        columns={[
          { head: columns.player, cell: ({ player_name }) => <bdi>{player_name}</bdi> },
          { head: columns.team, cell: ({ player_team }) => <bdi>{player_team}</bdi> },
          { head: columns.place, figures: true, cell: ({ vote_position }) => feminineOrdinal(vote_position) },
          { head: columns.fan, cell: ({ user_id }) => <span className="figures">{shortId(user_id)}</span> },
        ]}
      />
    </>
  )
}
