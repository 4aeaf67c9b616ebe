import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ballotsOverHttp } from './ballots.ts'
import { benchFans, fillBenchDatabase, startBenchDatabase } from './world.ts'
const db = await startBenchDatabase()
await fillBenchDatabase(db.url, 20000)
const fans = await benchFans(db.url)
const SECRET='bench-secret-bench-secret-bench-secret-0'
const child = fork(new URL('./server.ts', import.meta.url).pathname, { execArgv: process.argv[2]==='prof'?['--cpu-prof','--cpu-prof-dir=/tmp/prof']:[], env: {...process.env, DATABASE_URL: db.url, SECRET } })
const ports = await new Promise<any>(r=>child.once('message',r))
const cpu=()=>{const f=readFileSync(`/proc/${child.pid}/stat`,'utf8').split(' '); return (Number(f[13])+Number(f[14]))*10000}
await ballotsOverHttp(ports.tribune, SECRET, fans, 4)
const c0=cpu(); const me0=process.cpuUsage()
const r=await ballotsOverHttp(ports.tribune, SECRET, fans, 8)
const me=process.cpuUsage(me0)
console.log(r.perSecond, 'server µs/ballot', (cpu()-c0)/r.answered, 'client µs', (me.user+me.system)/r.answered)
child.send('stop'); await new Promise(r=>child.once('exit',r)); await db.stop()
