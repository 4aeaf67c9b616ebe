import { createServer, type ServerResponse } from 'node:http'
import { createApiFootballFeed } from '@tribune/football/api-football/client.ts'
import { createStaticCountryRanking } from '@tribune/football/country-ranking/static-source.ts'
import { createTribune } from '@tribune/server/app.ts'
import { readConfig } from '@tribune/server/config.ts'
import { createMailer } from '@tribune/server/infra/mail/mailer.ts'
import { systemClock } from '@tribune/server/kernel/clock.ts'
import Fastify from 'fastify'

/** What the bench may ask: a change told to listeners, a text written to those of the bare server, the time and processor used so far. */
export type Order =
  | { readonly do: 'change'; readonly matchId: number }
  | { readonly do: 'write'; readonly text: string }
  | { readonly do: 'look' }
  | { readonly do: 'stop' }

/** The real server in a process of its own, and beside it a bare Fastify that answers bytes of the sizes it is told. */
const config = readConfig({ ...process.env, LOG_LEVEL: 'error', NODE_ENV: 'test' })
const now = () => new Date()
const tribune = await createTribune({
  config,
  clock: systemClock,
  databaseUrl: config.databaseUrl ?? '',
  publicUrl: 'http://localhost',
  feed: createApiFootballFeed({ baseUrl: 'http://127.0.0.1:9', apiKey: 'bench', now }),
  pictureOrigins: new Map(),
  countries: createStaticCountryRanking(),
  mailer:
    config.smtpUrl === null
      ? { send: async () => {}, close: () => {} }
      : createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom }),
  identityProviders: [],
  organisation: null,
  sms: { send: () => Promise.reject(new Error('No SMS here')) },
  webDir: process.argv[2] ?? null,
  plugins: [],
})
await tribune.http.listen({ port: 0, host: '127.0.0.1' })

const bare = Fastify()
const bodies = new Map<number, Buffer>()
bare.get<{ Params: { bytes: string } }>('/:bytes', async (request, reply) => {
  const bytes = Number(request.params.bytes)
  const body = bodies.get(bytes) ?? Buffer.alloc(bytes, 'x')
  bodies.set(bytes, body)
  return reply.type('application/json; charset=utf-8').send(body)
})
await bare.listen({ port: 0, host: '127.0.0.1' })

/** A bare server whose answers never end: the same bytes to every socket, and nothing else. */
const streams = new Set<ServerResponse>()
const bareStream = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: hello\n\n')
  streams.add(response)
  response.once('close', () => streams.delete(response))
})
await new Promise<void>((done) => bareStream.listen(0, '127.0.0.1', done))

const portOf = (server: { address(): unknown }) => (server.address() as { port: number }).port
process.send?.({ tribune: portOf(tribune.http.server), bare: portOf(bare.server), bareStream: portOf(bareStream) })
process.on('message', (order: Order) => {
  if (order.do === 'stop') {
    tribune.close().then(() => process.exit(0))
    return
  }
  process.send?.({ at: String(process.hrtime.bigint()), cpu: cpuMicroseconds() })
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
