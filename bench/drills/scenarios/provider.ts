import { setTimeout as pause } from 'node:timers/promises'
import { createSimulator } from '@tribune/football/simulator/server.ts'
import { createPool } from '@tribune/server/infra/database/pool.ts'
import { systemClock } from '@tribune/server/kernel/clock.ts'
import { openArena } from '../arena.ts'
import type { Drill } from '../drill.ts'

const FAULTS = [
  'http_500',
  'http_502',
  'garbage',
  'truncated',
  'dropped',
  'wrong_types',
  'vanish',
  'minute_back',
  'no_content',
  'errors_list',
  'http_499',
  'no_lineups',
  'rate_limit',
  'slow',
] as const
const FAULT_MS = 3_000
const RECOVERY_LIMIT_MS = 240_000

/** Makes the provider fail in each way in turn, while fans vote and results are published. */
export const provider: Drill = {
  name: 'provider',
  count: FAULTS.length,
  async run({ count, seed, say }) {
    const simulator = createSimulator({ now: systemClock.now })
    const { url } = await simulator.listen()
    const arena = await openArena({
      seed,
      servers: 2,
      env: () => ({ FOOTBALL_API_URL: url, FOOTBALL_API_KEY: 'drill' }),
    })
    const pool = createPool(arena.url, () => {}, { name: 'drill', size: 1 })
    const runs = async (since: Date, ok: boolean) => {
      const { rows } = await pool.query<{ n: number }>(
        `SELECT count(*) AS n FROM edge_metrics WHERE function_name = 'scheduler-realtime' AND created_at > $1 AND ok = $2`,
        [since, ok],
      )
      return rows[0]?.n ?? 0
    }
    try {
      const { voting } = arena
      voting.start(8)
      await voting.more(200)
      const began = new Date()
      for (let fault = 0; fault < count; fault += 1) {
        const kind = FAULTS[fault % FAULTS.length] ?? 'http_500'
        simulator.faults.clear()
        simulator.faults.add(kind === 'slow' ? { kind, ms: 20_000 } : { kind })
        const saved = voting.acknowledged
        await pause(FAULT_MS)
        say(`${kind}: ${voting.acknowledged - saved} ballots saved`)
        if (fault % 3 === 2) await arena.close()
      }
      const failed = await runs(began, false)
      simulator.faults.clear()
      const cleared = new Date()
      const end = performance.now() + RECOVERY_LIMIT_MS
      while ((await runs(cleared, true)) === 0 && performance.now() < end) await pause(1_000)
      const recovered = await runs(cleared, true)
      const after = Math.round((Date.now() - cleared.getTime()) / 1_000)
      const verdict = await arena.verdict()
      return [
        { asserted: 'readings of the feed that failed', found: String(failed), ok: true },
        { asserted: 'the feed is read again by itself', found: `after ${after} s`, ok: recovered > 0 },
        {
          asserted: 'every ballot answered 200 or refused as late',
          found: JSON.stringify(voting.answers),
          ok: Object.keys(voting.answers).every((status) => ['200', '409'].includes(status)),
        },
        {
          asserted: 'longest time without a saved ballot',
          found: `${(voting.longestGapMs / 1_000).toFixed(1)} s`,
          ok: voting.longestGapMs < 20_000,
        },
        {
          asserted: 'starts of each server',
          found: arena.servers.map(({ starts }) => starts).join(', '),
          ok: arena.servers.every(({ starts }) => starts === 1),
        },
        ...verdict,
      ]
    } finally {
      await pool.end()
      await arena.stop()
      await simulator.close()
    }
  },
}
