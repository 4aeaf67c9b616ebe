import { setTimeout as pause } from 'node:timers/promises'
import { createPool } from '@tribune/server/infra/database/pool.ts'
import { openArena, postmasterOf } from '../arena.ts'
import type { Drill } from '../drill.ts'

const MATCHES_CLOSED = 6
/** Of ten kills: servers, all of PostgreSQL, one of its processes. */
const TARGETS = [
  'server',
  'server',
  'server',
  'server',
  'server',
  'server',
  'database',
  'database',
  'backend',
  'backend',
] as const

/** Kills a server, PostgreSQL or one of its processes at random moments, while fans vote and results are published. */
export const kills: Drill = {
  name: 'kills',
  count: 20,
  async run({ count, seed, say }) {
    const arena = await openArena({ seed })
    const done = { server: 0, database: 0, backend: 0 }
    try {
      const { random, servers, voting } = arena
      voting.start(16)
      await voting.more(200)
      for (let kill = 1; kill <= count; kill += 1) {
        // After some ballots: a server that is killed at each start would never save one.
        await voting.more(random.between(1, 15), 300_000)
        await pause(random.between(0, 500))
        const target = random.of(TARGETS)
        if (target === 'server') arena.kill(random.of(servers.filter(({ isUp }) => isUp)) ?? servers[0])
        else if (target === 'database') killProcess(postmasterOf, arena)
        else await killBackend(arena.url)
        done[target] += 1
        if (kill % Math.ceil(count / MATCHES_CLOSED) === 0) await arena.close()
        if (kill % 10 === 0) say(`${kill} kills, ${voting.acknowledged} ballots acknowledged`)
      }
      await voting.more(200, 300_000)
      const verdict = await arena.verdict()
      const { 500: internal = 0, ...answers } = voting.answers
      return [
        {
          asserted: 'kills',
          found: `${done.server} of servers, ${done.database} of PostgreSQL, ${done.backend} of one of its processes`,
          ok: true,
        },
        { asserted: 'no answer 500', found: `${internal}; ${JSON.stringify(answers)}`, ok: internal === 0 },
        {
          asserted: 'longest time without a saved ballot',
          found: `${(voting.longestGapMs / 1_000).toFixed(1)} s`,
          ok: true,
        },
        ...verdict,
      ]
    } finally {
      await arena.stop()
    }
  },
}

function killProcess(of: typeof postmasterOf, { cluster }: { cluster: Parameters<typeof postmasterOf>[0] }): void {
  try {
    process.kill(of(cluster), 'SIGKILL')
  } catch {
    // It is between two starts.
  }
}

async function killBackend(url: string): Promise<void> {
  const pool = createPool(url, () => {}, { name: 'drill', size: 1 })
  try {
    const { rows } = await pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'tribune%' ORDER BY random() LIMIT 1`,
    )
    if (rows[0] !== undefined) process.kill(rows[0].pid, 'SIGKILL')
  } catch {
    // PostgreSQL is between two starts.
  } finally {
    await pool.end().catch(() => {})
  }
}
