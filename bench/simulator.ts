import { createSimulator } from '@tribune/football/simulator/server.ts'
import { percentile } from './harness.ts'

const REPEATS = 15
const KEY = { 'x-apisports-key': 'bench' }
/** Full records that the provider returns in one call. */
const RECORDS = 20

interface FixturesAnswer {
  readonly response: readonly { readonly fixture: { readonly id: number } }[]
}

/** Measures the simulator's answer of twenty full records, and parsing and writing the same bytes. Returns medians of several runs, in ms. */
export async function simulatorTimes(): Promise<{ answerMs: number; bareMs: number }> {
  const simulator = createSimulator({ now: () => new Date() })
  const { url } = await simulator.listen()
  try {
    const read = async (path: string) => (await fetch(url + path, { headers: KEY })).text()
    const { response } = JSON.parse(
      await read(`/fixtures?date=${new Date().toISOString().slice(0, 10)}`),
    ) as FixturesAnswer
    const ids = response.slice(0, RECORDS).map(({ fixture }) => fixture.id)
    const path = `/fixtures?ids=${ids.join('-')}`
    const text = await read(path)
    const answerMs = await medianMs(() => read(path))
    return { answerMs, bareMs: await medianMs(async () => JSON.stringify(JSON.parse(text))) }
  } finally {
    await simulator.close()
  }
}

async function medianMs(work: () => Promise<string>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < REPEATS; run += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return percentile(times, 0.5)
}
