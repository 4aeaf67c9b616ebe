import { matchCoefficient, type PhaseCoefficient, phaseOfRound } from '@tribune/domain/coefficient.ts'
import { FOLLOWED_COMPETITIONS } from '@tribune/domain/competitions.ts'
import { isLineupMissing } from '@tribune/domain/diagnostics.ts'
import { DAY_MS, MINUTE_MS } from '@tribune/domain/instant.ts'
import type { MatchAnomaly } from '@tribune/domain/match-anomaly.ts'
import {
  applyObservation,
  closeStale,
  isStaleLive,
  type MatchState,
  type MatchStep,
} from '@tribune/domain/match-clock.ts'
import { type Correction, correctCourse } from '@tribune/domain/match-correction.ts'
import { isPlausibleKickoff } from '@tribune/domain/plausible.ts'
import { voteWindow } from '@tribune/domain/voting-window.ts'
import type { FeedMatch, FeedMatchDetail } from '@tribune/football/feed.ts'
import type { JobContext } from '../../context.ts'
import { type Db, isDatabaseAway } from '../../infra/database/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { ingestLineups } from '../lineups/service.ts'
import type { MatchRow } from '../matches/queries.ts'
import {
  type AnomalyRow,
  allCompetitions,
  excludeMatches,
  includeMatches,
  inPlay,
  lineupSizes,
  lockMatches,
  type NewMatch,
  phaseTable,
  recordAnomalies,
  saveCompetitions,
  saveMatches,
  saveTeamsOf,
  touchDetails,
  touchObserved,
} from './queries.ts'

/** After the whistle ratings are corrected for a day: when to read them again, in minutes. */
const RATING_READS_MINUTES = [0, 15, 180, 1440]
const EPOCH = new Date(0)
/** Rows of one write: keeps a transaction short. */
const BATCH = 100

type Competition = Awaited<ReturnType<typeof allCompetitions>>[number]
interface Rules {
  readonly competitions: ReadonlyMap<number, Competition>
  readonly phases: readonly PhaseCoefficient[]
}

/** Takes what the feed tells of matches; those of competitions we don't follow are passed over. Gives the ids that changed. */
export async function ingestMatches(app: JobContext, seen: readonly FeedMatch[]): Promise<number[]> {
  const rules = await readRules(app.db)
  const followed = seen.filter((match) => rules.competitions.has(match.competition.id)).sort((a, b) => a.id - b.id)
  const changed: number[] = []
  for (let start = 0; start < followed.length; start += BATCH) {
    const ids = await ingestTogether(app, rules, followed.slice(start, start + BATCH))
    // Told as soon as it is written: should a later part fail, this one is not kept quiet.
    if (ids.length > 0) await app.bus.publish('matches', { ids })
    changed.push(...ids)
  }
  return changed
}

/** In one transaction; should the database refuse that, match by match, so that one impossible match does not stop the others. */
async function ingestTogether(app: JobContext, rules: Rules, seen: readonly FeedMatch[]): Promise<number[]> {
  try {
    return await ingestBatch(app, rules, seen)
  } catch (error) {
    const [first, ...others] = seen
    if (isDatabaseAway(error) || first === undefined) throw error
    if (others.length === 0) app.log.error({ err: error, match_id: first.id }, 'match refused by the database')
    if (others.length === 0) return []
    const changed: number[] = []
    for (const match of seen) changed.push(...(await ingestTogether(app, rules, [match])))
    return changed
  }
}

async function readRules(db: Db): Promise<Rules> {
  const [competitions, phases] = await Promise.all([allCompetitions(db), phaseTable(db)])
  return {
    competitions: new Map(competitions.map((competition) => [competition.id, competition])),
    phases,
  }
}

