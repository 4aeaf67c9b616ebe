import { fork } from 'node:child_process'
import { ballotsOverHttp, singleRowUpserts } from './ballots.ts'
import { benchFans, fillBenchDatabase, startBenchDatabase } from './world.ts'

const db = await startBenchDatabase()
await fillBenchDatabase(db.url, 20000)
const fans = await benchFans(db.url)
const SECRET = 'bench-secret-bench-secret-bench-secret-0'
const child = fork(new URL('./server.ts', import.meta.url).pathname, {
  env: { ...process.env, DATABASE_URL: db.url, SECRET },
})
const ports = await new Promise<any>((r) => child.once('message', r))
for (let i = 0; i < 3; i++) {
  console.log('base', (await singleRowUpserts(db.url, fans, 6)).perSecond)
  console.log('http', await ballotsOverHttp(ports.tribune, SECRET, fans, 6))
}
child.send('stop')
await new Promise((r) => child.once('exit', r))
await db.stop()
