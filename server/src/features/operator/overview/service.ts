import { COMPARED_MATCHES, OPEN_RUNS, OVERVIEW_MATCHES } from '@tribune/contract/operator/overview.ts'
import { mostSuspicious, standingOf } from '@tribune/domain/ballots/suspicion.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { paceOf, remainingToday } from '@tribune/domain/matches/pace.ts'
import { type Need, needsOf, type OperatorFacts } from '@tribune/domain/operator/needs.ts'
import type { App } from '../../../context.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { REFUSED } from '../../feed/ingestion/jobs.ts'
import { pacedMatches, sharedQuota } from '../../feed/ingestion/queries.ts'
import { countErrors } from '../../public/browser-errors/queries.ts'
import { matchesToRecalculate } from '../../results/recalculation/queries.ts'
import { candidates } from '../../results/suspicion/queries.ts'
import { runsUnderWay } from '../diagnostics/service.ts'
import {
  countReviews,
  doubtfulMatches,
  failures,
  type Listed,
  lastRuns,
  lateResults,
  openMatches,
  provisionalResults,
  publishedMatches,
  recentAnomalies,
} from './queries.ts'

/** Matches whose groups one reading compares: a match of many ballots takes the database a second. */
const COMPARED_AT_ONCE = 3

type Reads = Pick<App, 'db' | 'clock' | 'jobs' | 'backfill'>

/** Facts of one moment, and the matches behind them. */
export interface Situation {
  readonly now: Date
  readonly facts: OperatorFacts
  readonly open: Listed
  readonly due: Listed
  readonly inDoubt: Listed
  readonly provisional: Listed
  readonly failures: Awaited<ReturnType<typeof failures>>
}

/** Reads the facts, in one snapshot except for work under way. @param suspicious Groups of ballots that stand out. */
export async function readSituation(app: Reads, suspicious: number): Promise<Situation> {
  const now = app.clock.now()
  const underWay = await runsUnderWay(app, OPEN_RUNS)
  const isNightUnderWay = underWay.some(({ name }) => name === 'scheduler-nightly')
  const snapshot = app.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (tx) => {
    const [feed, nightly] = [await lastRuns(tx, 'scheduler-realtime'), await lastRuns(tx, 'scheduler-nightly')]
    const open = await openMatches(tx, now, OVERVIEW_MATCHES)
    // A backfill publishes the matches that it brings.
    const due = app.backfill.underWay ? { total: 0, items: [] } : await lateResults(tx, now, OVERVIEW_MATCHES)
    const inDoubt = await doubtfulMatches(tx, now, OVERVIEW_MATCHES)
    const provisional = await provisionalResults(tx, OVERVIEW_MATCHES)
    const failed = await failures(tx, now)
    const refusal = REFUSED.find((kind) => kind === feed.last?.error_code) ?? null
    const facts: OperatorFacts = {
      feed: { succeeded_at: feed.succeededAt, refusal, pace: paceOf(await pacedMatches(tx, now), now) },
      quota: await quotaOf(tx, now),
      nightly: {
        ran_at: nightly.last?.created_at ?? null,
        ok: nightly.last?.ok ?? false,
        succeeded_at: nightly.succeededAt,
        under_way: isNightUnderWay,
      },
      runs: {
        failed: failed.reduce((sum, row) => sum + row.failed, 0),
        failing: failed.filter(({ failing }) => failing).map(({ function_name }) => function_name),
      },
      due: due.total,
      in_doubt: inDoubt.total,
      provisional: provisional.total,
      reviews: await countReviews(tx),
      suspicious,
      marked: (await matchesToRecalculate(tx)).marked,
      anomalies: await recentAnomalies(tx, now),
      browser_errors: await countErrors(tx, new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)),
    }
    return { now, facts, open, due, inDoubt, provisional, failures: failed }
  })
}

async function quotaOf(tx: Db, now: Date): Promise<OperatorFacts['quota']> {
  const quota = await sharedQuota(tx)
  return { day_limit: quota?.dayLimit ?? null, day_remaining: remainingToday(quota, now) }
}

/** A published match, and its groups that stand apart; `null` while they were not compared. */
type Compared = Listed['items'][number] & { readonly groups: number | null }

/** The front page as this server reads it. */
export interface Overview extends Situation {
  readonly needs: readonly Need[]
  readonly compared: readonly Compared[]
}

/** Reads the front page: one reading at a time, for all who ask. */
export class OverviewReader {
  readonly #app: Reads
  /** Groups that stand apart, by match and its numbers of ballots: nothing else moves them once the result is published. */
  #groups = new Map<string, number>()
  #reading: Promise<Overview> | null = null

  constructor(app: Reads) {
    this.#app = app
  }

  read(): Promise<Overview> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  async #read(): Promise<Overview> {
    const compared = await this.#compare()
    const suspicious = compared.reduce((sum, { groups }) => sum + (groups ?? 0), 0)
    const situation = await readSituation(this.#app, suspicious)
    return { ...situation, needs: needsOf(situation.facts, situation.now), compared }
  }

  /** Compares the groups of a few matches whose ballots have not been compared, one after the other: they must not take connections from fans. */
  async #compare(): Promise<Compared[]> {
    const { db, clock } = this.#app
    const matches = await publishedMatches(db, clock.now(), COMPARED_MATCHES)
    const known = new Map<string, number>()
    let left = COMPARED_AT_ONCE
    for (const match of matches) {
      const key = keyOf(match)
      const groups = this.#groups.get(key) ?? (left-- > 0 ? await groupsApart(db, match.match_id) : null)
      if (groups !== null) known.set(key, groups)
    }
    this.#groups = known
    return matches.map((match) => ({ ...match, groups: known.get(keyOf(match)) ?? null }))
  }
}

const keyOf = (match: Listed['items'][number]) => [match.match_id, match.voters, match.ballots_set_aside].join()

/** Counts the groups of a match that stand apart. */
async function groupsApart(db: Db, matchId: number): Promise<number> {
  const listed = mostSuspicious(await candidates(db, matchId))
  return listed.filter(({ size, excess }) => standingOf(size, excess) === 'apart').length
}
