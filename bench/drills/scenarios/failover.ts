import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterIn, stopCluster, urlOf } from '@tribune/server/infra/postgres/cluster.ts'
import { freePort } from '@tribune/server/kernel/free-port.ts'
import { openArena, postmasterOf } from '../arena.ts'
import type { Drill } from '../drill.ts'
import { makeStandby, promote, requireStandby } from '../standby.ts'

/** Destroys the primary under ballots, promotes its synchronous standby, and lets the relay lead servers there, as a proxy or a virtual address does. */
export const failover: Drill = {
  name: 'failover',
  count: 1,
  async run({ seed, say }) {
    const arena = await openArena({ seed, relayed: true, servers: 2 })
    const port = await freePort()
    const standby = await clusterIn(join(arena.cluster.folder, 'standby'))
    try {
      const { voting, relay } = arena
      voting.start(16)
      await voting.more(200)
      await makeStandby(arena.cluster, arena.url, standby, port)
      await requireStandby(arena.url, () => pause(50))
      say('the standby follows, and acknowledges each commit')
      await arena.close()
      await voting.more(500)
      const before = voting.acknowledged
      voting.longestGapMs = 0
      process.kill(postmasterOf(arena.cluster), 'SIGKILL')
      // The old primary soon runs again: no server may reach it.
      relay?.down()
      const url = urlOf(standby, port)
      await promote(standby, port)
      relay?.lead(url)
      relay?.up()
      await voting.more(500)
      say(`${before} ballots acknowledged before the failover, ${voting.acknowledged - before} after`)
      const gap = voting.longestGapMs
      const verdict = await arena.verdict(url)
      return [
        { asserted: 'time without a saved ballot', found: `${(gap / 1_000).toFixed(1)} s`, ok: gap < 60_000 },
        { asserted: 'no answer 500', found: JSON.stringify(voting.answers), ok: voting.answers[500] === undefined },
        ...verdict,
      ]
    } finally {
      await arena.stop()
      await stopCluster(standby, 'immediate').catch(() => {})
    }
  },
}
