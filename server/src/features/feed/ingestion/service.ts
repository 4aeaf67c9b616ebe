import { voteWindow } from '@tribune/domain/ballots/voting-window.ts'
import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { MatchAnomaly } from '@tribune/domain/matches/anomaly.ts'
import { applyObservation, type MatchState, type MatchStep } from '@tribune/domain/matches/clock.ts'
import { FOLLOWED_COMPETITIONS } from '@tribune/domain/matches/competitions.ts'
import { isLineupMissing } from '@tribune/domain/operator/diagnostics.ts'
import {
  derbyKey,
  derbyPair,
  matchCoefficient,
  type PhaseCoefficient,
  phaseOfRound,
} from '@tribune/domain/results/coefficient.ts'
import { isMatchPublished } from '@tribune/domain/results/publication.ts'
import type { FeedMatch, FeedMatchDetail } from '@tribune/football/feed.ts'
import { statusReasons } from '@tribune/french/sentences/match.ts'
import type { JobContext } from '../../../context.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { togetherOrAlone } from '../../../infra/database/together.ts'
import { lockBallots } from '../../ballots/tally/queries.ts'
import { endAttempt } from '../../common/attempts/queries.ts'
import { shootoutOf } from '../../common/shootouts/queries.ts'
import { holdCoefficients } from '../../matches/competitions/queries.ts'
import { derbyPairs } from '../../matches/derbies/queries.ts'
import { excludeMatches, includeMatches, type MatchRow, saveTeamsOf } from '../../matches/matches/queries.ts'
import { ingestEvents } from '../../matches/matches/service.ts'
import { ingestLineups } from '../../players/lineups/service.ts'
import { rankByNewRatings, rankPublished } from '../../results/rankings/service.ts'
import { isShootoutNews, type ReadMatch, readMatch, shootoutColumns } from './present.ts'
import {
  type AnomalyRow,
  allCompetitions,
  countMisses,
  lineupSizes,
  lockReported,
  type NewMatch,
  phaseTable,
  recordAnomalies,
  saveCompetitions,
  saveMatches,
  touchDetails,
  touchObserved,
} from './queries.ts'

/** Minutes after the whistle at which ratings are read: the provider corrects them for a day. */
const RATING_READS_MINUTES = [0, 15, 180, 1440]
const EPOCH = new Date(0)
/** Matches per transaction, to keep it short. */
const BATCH = 100

type Competition = Awaited<ReturnType<typeof allCompetitions>>[number]
interface Rules {
  readonly competitions: ReadonlyMap<number, Competition>
  readonly phases: readonly PhaseCoefficient[]
  /** Keys of the marked pairs. */
  readonly derbies: ReadonlySet<string>
}

/** Applies observations of matches, except those of competitions that are not followed. Returns the ids of changed matches. */
export async function ingestMatches(app: JobContext, seen: readonly FeedMatch[]): Promise<number[]> {
  const known = new Set((await allCompetitions(app.db)).map(({ id }) => id))
  const followed = seen.filter((match) => known.has(match.competition.id)).sort((a, b) => a.id - b.id)
  const changed: number[] = []
  for (let start = 0; start < followed.length; start += BATCH) {
    const batch = followed.slice(start, start + BATCH)
    const results = await ingestOrLog(app, batch, 'course')
    const replayed = results.flatMap((result) => result.replayed)
    for (const match of replayed) results.push(...(await ingestOrLog(app, [match], 'replay')))
    const ids = results.flatMap((result) => result.changed)
    const played = [...replayed.map(({ id }) => id), ...results.flatMap((result) => result.events)]
    // Published per part, so that a later failure does not hide this one.
    if (ids.length > 0) await app.bus.publish('matches', { ids })
    // Open screens read these again.
    if (played.length > 0) await app.bus.publish('lineups', { ids: [...new Set(played)] })
    changed.push(...new Set([...ids, ...played]))
  }
  return changed
}

/** The changed matches of a batch, those with other events, and those that are replayed: each is left to a transaction of its own. */
interface Ingested {
  readonly changed: readonly number[]
  readonly events: readonly number[]
  readonly replayed: readonly FeedMatch[]
}

/** Whether a replay is applied: it waits for the ballots of its match, and no other match should wait with it. */
type IngestMode = 'course' | 'replay'