async function ingestBatch(app: JobContext, rules: Rules, seen: readonly FeedMatch[]): Promise<number[]> {
  return app.db.transaction().execute(async (tx) => {
    const stored = new Map(
      (
        await lockMatches(
          tx,
          seen.map((match) => match.id),
        )
      ).map((row) => [row.id, row]),
    )
    // Two servers may read the feed at once: what was seen earlier never overwrites what was seen later.
    const now = app.clock.now()
    const newest = seen.filter((match) => (stored.get(match.id)?.observed_at ?? EPOCH) <= match.observedAt)
    const steps = newest.flatMap((told) => {
      const row = stored.get(told.id)
      const match = plausible(told, row, now)
      return match === null ? [] : [{ match, row, step: observe(row, match) }]
    })
    const teamsMoved = (row: MatchRow, match: FeedMatch) =>
      row.home_team_id !== match.home.id || row.away_team_id !== match.away.id
    const changed = steps.filter(
      ({ match, row, step }) =>
        step.changed ||
        (row !== undefined && step.believed && (teamsMoved(row, match) || isRoundCorrected(row, match))),
    )
    await saveTeamsOf(
      tx,
      changed.map(({ match }) => match),
    )
    await saveMatches(
      tx,
      changed.map(({ match, row, step }) => rowOf(match, row, step, rules, now)),
    )
    await touchObserved(
      tx,
      newest.map((match) => match.id),
      steps.filter(({ step }) => step.believed).map(({ match }) => match.id),
      seen[0]?.observedAt ?? now,
    )
    await tellAnomalies(
      app,
      tx,
      steps.flatMap(({ match, row, step }) =>
        oddities(match, row, step, newest).map((kind) => anomalyRow(match.id, kind, match.rawStatus, now)),
      ),
    )
    for (const { match, step } of changed.filter(({ step }) => step.whistle)) {
      await queueRatingReads(app, tx, match.id, step.match.finished_at ?? now, now)
    }
    return changed.map(({ match }) => match.id)
  })
}

/** A kick-off years away is never taken: the one held stays, and a match without any is passed over. */
function plausible(match: FeedMatch, row: MatchRow | undefined, now: Date): FeedMatch | null {
  if (isPlausibleKickoff(match.kickoffAt, now)) return match
  return row === undefined ? null : { ...match, kickoffAt: row.match_date }
}

/** Everything odd about one reading. */
function oddities(
  match: FeedMatch,
  row: MatchRow | undefined,
  step: MatchStep,
  told: readonly FeedMatch[],
): MatchAnomaly[] {
  const kickoff = told.find(({ id }) => id === match.id)?.kickoffAt
  const odd: MatchAnomaly[] = step.anomaly === null ? [] : [step.anomaly]
  if (kickoff !== match.kickoffAt) odd.push('implausible_kickoff')
  if (row !== undefined && row.published_at !== null && isOtherRound(row, match)) odd.push('round_after_publication')
  return odd
}

/** Another round, told before the result is out, is another phase and coefficient; afterwards it only shows among the anomalies. */
const isRoundCorrected = (row: MatchRow, match: FeedMatch) => row.published_at === null && isOtherRound(row, match)
const isOtherRound = (row: MatchRow, match: FeedMatch) => match.round !== '' && match.round !== row.round

/** To the operator, once per match and kind: an odd match is read hundreds of times. */
async function tellAnomalies(app: JobContext, tx: Db, rows: readonly AnomalyRow[]): Promise<void> {
  for (const { match_id, kind, raw_status } of await recordAnomalies(tx, rows)) {
    app.log.warn({ match_id, anomaly: kind, raw: raw_status }, 'feed anomaly')
  }
}

const anomalyRow = (match_id: number, kind: MatchAnomaly, raw_status: string, first_seen_at: Date): AnomalyRow => ({
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
    status_reason: match.statusReason,
    observed_at: match.observedAt,
  }
  return applyObservation(stored, seen, row?.observed_at ?? null)
}

function rowOf(match: FeedMatch, row: MatchRow | undefined, step: MatchStep, rules: Rules, now: Date): NewMatch {
  const competition = rules.competitions.get(match.competition.id)
  const competition_cc = row?.competition_cc ?? competition?.coefficient ?? 1
  const is_derby = row?.is_derby ?? false
  const kept = row !== undefined && !isRoundCorrected(row, match) ? row : null
  const phase = kept?.phase ?? phaseOfRound(match.round, competition?.type === 'cup' ? 'cup' : 'league')
  const window = voteWindow(step.match)
  return {
    id: match.id,
    competition_id: match.competition.id,
    competition_cc,
    phase,
    is_derby,
    coefficient: kept?.coefficient ?? matchCoefficient({ competition: competition_cc, phase, is_derby }, rules.phases),
    round: kept?.round ?? match.round,
    season: match.season,
    kickoff_hour_known: match.kickoffHourKnown,
    home_team_id: match.home.id,
    away_team_id: match.away.id,
    ...stateColumns(step.match),
    votes_open: window.open,
    votes_close_at: window.closes_at,
    observed_at: step.believed || row === undefined ? match.observedAt : row.observed_at,
    updated_at: now,
  }
}

function stateColumns(state: MatchState) {
  const { status, raw_status, status_reason, postponed_until, match_date, minute, extra } = state
  const { home_score, away_score, started_at, finished_at, disputed_at, reopened_at, corrected_at } = state
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
  }
}

