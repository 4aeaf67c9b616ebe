import { fork } from 'node:child_process'
import { ballotsOverHttp } from './ballots.ts'
import { benchFans, fillBenchDatabase, startBenchDatabase } from './world.ts'

const db = await startBenchDatabase()
await fillBenchDatabase(db.url, 20000)
const fans = await benchFans(db.url)
const SECRET = 'bench-secret-bench-secret-bench-secret-0'
const child = fork(new URL('./server.ts', import.meta.url).pathname, {
  execArgv: ['--cpu-prof', '--cpu-prof-dir=/tmp/prof'],
  env: { ...process.env, DATABASE_URL: db.url, SECRET },
})
const ports = await new Promise<any>((r) => child.once('message', r))
console.log('http', await ballotsOverHttp(ports.tribune, SECRET, fans, 4))
console.log('http', await ballotsOverHttp(ports.tribune, SECRET, fans, 8))
child.send('stop')
await new Promise((r) => child.once('exit', r))
await db.stop()
