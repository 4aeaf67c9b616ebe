import { createServer, type ServerResponse } from 'node:http'
import { createTribune } from '@tribune/server/app.ts'
import { readConfig } from '@tribune/server/config.ts'
import { publishDue } from '@tribune/server/features/feed/publication/jobs.ts'
import { rankOpenMatches } from '@tribune/server/features/results/rankings/service.ts'
import { createMailer } from '@tribune/server/infra/mail/mailer.ts'
import { systemClock } from '@tribune/server/kernel/clock.ts'
import { allocateRequestsYoung } from '@tribune/server/kernel/memory.ts'
import { partsOfNowhere, SILENT_MAILER } from '@tribune/server/testing/nowhere.ts'
import Fastify from 'fastify'

/** Orders of the benchmark. Each but `stop` is answered with measurements. */
export type Order =
  /** Pushes a change of a match to the listeners. */
  | { readonly do: 'change'; readonly matchId: number }
  /** Ranks the open matches and publishes those whose window has ended, as the schedules do. */
  | { readonly do: 'tick' }
  /** Writes a text to the streams of the bare server. */
  | { readonly do: 'write'; readonly text: string }
  | { readonly do: 'measure' }
  | { readonly do: 'stop' }

allocateRequestsYoung()

/**
 * Runs the real server, and next to it bare servers that show what Fastify and Node.js cost without it. All listeners come from one address, which may
 * have 5 % of the listener limit.
 */
const config = readConfig({ LIVE_LISTENERS: '100000', ...process.env, LOG_LEVEL: 'error', NODE_ENV: 'test' })
const tribune = await createTribune({
  ...partsOfNowhere(() => systemClock.now()),
  config,
  clock: systemClock,
  databaseUrl: config.databaseUrl ?? '',
  publicUrl: 'http://localhost',
  mailer: config.smtpUrl === null ? SILENT_MAILER : createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom }),
  webDir: process.argv[2] ?? null,
})
await tribune.http.listen({ port: 0, host: '127.0.0.1' })
let requests = 0
tribune.http.server.on('request', () => {
  requests += 1
})

/** Answers with as many bytes as its path asks for. */
const bare = Fastify()
const bodies = new Map<number, Buffer>()
bare.get<{ Params: { bytes: string } }>('/:bytes', async (request, reply) => {
  const bytes = Number(request.params.bytes)
  const body = bodies.get(bytes) ?? Buffer.alloc(bytes, 'x')
  bodies.set(bytes, body)
  return reply.type('application/json; charset=utf-8').send(body)
})
/** The answer to a ballot that is neither checked nor stored. */
const saved = (path: string) => ({ match_id: path.length, complete: true, xp_awarded: 10, updated_at: new Date() })
bare.put('/api/votes/:match', async (request) => (request.body === null ? {} : saved(request.url)))
await bare.listen({ port: 0, host: '127.0.0.1' })

const bareHttp = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = JSON.parse(Buffer.concat(chunks).toString())
  const text = JSON.stringify(body === null ? {} : saved(request.url ?? ''))
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': text.length })
  response.end(text)
})
await new Promise<void>((done) => bareHttp.listen(0, '127.0.0.1', done))

/** Open streams of the bare server. An order writes the same bytes to each. */
const streams = new Set<ServerResponse>()
const bareStream = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: hello\n\n')
  streams.add(response)
  response.once('close', () => streams.delete(response))
})
await new Promise<void>((done) => bareStream.listen(0, '127.0.0.1', done))

const portOf = (server: { address(): unknown }) => (server.address() as { port: number }).port
process.send?.({
  tribune: portOf(tribune.http.server),
  bare: portOf(bare.server),
  bareHttp: portOf(bareHttp),
  bareStream: portOf(bareStream),
})
process.on('message', (order: Order) => {
  if (order.do === 'stop') {
    tribune.close().then(() => process.exit(0))
    return
  }
  const answer = (failed?: string) =>
    process.send?.({
      at: String(process.hrtime.bigint()),
      cpu: cpuMicroseconds(),
      requests,
      ...(failed !== undefined && { failed }),
    })
  if (order.do === 'tick') {
    rankOpenMatches(tribune.app)
      .then(() => publishDue(tribune.app))
      .then(() => tribune.app.recorder.write(tribune.app.db))
      .then(
        () => answer(),
        (error) => answer(String(error)),
      )
    return
  }
  answer()
  if (order.do === 'change') void tribune.app.bus.publish('matches', { ids: [order.matchId] })
  if (order.do === 'write') {
    const bytes = Buffer.from(order.text)
    for (const response of streams) response.write(bytes)
  }
})

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