/** Of a match that ended before anybody watched, only the reads still worth it: one now, and those to come. */
async function queueRatingReads(app: JobContext, tx: Db, matchId: number, finishedAt: Date, now: Date): Promise<void> {
  const times = RATING_READS_MINUTES.map((minutes) => ({ minutes, at: finishedAt.getTime() + minutes * MINUTE_MS }))
  const past = times.filter(({ at }) => at <= now.getTime())
  const wanted = past.length === times.length ? [] : times.slice(Math.max(past.length - 1, 0))
  for (const { minutes, at } of wanted) {
    const after = new Date(Math.max(at, now.getTime()))
    await app.jobs.send(tx, 'scheduler-postft', { match_id: matchId }, after, `${matchId}:${minutes}`)
  }
}

/** Takes full records: the match, then its players. Gives the number of matches of which anything changed. */
export async function ingestDetails(app: JobContext, details: readonly FeedMatchDetail[]): Promise<number> {
  const changed = new Set(
    await ingestMatches(
      app,
      details.map((detail) => detail.match),
    ),
  )
  const lineups = await ingestLineups(app, details)
  await touchDetails(
    app.db,
    details.map((detail) => detail.match.id),
    app.clock.now(),
  )
  if (lineups.length > 0) await app.bus.publish('lineups', { ids: lineups })
  return new Set([...changed, ...lineups]).size
}

/** Closes live matches of which nothing was heard for hours, with an estimated whistle. */
export async function closeStaleMatches(app: JobContext): Promise<number> {
  const now = app.clock.now()
  const ids = await app.db.transaction().execute(async (tx) => {
    const candidates = (await inPlay(tx)).filter((row) => isStaleLive(row, row.observed_at, now))
    const rows = await lockMatches(
      tx,
      candidates.map((row) => row.id),
    )
    const closed = rows.filter((row) => row.status === 'live')
    const steps = closed.map((row) => ({ row, match: closeStale(row, now).match }))
    await saveMatches(
      tx,
      steps.map(({ row, match }) => courseRow(row, match, now)),
    )
    for (const { row, match } of steps) await queueRatingReads(app, tx, row.id, match.finished_at ?? now, now)
    await tellAnomalies(
      app,
      tx,
      closed.map((row) => anomalyRow(row.id, 'closed_by_estimate', row.raw_status, now)),
    )
    return closed.map((row) => row.id)
  })
  if (ids.length > 0) await app.bus.publish('matches', { ids })
  return ids.length
}

/** The row with another course. */
function courseRow(row: MatchRow, match: MatchState, now: Date): NewMatch {
  const window = voteWindow(match)
  return {
    ...row,
    ...stateColumns(match),
    votes_open: window.open,
    votes_close_at: window.closes_at,
    updated_at: now,
  }
}

/** Corrects the course of a match whose feed is wrong, and tells every screen. Refuses as `correctCourse`, and `match_not_found`. */
export async function correctMatch(
  app: JobContext,
  matchId: number,
  to: Correction,
  minute: number | null,
): Promise<void> {
  const now = app.clock.now()
  await app.db.transaction().execute(async (tx) => {
    const [row] = await lockMatches(tx, [matchId])
    if (row === undefined) throw new Refusal('match_not_found')
    const corrected = correctCourse(row, { to, minute }, now)
    if (typeof corrected === 'string') throw new Refusal(corrected)
    await saveMatches(tx, [{ ...courseRow(row, corrected, now), observed_at: now }])
    if (to === 'finished') await queueRatingReads(app, tx, matchId, now, now)
  })
  app.log.warn({ match_id: matchId, to, minute }, 'match corrected by the operator')
  await app.bus.publish('matches', { ids: [matchId] })
}

/** Sets aside matches without lineups three hours after kick-off if we asked for them, and takes back those that have one. */
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

/** Adds the competitions a new installation follows, and corrects names and logos of known ones. */
export async function ingestCompetitions(app: JobContext): Promise<number> {
  const [told, known] = await Promise.all([app.feed.competitions(), allCompetitions(app.db)])
  const knownIds = new Set(known.map((competition) => competition.id))
  const first = new Map(FOLLOWED_COMPETITIONS.map((competition) => [competition.id, competition.coefficient]))
  const rows = told
    .filter((competition) => knownIds.has(competition.id) || first.has(competition.id))
    .map(({ id, name, country, type, logo }) => ({ id, name, country, type, logo, coefficient: first.get(id) ?? 1 }))
  await saveCompetitions(app.db, rows)
  return rows.length
}
