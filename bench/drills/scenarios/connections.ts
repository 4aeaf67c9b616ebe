import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openArena, survived } from '../arena.ts'
import type { Drill } from '../drill.ts'

const HELD_MS = 8_000
const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tribune%'`

/** Takes all connections of PostgreSQL, those of the servers too, and gives them back. */
export const connections: Drill = {
  name: 'connections',
  count: 3,
  async run({ count, seed, say }) {
    const arena = await openArena({ seed, servers: 2 })
    const hogs: pg.Client[] = []
    let isFull = false
    const take = async () => {
      const hog = new pg.Client({ connectionString: arena.url, application_name: 'hog' })
      hog.on('error', () => {})
      try {
        await hog.connect()
        hogs.push(hog)
      } catch {
        isFull = true
      }
    }
    try {
      const { voting } = arena
      voting.start(16)
      await voting.more(200)
      const [held, refusals]: [number[], number[]] = [[], []]
      for (let time = 0; time < count; time += 1) {
        const before = voting.answers[503] ?? 0
        for (isFull = false; !isFull; ) await Promise.all(Array.from({ length: 10 }, take))
        for (const end = performance.now() + HELD_MS; performance.now() < end; await pause(20)) {
          // Each connection that a server loses goes to us before it asks for another.
          await hogs[0]?.query(CUT).catch(() => {})
          for (isFull = false; !isFull; ) await Promise.all(Array.from({ length: 10 }, take))
        }
        held.push(hogs.length)
        await Promise.all(hogs.splice(0).map((hog) => hog.end().catch(() => {})))
        refusals.push((voting.answers[503] ?? 0) - before)
        say(`held ${held.at(-1)} connections, ${refusals.at(-1)} answers 503`)
        await arena.close()
        await voting.more(200)
      }
      const verdict = await arena.verdict()
      return [
        { asserted: 'connections taken', found: held.join(', '), ok: held.every((n) => n > 100) },
        {
          asserted: 'ballots are refused by 503 without connections',
          found: refusals.join(', '),
          ok: refusals.every((n) => n > 0),
        },
        ...survived(arena),
        ...verdict,
      ]
    } finally {
      await Promise.all(hogs.map((hog) => hog.end().catch(() => {})))
      await arena.stop()
    }
  },
}
