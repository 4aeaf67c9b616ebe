import { createApiFootballFeed } from '@tribune/football/api-football/client.ts'
import { createStaticCountryRanking } from '@tribune/football/country-ranking/static-source.ts'
import { createTribune } from '@tribune/server/app.ts'
import { systemClock } from '@tribune/server/clock.ts'
import { readConfig } from '@tribune/server/config.ts'
import Fastify from 'fastify'

/** The real server in a process of its own, and beside it a bare Fastify that answers bytes of the sizes it is told. */
const config = readConfig({ ...process.env, LOG_LEVEL: 'error', NODE_ENV: 'test' })
const now = () => new Date()
const tribune = await createTribune({
  config,
  clock: systemClock,
  databaseUrl: config.databaseUrl ?? '',
  publicUrl: 'http://localhost',
  feed: createApiFootballFeed({ baseUrl: 'http://127.0.0.1:9', apiKey: 'bench', now }),
  countries: createStaticCountryRanking(),
  mailer: { send: async () => {}, close: () => {} },
  webDir: null,
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

const portOf = (http: { server: { address(): unknown } }) => (http.server.address() as { port: number }).port
process.send?.({ tribune: portOf(tribune.http), bare: portOf(bare) })
process.once('message', () => {
  tribune.close().then(() => process.exit(0))
})
