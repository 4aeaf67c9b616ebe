import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { z } from 'zod'
import { within } from '../../kernel/clock.ts'

/** Longest wait for the other processes. */
const LIMIT_MS = 6_000
const QUESTION = 'tribune:metrics'
const ANSWER = 'tribune:metrics-answer'
const answer = z.object({ type: z.literal(ANSWER), text: z.string() })

/**
 * Returns a reader of the series of all processes that serve one port, added up: a scrape reaches any one of them. Where there is one process, and while
 * the first of them does not answer, the series are those of this process.
 */
export function seriesOfAll(registry: Registry, limitMs = LIMIT_MS): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries([registry])
  // Answers the first process.
  new AggregatorRegistry()
  return async () => {
    const text = new Promise<string>((resolve) => {
      const listen = (message: unknown) => {
        const read = answer.safeParse(message)
        if (!read.success) return
        process.off('message', listen)
        resolve(read.data.text)
      }
      process.on('message', listen)
      process.send?.({ type: QUESTION })
    })
    return within(limitMs, text).catch(() => registry.metrics())
  }
}

/** In the first process: answers the others with the series of all of them. */
export function gatherSeries(): void {
  const all = new AggregatorRegistry()
  cluster.on('message', (worker, message: { readonly type?: unknown } | null) => {
    if (message?.type !== QUESTION) return
    all.clusterMetrics().then(
      (text) => worker.isConnected() && worker.send({ type: ANSWER, text }),
      () => {},
    )
  })
}
