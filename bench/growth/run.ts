import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { createApiFootballFeed } from '@tribune/football/api-football/client.ts'
import { createTribune } from '@tribune/server/app.ts'
import { readConfig } from '@tribune/server/config.ts'
import { schedulerNightly } from '@tribune/server/features/operator/nightly/jobs.ts'
import { unrecorded } from '@tribune/server/features/results/audit/queries.ts'
import { recordOlder } from '@tribune/server/features/results/rankings/jobs.ts'
import { rebuildSeason, storeTrendRanks } from '@tribune/server/features/season/season-ranking/service.ts'
import { createPool } from '@tribune/server/infra/database/pool.ts'
import { ShiftedClock } from '@tribune/server/testing/clock.ts'
import { NOWHERE, partsOfNowhere, SILENT_MAILER } from '@tribune/server/testing/nowhere.ts'
import { percentile } from '../harness.ts'
import { SECRET } from '../start-server.ts'
import { startBenchDatabase } from '../world.ts'
import { explain, frequentWork, recordStatements, statementsOf } from './queries.ts'
import { RETENTION } from './retention.ts'
import { FANS_PER_LEAGUE, FULL_LEAGUES, fillYear, matchesOf, playerOf } from './world.ts'

/**
 * Fills a year of a full calendar, of which this is a part: 380 matches and 5 000 fans per league. Prints the size of each table after the year, scaled to
 * 40 leagues and 200 000 fans; time and plan of the most frequent statements, which the product's own functions send; and the time of the nightly run.
 * `npm run bench:growth [leagues]`
 */
const LEAGUES = Number(process.argv[2] ?? 2)
const FACTOR = FULL_LEAGUES / LEAGUES
/** Tables whose rows do not depend on the number of leagues and fans. */
const FIXED = new Set(['edge_metrics', 'operator_journal', 'browser_errors', 'push_occasions', 'digest_weeks'])
const TREND_DAYS = 15
/** Days after which the nightly run no longer recounts a result, plus one. */
const RECOUNTED_DAYS = 3
const TIMES = 5
const started = performance.now()
const secondsFrom = (begun: number) => ((performance.now() - begun) / 1_000).toFixed(1)
const say = (line: string) => process.stdout.write(`${secondsFrom(started).padStart(6)} s  ${line}\n`)
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(bytes < 10_485_760 ? 1 : 0)

