import { type Answer, Pipeline } from '../drills/sockets.ts'
import type { Call } from '../harness.ts'

/** Calls to send in turn, one every `everyMs`, each over its own connection. */
export interface Probing {
  readonly port: number
  readonly everyMs: number
  readonly calls: readonly Call[]
}

const answers: Promise<Answer | null>[] = []

process.once('message', ({ port, everyMs, calls }: Probing) => {
  const clock = setInterval(() => {
    const call = calls[answers.length]
    if (call !== undefined) answers.push(probe(port, call))
  }, everyMs)
  // Any second message ends it.
  process.once('message', async () => {
    clearInterval(clock)
    process.send?.(await Promise.all(answers))
  })
})

async function probe(port: number, call: Call): Promise<Answer | null> {
  const line = new Pipeline(port)
  const answer = await line.send(call)
  line.end()
  return answer
}
