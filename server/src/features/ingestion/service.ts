import { matchCoefficient, type PhaseCoefficient, phaseOfRound } from '@tribune/domain/coefficient.ts'
import { FOLLOWED_COMPETITIONS } from '@tribune/domain/competitions.ts'
import { isLineupMissing } from '@tribune/domain/diagnostics.ts'
import { DAY_MS, MINUTE_MS } from '@tribune/domain/instant.ts'
import {
  applyObservation,
  closeStale,
  isStaleLive,
  type MatchState,
  type MatchStep,
} from '@tribune/domain/match-clock.ts'
import type { MatchStatus } from '@tribune/domain/match-status.ts'
import { voteWindow } from '@tribune/domain/voting-window.ts'
import type { FeedMatch, FeedMatchDetail } from '@tribune/football/feed.ts'
import type { App } from '../../app.ts'
import { type Db, isDatabaseAway } from '../../database/pool.ts'
import { ingestLineups } from '../lineups/service.ts'
import type { MatchRow } from '../matches/queries.ts'
import {
  allCompetitions,
  excludeMatches,
  includeMatches,
  inPlay,
  lineupSizes,
  lockMatches,
  type NewMatch,
  phaseTable,
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
export async function ingestMatches(app: App, seen: readonly FeedMatch[]): Promise<number[]> {
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
async function ingestTogether(app: App, rules: Rules, seen: readonly FeedMatch[]): Promise<number[]> {
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
    phases: phases as unknown as PhaseCoefficient[],
  }
}

async function ingestBatch(app: App, rules: Rules, seen: readonly FeedMatch[]): Promise<number[]> {
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
    const newest = seen.filter((match) => (stored.get(match.id)?.observed_at ?? EPOCH) <= match.observedAt)
    const steps = newest.map((match) => ({
      match,
      row: stored.get(match.id),
      step: observe(stored.get(match.id), match),
    }))
    for (const { match, step } of steps) {
      if (step.anomaly !== null)
        app.log.warn({ match_id: match.id, anomaly: step.anomaly, raw: match.rawStatus }, 'feed anomaly')
    }
    const teamsMoved = (row: MatchRow, match: FeedMatch) =>
      row.home_team_id !== match.home.id || row.away_team_id !== match.away.id
    const changed = steps.filter(
      ({ match, row, step }) => step.changed || (row !== undefined && teamsMoved(row, match)),
    )
    await saveTeamsOf(
      tx,
      changed.map(({ match }) => match),
    )
    const now = app.clock.now()
    await saveMatches(
      tx,
      changed.map(({ match, row, step }) => rowOf(match, row, step.match, rules, now)),
    )
    await touchObserved(
      tx,
      newest.map((match) => match.id),
      seen[0]?.observedAt ?? now,
    )
    for (const { match, step } of changed.filter(({ step }) => step.whistle)) {
      await queueRatingReads(app, tx, match.id, step.match.finished_at ?? now, now)
    }
    return changed.map(({ match }) => match.id)
  })
}

function observe(row: MatchRow | undefined, match: FeedMatch): MatchStep {
  const stored = row === undefined ? null : { ...row, status: row.status as MatchStatus }
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

function rowOf(match: FeedMatch, row: MatchRow | undefined, state: MatchState, rules: Rules, now: Date): NewMatch {
  const competition = rules.competitions.get(match.competition.id)
  const competition_cc = row?.competition_cc ?? competition?.coefficient ?? 1
  const phase = phaseOfRound(match.round, competition?.type === 'cup' ? 'cup' : 'league')
  const is_derby = row?.is_derby ?? false
  const window = voteWindow(state)
  return {
    id: match.id,
    competition_id: match.competition.id,
    competition_cc,
    phase: row?.phase ?? phase,
    is_derby,
    coefficient: row?.coefficient ?? matchCoefficient({ competition: competition_cc, phase, is_derby }, rules.phases),
    round: match.round,
    season: match.season,
    kickoff_hour_known: match.kickoffHourKnown,
    home_team_id: match.home.id,
    away_team_id: match.away.id,
    ...stateColumns(state),
    votes_open: window.open,
    votes_close_at: window.closes_at,
    observed_at: match.observedAt,
    updated_at: now,
  }
}

function stateColumns(state: MatchState) {
  const { status, raw_status, status_reason, postponed_until, match_date, minute, extra } = state
  const { home_score, away_score, started_at, finished_at } = state
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
  }
}

