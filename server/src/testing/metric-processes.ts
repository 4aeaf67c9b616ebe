import cluster from 'node:cluster'
import { on, once } from 'node:events'
import { gatherSeries, Metrics, seriesOfAll } from '../infra/metrics/metrics.ts'

/** Two processes that count, and a first one: prints the series that one of the two serves. */
if (cluster.isPrimary) {
  if (process.argv[2] === 'gather') gatherSeries()
  const workers = [cluster.fork(), cluster.fork()]
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  // Collects from now on: two messages may arrive together, of which `once` would miss the second.
  const messages = on(workers[0] ?? cluster, 'message')
  workers[0]?.send('read')
  for await (const [message] of messages) {
    if (typeof message !== 'string') continue
    process.stdout.write(message)
    break
  }
  process.exit()
} else {
  const metrics = new Metrics()
  const read = seriesOfAll(metrics.registry, process.argv[2] === 'gather' ? undefined : 1)
  metrics.ballotsAccepted.inc(cluster.worker?.id)
  process.on('message', (message) => {
    if (message === 'read') void read().then((text) => process.send?.(text))
  })
  process.send?.('counted')
}
