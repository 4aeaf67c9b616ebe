import { useQuery } from '@tanstack/react-query'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import { shortDay } from '@tribune/french/format/dates.ts'
import { count, plural } from '@tribune/french/format/numbers.ts'
import { scoreWords } from '@tribune/french/format/shootout.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { choice, dataDiagnostic as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import {
  latestVotesQuery,
  lineupQuery,
  matchPointsQuery,
  recentMatchesQuery,
  shownSeasonQuery,
  storedSeasonQuery,
  votesCountQuery,
} from '../../../../data/operator/pages.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { Section } from '../../section.tsx'
import { DiagnosticFrame, OperatorPart } from '../diagnostic-frame.tsx'
import { NameForm } from '../parts/choices.tsx'
import { type Check, CheckList, lineupCheck, pointsCheck, whistleCheck } from '../parts/facts-and-checks.tsx'
import { Reading } from '../parts/reading.tsx'
import { BallotTable, RankingTable, SeasonTable } from '../parts/tables.tsx'
import { PlayerTotals } from './player-totals.tsx'

/** Samples of the spec, section 9: five matches, three of them with their points, five players, five ballots. */
const SAMPLE = 5
const POINTS_SAMPLE = 3

/** Checks a sample of all that is stored (spec section 2, "Developer test pages"). */
export function DataDiagnosticPage() {
  const recent = useQuery(recentMatchesQuery)
  return (
    <DiagnosticFrame title={pageNames['/data-diagnostic']} intro={words.intro}>
      <Section title={words.matches}>
        <Reading of={recent}>{(matches) => <Matches matches={matches.slice(0, SAMPLE)} />}</Reading>
      </Section>
      <Section title={words.points}>
        <Reading of={recent}>{(matches) => <Points matches={matches.slice(0, POINTS_SAMPLE)} />}</Reading>
      </Section>
      <Season />
      <OperatorPart title={words.votes} what={words.seeVotes}>
        {() => <Votes />}
      </OperatorPart>
      <Player />
    </DiagnosticFrame>
  )
}

function Matches({ matches }: { readonly matches: readonly HomeFixture[] }) {
  if (matches.length === 0) return <Notice>{words.noMatches}</Notice>
  return (
    <>
      <p className="mb-2 text-quiet">{words.sample(plural(matches.length, nouns.match))}</p>
      <ul>
        {matches.map((match) => (
          <MatchChecks key={match.match_id} match={match} />
        ))}
      </ul>
    </>
  )
}

function MatchChecks({ match }: { readonly match: HomeFixture }) {
  const lineup = useQuery(lineupQuery(match.match_id))
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 last:border-0">
      <MatchLine match={match} />
      <Reading of={lineup}>
        {(players) => <CheckList checks={[whistleCheck(match.finished_at), lineupCheck(players.length)]} />}
      </Reading>
    </li>
  )
}

function MatchLine({ match }: { readonly match: HomeFixture }) {
  return (
    <h3 className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="[overflow-wrap:anywhere]">{choice.fixture(match.home_team, match.away_team)}</span>
      <span className="figures text-base font-normal text-quiet">
        {[shortDay(match.match_date), scoreWords(match), match.match_id].filter((part) => part !== null).join(' · ')}
      </span>
    </h3>
  )
}

function Points({ matches }: { readonly matches: readonly HomeFixture[] }) {
  if (matches.length === 0) return <Notice>{words.noMatches}</Notice>
  return (
    <ul className="flex flex-col gap-4">
      {matches.map((match) => (
        <MatchPoints key={match.match_id} match={match} />
      ))}
    </ul>
  )
}

function MatchPoints({ match }: { readonly match: HomeFixture }) {
  const points = useQuery(matchPointsQuery(match.match_id))
  const name = `${choice.fixture(match.home_team, match.away_team)}, ${match.match_id}`
  return (
    <li className="flex flex-col gap-2">
      <MatchLine match={match} />
      <Reading of={points}>
        {(ranking) => (
          <>
            <CheckList checks={[pointsCheck(ranking, match.competition_coefficient)]} />
            {ranking.length > 0 && <RankingTable caption={name} rows={ranking.slice(0, POINTS_SAMPLE)} />}
          </>
        )}
      </Reading>
    </li>
  )
}

function Season() {
  const stored = useQuery(storedSeasonQuery(SAMPLE))
  const shown = useQuery(shownSeasonQuery(SAMPLE))
  return (
    <Section title={words.season} intro={words.seasonIntro}>
      <Reading of={stored}>
        {(rows) => (
          <Reading of={shown}>
            {({ items }) => (
              <div className="flex flex-col gap-4">
                <CheckList checks={[seasonCheck(rows, items)]} />
                {rows.length > 0 && <SeasonTable caption={words.season} rows={rows} />}
              </div>
            )}
          </Reading>
        )}
      </Reading>
    </Section>
  )
}

interface SeasonLine {
  readonly player_id: number
  readonly total_points: number
}

function seasonCheck(stored: readonly SeasonLine[], shown: readonly SeasonLine[]): Check {
  if (stored.length === 0 && shown.length === 0) return { mark: 'info', text: words.seasonEmpty }
  const longest = Math.max(stored.length, shown.length)
  for (let line = 0; line < longest; line += 1) {
    const [one, other] = [stored[line], shown[line]]
    const same = one?.player_id === other?.player_id && one?.total_points === other?.total_points
    if (!same) return { mark: 'warn', text: words.seasonDifferent(count(line + 1)) }
  }
  return { mark: 'good', text: words.seasonSame }
}

function Votes() {
  const total = useQuery(votesCountQuery)
  const latest = useQuery(latestVotesQuery(SAMPLE))
  return (
    <div className="flex flex-col gap-4">
      <Reading of={total}>
        {(votes) => <p className="font-bold">{words.votesCount(plural(votes, words.ballots, words.ballotsMany))}</p>}
      </Reading>
      <Reading of={latest}>{(ballots) => <BallotTable caption={words.latest} ballots={ballots} />}</Reading>
    </div>
  )
}

/** The season's first player, and the way to any other. */
function Player() {
  const season = useQuery(storedSeasonQuery(SAMPLE))
  return (
    <Section title={words.player} intro={words.playerIntro}>
      <div className="flex flex-col gap-6">
        <NameForm />
        <Reading of={season}>
          {([first]) =>
            first === undefined ? (
              <Notice>{words.seasonEmpty}</Notice>
            ) : (
              <div className="flex flex-col gap-3">
                <h3>
                  <bdi>{first.player_name}</bdi>
                </h3>
                <PlayerTotals id={first.player_id} />
              </div>
            )
          }
        </Reading>
      </div>
    </Section>
  )
}
