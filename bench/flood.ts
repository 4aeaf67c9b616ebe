import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { Voter } from './ballots.ts'
import type { Flood } from './processes/flooder.ts'
import { percentile, SECRET, startServer, stopServer } from './start-server.ts'
import { benchFans, fillBenchDatabase, startBenchDatabase } from './world.ts'

/**
 * Measures votes while one client address requests player pages, then match lists, as fast as it can, and compares them with votes at rest in the same
 * run. `npm run bench:flood [seconds]`
 */
const SECONDS = Number(process.argv[2] ?? 12)
const REST_S = 4
const CONNECTIONS = 64
const PLAYERS = 20_000
const LISTED = 5_000
const say = (line: string) => process.stdout.write(`${line}\n`)

const database = await startBenchDatabase()
const webDir = mkdtempSync(join(tmpdir(), 'tribune-bench-web-'))
try {
  writeFileSync(
    join(webDir, 'index.html'),
    `<!doctype html><html lang="fr"><head><title>Tribune</title><meta name="description" content="Vote">${'<!-- style -->'.repeat(300)}</head><body></body></html>`,
  )
  await fillBenchDatabase(database.url, 2_000)
  await fillMore(database.url)
  const fans = await benchFans(database.url)
  const { child, ports } = await startServer(database.url, { webDir })
  const port = ports.tribune
  const voter = new Voter({ port, secret: SECRET, fans })
  await voter.vote(2)
  for (const flood of ['pages', 'lists'] as const) await measure(voter, port, flood)
  voter.close()
  await stopServer(child)
} finally {
  await database.stop()
  rmSync(webDir, { recursive: true, force: true })
}

async function measure(voter: Voter, port: number, flood: Flood['flood']): Promise<void> {
  const rest = await voter.vote(REST_S)
  const flooder = fork(fileURLToPath(new URL('./processes/flooder.ts', import.meta.url)))
  const order: Flood = { flood, port, connections: CONNECTIONS, seconds: SECONDS, players: PLAYERS, matches: LISTED }
  flooder.send(order)
  await once(flooder, 'message')
  const [during, [answers]] = await Promise.all([voter.vote(SECONDS - 1), once(flooder, 'message')])
  const after = await voter.vote(REST_S)
  if (flooder.connected) flooder.disconnect()
  const line = (name: string, times: readonly number[]) =>
    `    ${name}: p50 ${percentile(times, 0.5).toFixed(1)} ms (x ${(percentile(times, 0.5) / percentile(rest, 0.5)).toFixed(2)}), ` +
    `p99 ${percentile(times, 0.99).toFixed(1)} ms (x ${(percentile(times, 0.99) / percentile(rest, 0.99)).toFixed(2)}), ${times.length} votes`
  say(`(flood) ${flood} over ${CONNECTIONS} connections: ${JSON.stringify(answers)}`)
  say(line('at rest', rest))
  say(line('during ', during))
  say(line('after  ', after))
  await pause(500)
}

async function fillMore(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`
    INSERT INTO players_ref (id, name, last_team)
      SELECT 100000 + n, 'Prénom Nom-Composé ' || n, 'Club de la Rive' FROM generate_series(1, ${PLAYERS}) n;
    INSERT INTO matches (id, competition_id, competition_cc, coefficient, season, match_date, status, raw_status,
        home_team_id, away_team_id, home_score, away_score, started_at, finished_at, observed_at)
      SELECT 1000 + n, 61, 3, 3, 2025, now() - n * interval '2 hours' - interval '2 days', 'finished', 'FT', 1 + n % 40, 1 + (n + 7) % 40,
        1, 0, now() - n * interval '2 hours' - interval '2 days', now() - n * interval '2 hours' - interval '47 hours', now()
      FROM generate_series(1, ${LISTED}) n;
    INSERT INTO match_lineups (match_id, player_id, player_name, team_id, player_team, side, player_position, is_starter, minutes_played)
      SELECT 1000 + n, 100001 + (n * 22 + p) % ${PLAYERS}, 'P. Nom-Composé ' || p, 1 + n % 40, 'Club de la Rive', 'home', 'M', true, 90
      FROM generate_series(1, ${LISTED}) n, generate_series(0, 21) p;
    ANALYZE`)
  await client.end()
}