function ingestOrLog(app: JobContext, seen: readonly FeedMatch[], mode: IngestMode): Promise<Ingested[]> {
  return togetherOrAlone(
    seen,
    (matches) => ingestBatch(app, matches, mode),
    ({ id }, error) => app.log.error({ err: error, match_id: id }, 'match refused by the database'),
  )
}

/** Reads what makes a match's coefficient, and keeps it so until the transaction ends: no match is stored by what the operator has changed. */
async function readRules(tx: Db): Promise<Rules> {
  await holdCoefficients(tx)
  const competitions = await allCompetitions(tx)
  return {
    competitions: new Map(competitions.map((competition) => [competition.id, competition])),
    phases: await phaseTable(tx),
    derbies: new Set((await derbyPairs(tx)).map(derbyKey)),
  }
}

/** Applies observations in one transaction. */
async function ingestBatch(app: JobContext, seen: readonly FeedMatch[], mode: IngestMode): Promise<Ingested> {
  return app.db.transaction().execute(async (tx) => {
    const rules = await readRules(tx)
    const ids = seen.map((match) => match.id)
    if (mode === 'replay') await lockBallots(tx, ids)
    const stored = new Map((await lockReported(tx, ids)).map((row) => [row.id, row]))
    // Several servers may read the feed: an earlier observation must not overwrite a later one.
    const now = app.clock.now()
    const newest = seen.filter((match) => (stored.get(match.id)?.observed_at ?? EPOCH) <= match.observedAt)
    const read = newest.flatMap((reported) => {
      const row = stored.get(reported.id)
      const match = readMatch(reported, row, now)
      return match === null ? [] : [{ reported, match, row, step: observe(row, match) }]
    })
    const replays = read.filter(isReplay)
    if (mode === 'replay') await endAttempts(tx, replays)
    const steps = mode === 'replay' ? read : read.filter((step) => !isReplay(step))
    const changed = steps.filter(
      ({ match, row, step }) => step.changed || (row !== undefined && step.believed && isCorrected(row, match)),
    )
    await saveTeamsOf(
      tx,
      changed.map(({ match }) => match),
    )
    await saveMatches(
      tx,
      changed.map(({ match, row, step }) => rowOf(match, row, step, rules, now)),
    )
    const believed = steps.filter(({ step }) => step.believed).map(({ match }) => match)
    const events = await ingestEvents(tx, believed)
    await touchObserved(
      tx,
      newest.map((match) => match.id),
      believed.map((match) => match.id),
      seen[0]?.observedAt ?? now,
    )
    await reportAnomalies(
      app,
      tx,
      steps.flatMap((step) =>
        anomaliesOfStep(step).map((kind) => anomalyRow(step.match.id, kind, step.match.rawStatus, now)),
      ),
    )
    for (const { match, step } of changed.filter(({ step }) => step.whistle)) {
      await queueRatingReads(app, tx, match.id, step.match.finished_at ?? now, now)
    }
    return {
      changed: changed.map(({ match }) => match.id),
      events,
      replayed: mode === 'replay' ? [] : replays.map(({ reported }) => reported),
    }
  })
}

/** One observation: the match as the feed reported it and as the server applies it, the stored row, and the next state. */
interface ObservedStep {
  readonly reported: FeedMatch
  readonly match: ReadMatch
  readonly row: MatchRow | undefined
  readonly step: MatchStep
}

const isReplay = ({ row, step }: ObservedStep) => row !== undefined && step.match.attempt > row.attempt

async function endAttempts(tx: Db, replays: readonly ObservedStep[]): Promise<void> {
  for (const { row } of replays) if (row !== undefined) await endAttempt(tx, row.id, row.attempt)
}

/** Returns all anomalies of one observation. */
function anomaliesOfStep({ reported, match, row, step }: ObservedStep): MatchAnomaly[] {
  const anomalies: MatchAnomaly[] = step.anomaly === null ? [] : [step.anomaly]
  if (reported.kickoffAt !== match.kickoffAt) anomalies.push('implausible_kickoff')
  if (row === undefined || !isMatchPublished(row)) return anomalies
  if (isOtherRound(row, match)) anomalies.push('round_after_publication')
  if (row.match_date.getTime() !== match.kickoffAt.getTime()) anomalies.push('kickoff_after_publication')
  return anomalies
}

