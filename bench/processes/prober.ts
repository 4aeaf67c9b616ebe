import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, Pipeline } from '../drills/sockets.ts'
import type { Call } from '../harness.ts'

/** Time after which a call counts as unanswered, in milliseconds. */
const ANSWER_LIMIT_MS = 60_000

/** Calls to send in turn, one every `everyMs`, each over its own connection. */
export interface Probing {
  readonly port: number
  readonly everyMs: number
  readonly calls: readonly Call[]
}

const answers: Promise<Answer | null>[] = []

process.once('disconnect', () => process.exit())
process.once('message', ({ port, everyMs, calls }: Probing) => {
  const clock = setInterval(() => {
    const call = calls[answers.length]
    if (call !== undefined) answers.push(probe(port, call))
  }, everyMs)
  // A second message, of any content, stops it.
  process.once('message', async () => {
    clearInterval(clock)
    process.send?.(await Promise.all(answers))
  })
})

async function probe(port: number, call: Call): Promise<Answer | null> {
  const line = new Pipeline(port)
  const answer = await Promise.race([line.send(call), pause(ANSWER_LIMIT_MS, null, { ref: false })])
  line.end()
  return answer
}
