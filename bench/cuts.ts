import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import { readTally } from '@tribune/server/features/ballots/tally/queries.ts'
import { createDatabase, createPool } from '@tribune/server/infra/database/pool.ts'
import { completeBallots } from '@tribune/server/testing/recount.ts'
import { ballotsOf, voteOf } from './calls.ts'
import { type Call, say, send } from './harness.ts'
import { order, startServer, stopServer } from './start-server.ts'
import { benchFans, fillBenchDatabase, MATCHES, startBenchDatabase } from './world.ts'

/**
 * Cuts all connections of two servers to their database every 150 ms under ballots, reads and rankings, then kills one process of PostgreSQL, and one
 * server. Prints the answers, and whether every acknowledged ballot is stored and counted once. `npm run bench:cuts [seconds]`
 */
const SECONDS = Number(process.argv[2] ?? 30)
const CUT_EVERY_MS = 150
/** Pause after a call that got no answer, and between rankings. */
const PASS_MS = 20
const FANS = 4_000
const SENDERS = 16
const READERS = 8
const OTHERS = `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'tribune%'`

const database = await startBenchDatabase()
const pool = createPool(database.url, () => {}, { name: 'scissors', size: 2 })
const db = createDatabase(pool)
const statuses: Record<string, number> = {}
const acknowledged = new Map<string, string>()
let ended = false
try {
  await fillBenchDatabase(database.url, FANS)
  const fans = await benchFans(database.url)
  const start = () => startServer(database.url, { silent: true })
  const servers = [await start(), await start()]
  const portOf = (index: number) => servers[index % 2]?.ports.tribune ?? 0
  const work = [
    ...Array.from({ length: SENDERS }, (_, index) => vote(index, () => portOf(index), fans)),
    ...Array.from({ length: READERS }, (_, index) => read(() => portOf(index))),
    ...servers.map(({ child }) => rank(child)),
  ]
  say(`cut ${await cutFor(SECONDS)} connections in ${SECONDS} s`)
  const [victim] = (await pool.query<{ pid: number }>(`${OTHERS} LIMIT 1`)).rows
  process.kill(victim?.pid ?? 0, 'SIGKILL')
  say('killed one process of PostgreSQL')
  await pause(5_000)
  servers.pop()?.child.kill('SIGKILL')
  const another = await start()
  servers.push(another)
  work.push(rank(another.child))
  say('killed one server, and started another')
  await pause(5_000)
  ended = true
  await Promise.all(work)
  say(`answers: ${JSON.stringify(statuses)}`)
  say(`servers alive: ${servers.filter(({ child }) => child.exitCode === null).length} of 2`)
  await compare()
  for (const { child } of servers) await stopServer(child)
} finally {
  await db.destroy()
  await database.stop()
}

async function cutFor(seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000
  let cut = 0
  while (performance.now() < until) {
    const { rowCount } = await pool.query(`SELECT pg_terminate_backend(pid) FROM (${OTHERS}) AS others`)
    cut += rowCount ?? 0
    await pause(CUT_EVERY_MS)
  }
  return cut
}

/** Sends ballots of this sender's own fans, and repeats each until it is accepted. */
async function vote(own: number, port: () => number, fans: readonly string[]): Promise<void> {
  const next = ballotsOf(fans.filter((_, index) => index % SENDERS === own))
  while (!ended) {
    const ballot = next()
    let status = 'none'
    while (status !== '200' && !ended) {
      status = await statusOf(port(), voteOf(ballot))
      count(`ballot ${status}`)
      if (status === 'no answer') await pause(PASS_MS)
    }
    if (status === '200') acknowledged.set(`${ballot.fan} ${ballot.matchId}`, ballot.picks.join(' '))
  }
}

async function read(port: () => number): Promise<void> {
  while (!ended) {
    count(`read ${await statusOf(port(), { path: '/api/match_lineups?match_id=1' })}`)
    await pause(20)
  }
}

/** Ranks the open matches again and again, which folds their moves, until the server ends. */
async function rank(child: ChildProcess): Promise<void> {
  while (!ended && child.signalCode === null) {
    await order(child, { do: 'tick' }).then(
      () => count('ranked'),
      () => count('not ranked'),
    )
    await pause(PASS_MS)
  }
}

function statusOf(port: number, call: Call): Promise<string> {
  return send(port, call).then(
    ({ status }) => String(status),
    () => 'no answer',
  )
}

function count(name: string): void {
  statuses[name] = (statuses[name] ?? 0) + 1
}

/** Compares stored ballots with acknowledged ones. A ballot that was never acknowledged may be stored too: its fan would have repeated it. */
async function compare(): Promise<void> {
  const rows = await db.selectFrom('votes').selectAll().execute()
  const stored = new Map(
    rows.map((row) => [`${row.user_id} ${row.match_id}`, [row.first_id, row.second_id, row.third_id].join(' ')]),
  )
  const lost = [...acknowledged].filter(([key, picks]) => stored.get(key) !== picks).length
  say(`acknowledged ${acknowledged.size}, rows ${rows.length}, acknowledged ballots missing or different: ${lost}`)
  for (let match = 1; match <= MATCHES; match += 1) {
    const { changes: _, ...tally } = await readTally(db, match)
    const recount = tallyOf(await completeBallots(db, match))
    if (JSON.stringify(sorted(tally)) !== JSON.stringify(sorted(recount)))
      throw new Error(`Match ${match}: tally is not the recount`)
  }
  say(`tally = recount for ${MATCHES} matches`)
}

function sorted({ voters, players, duels }: ReturnType<typeof tallyOf>) {
  const texts = (values: readonly object[]) =>
    values.map((value) => JSON.stringify(Object.entries(value).sort())).sort()
  return { voters, players: texts(players), duels: texts(duels) }
}