/** Returns whether an observation changes more than the course of its match. */
const isCorrected = (row: MatchRow, match: ReadMatch) =>
  haveTeamsMoved(row, match) || isRoundCorrected(row, match) || isShootoutNews(row, match)
/** Returns whether a corrected round changes phase and coefficient: only before publication; afterwards it is an anomaly. */
const isRoundCorrected = (row: MatchRow, match: FeedMatch) => !isMatchPublished(row) && isOtherRound(row, match)
const haveTeamsMoved = (row: MatchRow, match: FeedMatch) =>
  row.home_team_id !== match.home.id || row.away_team_id !== match.away.id
const isOtherRound = (row: MatchRow, match: FeedMatch) => match.round !== '' && match.round !== row.round

/** Records anomalies and logs each once per match and kind, because such a match is read hundreds of times. */
export async function reportAnomalies(app: JobContext, tx: Db, rows: readonly AnomalyRow[]): Promise<void> {
  for (const { match_id, kind, raw_status } of await recordAnomalies(tx, rows)) {
    app.log.warn({ match_id, anomaly: kind, raw: raw_status }, 'feed anomaly')
  }
}

export const anomalyRow = (
  match_id: number,
  kind: MatchAnomaly,
  raw_status: string,
  first_seen_at: Date,
): AnomalyRow => ({
  match_id,
  kind,
  raw_status,
  first_seen_at,
})

function observe(row: MatchRow | undefined, match: FeedMatch): MatchStep {
  const stored = row ?? null
  const seen = {
    status: match.status,
    raw_status: match.rawStatus,
    minute: match.minute,
    extra: match.extra,
    kickoff_at: match.kickoffAt,
    home_score: match.homeScore,
    away_score: match.awayScore,
    status_reason: statusReasons[match.rawStatus] ?? null,
    observed_at: match.observedAt,
  }
  return applyObservation(stored, seen, row?.observed_at ?? null)
}

function rowOf(match: ReadMatch, row: MatchRow | undefined, step: MatchStep, rules: Rules, now: Date): NewMatch {
  const competition = rules.competitions.get(match.competition.id)
  const competition_cc = row?.competition_cc ?? competition?.coefficient ?? 1
  const is_derby = isDerby(match, row, rules)
  const unchanged = row !== undefined && !isRoundCorrected(row, match) ? row : null
  const phase = unchanged?.phase ?? phaseOfRound(match.round, competition?.type === 'cup' ? 'cup' : 'league')
  const computed = matchCoefficient({ competition: competition_cc, phase, is_derby }, rules.phases)
  const window = voteWindow(step.match)
  return {
    id: match.id,
    competition_id: match.competition.id,
    competition_cc,
    phase,
    is_derby,
    coefficient: unchanged?.is_derby === is_derby ? unchanged.coefficient : computed,
    round: unchanged?.round ?? match.round,
    season: match.season,
    kickoff_hour_known: match.kickoffHourKnown,
    home_team_id: match.home.id,
    away_team_id: match.away.id,
    ...stateColumns(step.match),
    ...shootoutColumns(step.believed || row === undefined ? match.shootout : shootoutOf(row)),
    votes_open: window.open,
    votes_close_at: window.closes_at,
    observed_at: step.believed || row === undefined ? match.observedAt : row.observed_at,
    updated_at: now,
  }
}

/** Returns whether a new match, or one whose clubs were corrected before publication, is between a marked pair. Any other match keeps its stored value. */
function isDerby(match: FeedMatch, row: MatchRow | undefined, rules: Rules): boolean {
  if (row !== undefined && (isMatchPublished(row) || !haveTeamsMoved(row, match))) return row.is_derby
  const pair = derbyPair(match.home.id, match.away.id)
  return pair !== null && rules.derbies.has(derbyKey(pair))
}

function stateColumns(state: MatchState) {
  const { status, raw_status, status_reason, postponed_until, match_date, minute, extra } = state
  const { home_score, away_score, started_at, finished_at, disputed_at, reopened_at, corrected_at } = state
  const { attempt, played_minute, played_from, feed_minute, feed_moved_at, clock_from, disputed_as } = state
  return {
    status,
    raw_status,
    status_reason,
    postponed_until,
    match_date,
    minute,
    extra,
    home_score,
    away_score,
    started_at,
    finished_at,
    disputed_at,
    reopened_at,
    corrected_at,
    attempt,
    played_minute,
    played_from,
    feed_minute,
    feed_moved_at,
    clock_from,
    disputed_as,
  }
}

