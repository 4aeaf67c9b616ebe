import { createPool } from '@tribune/server/database/pool.ts'
import { saveBallots } from '@tribune/server/features/votes/queries.ts'
import { benchFans, FIRST_PLAYER, fillBenchDatabase, PLAYERS, startBenchDatabase } from './world.ts'

const db = await startBenchDatabase()
await fillBenchDatabase(db.url, 20000)
const fans = await benchFans(db.url)
const pool = createPool(db.url, () => {})
const pick = () => {
  const s = new Set<number>()
  while (s.size < 3) s.add(FIRST_PLAYER + Math.floor(Math.random() ** 2 * PLAYERS))
  return [...s]
}
for (const size of [100, 300, 1000, 1000]) {
  const t = performance.now()
  let n = 0,
    i = 0
  while (performance.now() - t < 3000) {
    const g = []
    for (let k = 0; k < size; k++) {
      const [a, b, c] = pick()
      g.push({ fanId: fans[i % fans.length]!, matchId: 1 + (Math.floor(i / 7) % 8), first: a!, second: b!, third: c! })
      i++
    }
    const seen = new Map(g.map((x) => [x.fanId + x.matchId, x]))
    await saveBallots(pool, [...seen.values()], { bucket: 1, xp: 5, clockOffsetMs: 0 })
    n += seen.size
  }
  console.log(size, Math.round(n / ((performance.now() - t) / 1000)))
}
const { rows } = await pool.query(`SELECT count(*) d FROM match_duels`)
console.log(rows)
await pool.end()
await db.stop()