/** Of a match that ended before anybody watched, only the reads still worth it: one now, and those to come. */
async function queueRatingReads(app: App, tx: Db, matchId: number, finishedAt: Date, now: Date): Promise<void> {
  const times = RATING_READS_MINUTES.map((minutes) => ({ minutes, at: finishedAt.getTime() + minutes * MINUTE_MS }))
  const past = times.filter(({ at }) => at <= now.getTime())
  const wanted = past.length === times.length ? [] : times.slice(Math.max(past.length - 1, 0))
  for (const { minutes, at } of wanted) {
    const after = new Date(Math.max(at, now.getTime()))
    await app.jobs.send(tx, 'scheduler-postft', { match_id: matchId }, after, `${matchId}:${minutes}`)
  }
}

/** Takes full records: the match, then its players. Gives the number of matches of which anything changed. */
export async function ingestDetails(app: App, details: readonly FeedMatchDetail[]): Promise<number> {
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
export async function closeStaleMatches(app: App): Promise<number> {
  const now = app.clock.now()
  const ids = await app.db.transaction().execute(async (tx) => {
    const candidates = (await inPlay(tx)).filter((row) => isStaleLive(state(row), row.observed_at, now))
    const rows = await lockMatches(
      tx,
      candidates.map((row) => row.id),
    )
    const closed = rows.filter((row) => row.status === 'live')
    const steps = closed.map((row) => ({ row, match: closeStale(state(row), now).match }))
    await saveMatches(
      tx,
      steps.map(({ row, match }) => closedRow(row, match, now)),
    )
    for (const { row, match } of steps) await queueRatingReads(app, tx, row.id, match.finished_at ?? now, now)
    return closed.map((row) => row.id)
  })
  if (ids.length > 0) app.log.warn({ match_ids: ids }, 'stale matches closed with an estimate')
  if (ids.length > 0) await app.bus.publish('matches', { ids })
  return ids.length
}

const state = (row: MatchRow): MatchState => ({ ...row, status: row.status as MatchStatus })

function closedRow(row: MatchRow, match: MatchState, now: Date): NewMatch {
  const window = voteWindow(match)
  return {
    ...row,
    ...stateColumns(match),
    votes_open: window.open,
    votes_close_at: window.closes_at,
    updated_at: now,
  }
}

/** Sets aside matches without lineups three hours after kick-off if we asked for them, and takes back those that have one. */
export async function reviewExclusions(app: App): Promise<void> {
  const now = app.clock.now()
  const rows = await lineupSizes(app.db, new Date(now.getTime() - 31 * DAY_MS), now)
  const missing = (row: (typeof rows)[number]) =>
    isLineupMissing({ status: row.status as MatchStatus, match_date: row.match_date }, row.players, now)
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
export async function ingestCompetitions(app: App): Promise<number> {
  const [told, known] = await Promise.all([app.feed.competitions(), allCompetitions(app.db)])
  const knownIds = new Set(known.map((competition) => competition.id))
  const first = new Map(FOLLOWED_COMPETITIONS.map((competition) => [competition.id, competition.coefficient]))
  const rows = told
    .filter((competition) => knownIds.has(competition.id) || first.has(competition.id))
    .map(({ id, name, country, type, logo }) => ({ id, name, country, type, logo, coefficient: first.get(id) ?? 1 }))
  await saveCompetitions(app.db, rows)
  return rows.length
}
