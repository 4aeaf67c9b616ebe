import { isDeepStrictEqual } from 'node:util'
import { type MatchDiagnostic, WRONG_CLUBS_LISTED } from '@tribune/contract/operator/diagnostics.ts'
import { tallyOfPodiums } from '@tribune/domain/ballots/tally.ts'
import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import {
  arePointsConsistent,
  type ComparedMatch,
  differencesBetween,
  isLineupComplete,
} from '@tribune/domain/operator/diagnostics.ts'
import { currentClub } from '@tribune/domain/players/club.ts'
import { expectedTopPoints } from '@tribune/domain/results/points.ts'
import { isMatchPublished } from '@tribune/domain/results/publication.ts'
import { isMarked } from '@tribune/domain/results/recalculation.ts'
import type { FeedMatchDetail } from '@tribune/football/feed.ts'
import type { App } from '../../../context.ts'
import { runFunction } from '../../../infra/jobs/run.ts'
import { within } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { isTallyForgotten, readTally } from '../../ballots/tally/queries.ts'
import { type Act, journal } from '../../common/journal/service.ts'
import { matchRow } from '../../matches/matches/queries.ts'
import { appearancesOf } from '../../players/lineups/queries.ts'
import { distinctPodiums } from '../../results/integrity/queries.ts'
import { topPoints } from '../../results/rankings/queries.ts'
import { readMatch } from '../ingestion/present.ts'
import { ingestDetails } from '../ingestion/service.ts'
import { competitionsWithMatches, lineupState, matchToCheck, playersOfCompetitions } from './queries.ts'

/** Maximum wait for the provider's data of a match. */
const PROVIDER_LIMIT_MS = 8_000
const PLAYERS_CHECKED = 3_000
/** Players whose appearances are read in one statement. */
const PLAYERS_AT_ONCE = 500

type Checked = NonNullable<Awaited<ReturnType<typeof matchToCheck>>>

/** Checks one match (spec section 8). If the provider does not answer, the other checks are unaffected. Refuses `match_not_found`. */
export async function checkMatch(app: App, matchId: number, limitMs = PROVIDER_LIMIT_MS): Promise<MatchDiagnostic> {
  const ours = await ourChecks(app, matchId)
  const { match, top, tally, recounted } = ours
  const { coefficient, ranked_coefficient, players_changed } = match
  const published = isMatchPublished(match)
  return {
    match_id: match.id,
    home_team: match.home_team,
    away_team: match.away_team,
    competition_name: match.competition_name,
    match_date: match.match_date.toISOString(),
    status: match.status,
    published,
    coefficient,
    ranked_coefficient,
    marked: isMarked({ published, coefficient, ranked_coefficient, players_changed }),
    lineup: { players: match.players, complete: isLineupComplete(match.players), rated: match.rated },
    points: {
      top,
      expected: expectedTopPoints(coefficient),
      consistent: top === null ? null : arePointsConsistent(top, coefficient),
    },
    tally: { voters: tally.voters, recounted: recounted.voters, equal: isDeepStrictEqual(tally, recounted) },
    source: match.ranking_source,
    voters: match.voters,
    excluded: match.excluded,
    provider: await compareWithProvider(app, match, limitMs),
  }
}

/** Reads all our data at one moment, so that a ballot cast during the check is in both tally and recount, or in neither. */
function ourChecks(app: App, matchId: number) {
  return app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const match = await matchToCheck(tx, matchId)
      if (match === undefined) throw new Refusal('match_not_found')
      const { changes: _, ...tally } = await readTally(tx, matchId)
      const recounted = tallyOfPodiums(await distinctPodiums(tx, matchId, 'counted'))
      // A deleted one is counted again once it is needed; the number of ballots stays.
      const compared = (await isTallyForgotten(tx, matchId)) ? { ...recounted, voters: tally.voters } : tally
      return { match, tally: compared, recounted, top: await topPoints(tx, matchId) }
    })
}

async function compareWithProvider(app: App, match: Checked, limitMs: number): Promise<MatchDiagnostic['provider']> {
  // No provider has the demo match.
  if (match.id === DEMO_MATCH_ID) return { state: 'unknown', differences: [] }
  try {
    const [theirs] = await within(limitMs, app.feed.matchesByIds([match.id]))
    if (theirs === undefined) return { state: 'unknown', differences: [] }
    const read = readMatch(theirs.match, await matchRow(app.db, match.id), app.clock.now()) ?? theirs.match
    // The provider may add the goals of a shoot-out to the score, which does not count as a difference.
    const { homeScore, awayScore } = read
    const apart = { ...theirs, match: { ...theirs.match, homeScore, awayScore } }
    const differences = differencesBetween(comparedOurs(match), comparedTheirs(apart))
    return { state: differences.length === 0 ? 'equal' : 'different', differences }
  } catch (error) {
    app.log.warn({ err: error, match_id: match.id }, 'match not compared with the provider')
    return { state: 'unread', differences: [] }
  }
}

function comparedOurs(match: Checked): ComparedMatch {
  const { status, match_date: kickoff, home_team, away_team, home_score, away_score, players } = match
  return { status, kickoff, home_team, away_team, home_score, away_score, players }
}

function comparedTheirs({ match, players }: FeedMatchDetail): ComparedMatch {
  return {
    status: match.status,
    kickoff: match.kickoffAt,
    home_team: match.home.name,
    away_team: match.away.name,
    home_score: match.homeScore,
    away_score: match.awayScore,
    players: players?.length ?? null,
  }
}

/** Asks the provider for one match's lineup now. Refuses `match_not_found` and `feed_unavailable`. */
export async function readLineupNow(app: App, act: Act, matchId: number) {
  if ((await matchRow(app.db, matchId)) === undefined) throw new Refusal('match_not_found')
  await journal(app, app.db, act, { action: 'lineup_read', subject: `match:${matchId}` })
  const read = async () => ({
    result: null,
    processed: await ingestDetails(app, await app.feed.matchesByIds([matchId])),
  })
  await runFunction(app, 'read-lineup', read, 'hand')
  return { match_id: matchId, ...(await lineupState(app.db, matchId)) }
}

/**
 * Checks the competitions of World Cup qualification, and the stored clubs of their players. A player's club is their latest one outside these competitions
 * (spec section 9).
 */
export async function checkQualification({ db, config }: App) {
  const ids = config.worldCupQualificationIds
  const read = await playersOfCompetitions(db, ids, PLAYERS_CHECKED + 1)
  const players = read.slice(0, PLAYERS_CHECKED)
  const wrong: { player_id: number; name: string; stored: string | null; expected: string }[] = []
  for (let start = 0; start < players.length; start += PLAYERS_AT_ONCE) {
    const group = players.slice(start, start + PLAYERS_AT_ONCE)
    const rows = await appearancesOf(
      db,
      group.map(({ id }) => id),
    )
    const appearances = Map.groupBy(rows, (row) => row.player_id)
    for (const { id, name, last_team: stored } of group) {
      const expected = currentClub(appearances.get(id) ?? [], ids)?.player_team
      if (expected !== undefined && expected !== stored) wrong.push({ player_id: id, name, stored, expected })
    }
  }
  return {
    competitions: await competitionsWithMatches(db, ids),
    checked: players.length,
    more: read.length > players.length,
    wrong: wrong.length,
    players: wrong.slice(0, WRONG_CLUBS_LISTED),
  }
}