/** Returns the row with a new state, which no observation has brought. A shoot-out goes with the play that it decided. */
export function courseRow(row: MatchRow, match: MatchState, now: Date): NewMatch {
  const window = voteWindow(match)
  const isUnplayed = match.attempt > row.attempt || ['upcoming', 'postponed'].includes(match.status)
  return {
    ...row,
    ...stateColumns(match),
    ...shootoutColumns(isUnplayed ? null : shootoutOf(row)),
    votes_open: window.open,
    votes_close_at: window.closes_at,
    updated_at: now,
  }
}

/** Queues the reads of ratings. For a match that ended unobserved: one now, and those still in the future. */
export async function queueRatingReads(
  app: JobContext,
  tx: Db,
  matchId: number,
  finishedAt: Date,
  now: Date,
): Promise<void> {
  const times = RATING_READS_MINUTES.map((minutes) => ({ minutes, at: finishedAt.getTime() + minutes * MINUTE_MS }))
  const past = times.filter(({ at }) => at <= now.getTime())
  const wanted = past.length === times.length ? [] : times.slice(Math.max(past.length - 1, 0))
  for (const { minutes, at } of wanted) {
    const after = new Date(Math.max(at, now.getTime()))
    await app.jobs.send(tx, 'scheduler-postft', { match_id: matchId }, after, `${matchId}:${minutes}`)
  }
}

/**
 * Applies full records: the match, then its players, and ranks published matches again whose ratings have changed, or one of whose players has another
 * id. Returns the number of changed matches.
 */
export async function ingestDetails(app: JobContext, details: readonly FeedMatchDetail[]): Promise<number> {
  const changed = new Set(
    await ingestMatches(
      app,
      details.map((detail) => detail.match),
    ),
  )
  const { changed: lineups, merged } = await ingestLineups(app, details)
  await touchDetails(
    app.db,
    details.map((detail) => detail.match.id),
    app.clock.now(),
  )
  if (lineups.length > 0) await app.bus.publish('lineups', { ids: lineups })
  await rankByNewRatings(app, lineups)
  await rankPublished(app, merged)
  return new Set([...changed, ...lineups]).size
}

/** Reads matches in full, applies what the feed reports, and counts a miss for each that it no longer knows. Returns the number of changed matches. */
export async function readDetails(app: JobContext, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const details = await app.feed.matchesByIds(ids)
  const changed = await ingestDetails(app, details)
  const reported = new Set(details.map((detail) => detail.match.id))
  await countMisses(
    app.db,
    ids.filter((id) => !reported.has(id)),
  )
  return changed
}

/** Excludes matches without a lineup three hours after kick-off if the feed was asked for it, and includes those that have one by now. */
export async function reviewExclusions(app: JobContext): Promise<void> {
  const now = app.clock.now()
  const rows = await lineupSizes(app.db, new Date(now.getTime() - 31 * DAY_MS), now)
  const missing = (row: (typeof rows)[number]) => isLineupMissing(row, row.players, now)
  await excludeMatches(
    app.db,
    rows.filter((row) => !row.excluded && row.asked && missing(row)).map((row) => row.id),
    now,
  )
  await includeMatches(
    app.db,
    rows.filter((row) => row.excluded && !missing(row)).map((row) => row.id),
  )
}

/** Adds the competitions that a new installation follows, and updates names and logos of known ones. Returns their number. */
export async function ingestCompetitions(app: JobContext): Promise<number> {
  const [offered, known] = await Promise.all([app.feed.competitions(), allCompetitions(app.db)])
  const knownIds = new Set(known.map((competition) => competition.id))
  const first = new Map(FOLLOWED_COMPETITIONS.map((competition) => [competition.id, competition.coefficient]))
  const rows = offered
    .filter((competition) => knownIds.has(competition.id) || first.has(competition.id))
    .map(({ id, name, country, type, logo }) => ({ id, name, country, type, logo, coefficient: first.get(id) ?? 1 }))
  await saveCompetitions(app.db, rows)
  return rows.length
}
