import { Agent, get } from 'node:http'

/** Order to the flooding process, a separate one so that only the server can slow the votes. */
export interface Flood {
  readonly flood: 'pages' | 'lists'
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly players: number
  readonly matches: number
}

const IDS = 1_000
const random = (max: number) => 1 + Math.floor(Math.random() * max)
const PATHS: Readonly<Record<Flood['flood'], (flood: Flood) => string>> = {
  pages: ({ players }) => `/player/${100_000 + random(players)}`,
  lists: ({ matches }) => `/api/matches?ids=${Array.from({ length: IDS }, () => 1_000 + random(matches)).join(',')}`,
}

process.once('message', async (flood: Flood) => {
  const agent = new Agent({ keepAlive: true, maxSockets: flood.connections })
  const until = performance.now() + flood.seconds * 1_000
  const answers: Record<string, number> = {}
  process.send?.('begun')
  const one = async () => {
    while (performance.now() < until) {
      const status = await statusOf(flood.port, PATHS[flood.flood](flood), agent)
      answers[status] = (answers[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: flood.connections }, one))
  agent.destroy()
  process.send?.(answers)
})

function statusOf(port: number, path: string, agent: Agent): Promise<string> {
  return new Promise((done) => {
    get({ port, host: '127.0.0.1', path, agent }, (answer) => {
      answer.resume().once('end', () => done(String(answer.statusCode)))
    }).once('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'error'))
  })
}
