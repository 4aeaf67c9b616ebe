import { useQuery } from '@tanstack/react-query'
import { minuteMark } from '@tribune/french/format/dates.ts'
import { scoreWords } from '@tribune/french/format/shootout.ts'
import { status } from '@tribune/french/sentences/home.ts'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { choice, columns, values, footballApi as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import { footballQuery } from '../../../../data/operator/pages.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { Section } from '../../section.tsx'
import { DiagnosticFrame } from '../diagnostic-frame.tsx'
import { MatchChoice } from '../parts/choices.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { CheckList, Facts, lineupCheck } from '../parts/facts-and-checks.tsx'
import { Reading } from '../parts/reading.tsx'

const STATUS: Readonly<Record<string, string>> = status

/** Shows the football function's answers for one match: details and lineup (spec section 2, "Developer test pages"). */
export function FootballApiPage() {
  return (
    <DiagnosticFrame title={pageNames['/test-football-api']} intro={words.intro}>
      <MatchChoice page="/test-football-api">
        {(id) => (
          <>
            <Details id={id} />
            <Lineup id={id} />
          </>
        )}
      </MatchChoice>
    </DiagnosticFrame>
  )
}

function Details({ id }: { readonly id: number }) {
  const answer = useQuery(footballQuery('match_details', id))
  return (
    <Section title={words.details}>
      <Reading of={answer}>
        {({ details }) =>
          details === null ? (
            <Notice>{words.noDetails}</Notice>
          ) : (
            <Facts
              of={[
                [words.teams, choice.fixture(details.home_team, details.away_team)],
                [words.status, STATUS[details.status] ?? details.status],
                [words.minute, minuteMark(details.minute) || values.none],
                [words.score, scoreWords(details) ?? values.none],
              ]}
            />
          )
        }
      </Reading>
    </Section>
  )
}

function Lineup({ id }: { readonly id: number }) {
  const answer = useQuery(footballQuery('match_lineups', id))
  return (
    <Section title={words.lineups}>
      <Reading of={answer}>
        {({ players }) => (
          <div className="flex flex-col gap-4">
            <CheckList checks={[lineupCheck(players.length)]} />
            {players.length === 0 ? (
              <Notice>{words.noPlayers}</Notice>
            ) : (
              <DataTable
                caption={words.lineups}
                rows={players}
                keyOf={(player) => player.id}
                columns={[
                  { head: columns.player, cell: (player) => <bdi>{player.name}</bdi> },
                  { head: columns.team, cell: (player) => <bdi>{player.team}</bdi> },
                  { head: columns.photo, cell: (player) => (player.photo === null ? values.no : values.yes) },
                  { head: columns.number, figures: true, cell: (player) => player.id },
                ]}
              />
            )}
          </div>
        )}
      </Reading>
    </Section>
  )
}