recordStatements()
const database = await startBenchDatabase()
const dir = mkdtempSync(join(tmpdir(), 'tribune-growth-'))
const pool = createPool(database.url, () => {}, { name: 'bench', size: 2 })
pool.options.statement_timeout = 0
try {
  await fillYear(pool, LEAGUES, say)
  const clock = new ShiftedClock()
  const settings = {
    SECRET,
    DATA_DIR: dir,
    SEASON_START: day(-364),
    SEASON_END: day(30),
    LOG_LEVEL: 'fatal',
    NODE_ENV: 'test',
  }
  const { app, close } = await createTribune({
    ...partsOfNowhere(() => clock.now()),
    feed: createApiFootballFeed({
      baseUrl: `http://${NOWHERE}`,
      apiKey: 'none',
      now: () => clock.now(),
      sleep: async () => {},
    }),
    config: readConfig(settings),
    clock,
    databaseUrl: database.url,
    publicUrl: 'http://localhost',
    mailer: SILENT_MAILER,
  })
  const ranking = performance.now()
  while ((await unrecorded(app.db, 1)).length > 0) {
    await recordOlder(app)
    await app.recorder.write(app.db)
  }
  say(`results and records, ${((performance.now() - ranking) / matchesOf(LEAGUES)) | 0} ms each`)
  await rebuildSeason(app)
  for (let back = TREND_DAYS; back > 0; back -= 1) await storeTrendRanks(app, day(-back), day(-TREND_DAYS))
  // All records are new, so this run recounts every ballot.
  await nightly('a first nightly run')
  clock.advance(RECOUNTED_DAYS * DAY_MS)
  await nightly('a usual one')
  await pool.query('VACUUM ANALYZE')
  // In a real year, the tallies never all exist at the same time.
  await pool.query('VACUUM FULL match_duels, match_tallies')
  await printSizes()
  await printReads()
  await close()

  async function nightly(name: string): Promise<void> {
    const begun = performance.now()
    // The provider is away: its part fails, the others run.
    const statements = await statementsOf(() => schedulerNightly(app).catch(() => {}))
    say(`${name}: ${secondsFrom(begun)} s without the provider's calls; the longest statements:`)
    const { rows } = await pool.query<{ ms: number; ok: boolean }>(
      `SELECT duration_ms AS ms, ok FROM edge_metrics WHERE function_name = 'record-check' ORDER BY created_at DESC LIMIT 1`,
    )
    say(`  record-check: ${rows[0]?.ms} ms, ${rows[0]?.ok ? 'no problem' : 'FAILED'}`)
    const sums = new Map<string, number>()
    for (const { text, ms } of statements) sums.set(text, (sums.get(text) ?? 0) + ms)
    for (const [text, ms] of [...sums].toSorted(([, one], [, other]) => other - one).slice(0, 5))
      say(`  ${ms.toFixed(0).padStart(6)} ms  ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 110)}`)
  }

  async function printReads(): Promise<void> {
    const { rows } = await pool.query<{ id: number; user_id: string; first_id: number; season: number }>(
      `SELECT m.id, v.user_id, v.first_id, (SELECT max(id) FROM seasons) AS season FROM matches m JOIN votes v ON v.match_id = m.id
       ORDER BY m.match_date DESC LIMIT 1`,
    )
    const [asked] = rows
    if (asked === undefined) throw new Error('No ballot')
    const season = { start: new Date(day(-364)), end: new Date(day(30)), hidden: null }
    const work = frequentWork(app, {
      fanId: asked.user_id,
      matchId: asked.id,
      playerIds: [playerOf(0, 1), playerOf(0, 2), playerOf(1, 1)],
      seasonId: asked.season,
      season,
    })
    say('statements of the most frequent work: ms (median), rows read and how')
    for (const [name, read] of Object.entries(work)) {
      const statements = await statementsOf(read)
      const plans = statements.filter(({ text }) => /^\s*(?:with|select|insert|update)/i.test(text))
      for (const statement of plans) {
        const times: number[] = []
        let scans: readonly string[] = []
        for (let time = 0; time < TIMES; time += 1) {
          const explained = await explain(pool, statement)
          times.push(explained.ms)
          scans = explained.scans
        }
        const label = plans.length === 1 || statement === plans[0] ? name : ''
        say(`  ${percentile(times, 0.5).toFixed(2).padStart(8)}  ${label.padEnd(38)} ${scans.slice(0, 4).join(', ')}`)
      }
    }
  }
} finally {
  await pool.end()
  await database.stop()
  rmSync(dir, { recursive: true, force: true })
}

/** Prints the tables by their size after the year. */
async function printSizes(): Promise<void> {
  const { rows } = await pool.query<{ name: keyof typeof RETENTION; rows: number; bytes: number }>(`
    SELECT CASE schemaname WHEN 'public' THEN relname ELSE schemaname || '.' || relname END AS name, n_live_tup AS rows,
      pg_total_relation_size(relid) AS bytes
    FROM pg_stat_user_tables WHERE schemaname IN ('public', 'auth') AND relname NOT IN ('migrations', 'bench_fans') ORDER BY 3 DESC`)
  say(
    `${matchesOf(LEAGUES)} matches, ${LEAGUES * FANS_PER_LEAGUE} fans; rows, MB, MB at ${FULL_LEAGUES} leagues and 200 000 fans, retention`,
  )
  const scaled = (name: string, bytes: number) => bytes * (FIXED.has(name) ? 1 : FACTOR)
  for (const { name, rows: count, bytes } of rows.filter(({ bytes }) => bytes > 200_000)) {
    const kept = RETENTION[name]
    const retention = typeof kept === 'number' ? `${kept} days` : kept
    say(
      `  ${name.padEnd(22)} ${String(count).padStart(9)} ${megabytes(bytes).padStart(8)} ${megabytes(scaled(name, bytes)).padStart(8)}  ${retention}`,
    )
  }
  const sum = (isForGood: boolean) =>
    rows
      .filter(({ name }) => (RETENTION[name] === 'for good') === isForGood)
      .reduce((all, { name, bytes }) => all + scaled(name, bytes), 0)
  say(
    `  at full size: ${megabytes(sum(true))} MB more each year, and ${megabytes(sum(false))} MB that do not grow with time`,
  )
}
