import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@tribune/contract/endpoint.ts'
import { createApiFootballFeed } from '@tribune/football/api-football/client.ts'
import { createStaticCountryRanking } from '@tribune/football/country-ranking/static-source.ts'
import { createSimulator, type Simulator } from '@tribune/football/simulator/server.ts'
import type { LightMyRequestResponse } from 'fastify'
import { createTribune, type Tribune } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import type { App } from '../context.ts'
import { createMailer } from '../infra/mail/mailer.ts'
import { ShiftedClock } from '../kernel/clock.ts'
import { startOutbox } from '../standins/mail/outbox.ts'
import { createTestDatabase } from './database.ts'

/** The operator of every test server. */
export const ADMIN_EMAIL = 'direction@tribune.invalid'

const SECRET = 'a-secret-of-tests-that-is-long-enough-for-anyone'
export const ORIGIN = 'http://tribune.invalid:3000'

interface TestServerOptions {
  /** Where the clock stands at first; it runs on from there. Unset: the machine's own time. */
  readonly at?: string
  /** Longest wait for the provider. */
  readonly feedTimeoutMs?: number
  readonly webDir?: string | null
  /** Where pictures come from beside the simulator, a private address though it be. */
  readonly pictureOrigin?: string
  /** Another test server, which lends its database and clock, and is closed later. */
  readonly beside?: TestServer
  /** Most listeners, in all and from one address. */
  readonly live?: Config['live']
  /** Settings other than those of every test. */
  readonly config?: Partial<Config>
}

/** A whole server on a database of its own, with the match-day simulator over HTTP as its provider. */
export interface TestServer {
  readonly tribune: Tribune
  readonly app: App
  readonly databaseUrl: string
  readonly clock: ShiftedClock
  readonly simulator: Simulator
  readonly simulatorUrl: string
  /** Every address asked of the provider so far, in order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

export async function startTestServer(serverUrl: string, options: TestServerOptions = {}): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'tribune-server-'))
  const { beside } = options
  const database = beside === undefined ? await createTestDatabase(serverUrl) : lent(beside.databaseUrl)
  const clock = beside?.clock ?? new ShiftedClock()
  if (options.at !== undefined) clock.advance(Date.parse(options.at) - Date.now())
  const now = () => clock.now()
  const read = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dir,
    SECRET,
    ADMIN_EMAIL,
    LOG_LEVEL: 'silent',
    PROOF_OF_WORK: 'off',
  })
  const config = { ...read, live: options.live ?? read.live, ...options.config }
  const simulator = createSimulator({ now })
  const { url: simulatorUrl } = await simulator.listen()
  const outbox = await startOutbox(join(dir, 'mail'))
  const mailer = createMailer({ smtpUrl: outbox.smtpUrl, from: config.mailFrom })
  const asked: string[] = []
  const feed = createApiFootballFeed({
    baseUrl: simulatorUrl,
    apiKey: 'tests',
    now,
    mediaUrl: `${simulatorUrl}/media`,
    timeoutMs: options.feedTimeoutMs ?? 5_000,
    sleep: async () => {},
    fetch: (input, init) => {
      asked.push(String(input).slice(simulatorUrl.length))
      return fetch(input, init)
    },
  })
  const tribune = await createTribune({
    config,
    clock,
    databaseUrl: database.url,
    feed,
    pictureOrigins: new Map([simulatorUrl, options.pictureOrigin ?? simulatorUrl].map((origin) => [origin, origin])),
    countries: createStaticCountryRanking(),
    mailer,
    sms: { send: () => Promise.reject(new Error('No SMS here')) },
    identityProviders: [],
    organisation: null,
    publicUrl: ORIGIN,
    webDir: options.webDir ?? null,
    plugins: [],
  })
  return {
    tribune,
    app: tribune.app,
    databaseUrl: database.url,
    clock,
    simulator,
    simulatorUrl,
    asked,
    async close() {
      await tribune.close()
      mailer.close()
      await outbox.close()
      await simulator.close()
      await database.drop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const lent = (url: string) => ({ url, drop: async () => {} })

interface CallOptions {
  readonly cookie?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** One request without a socket. An object is sent as JSON, a text as it is. */
export async function call(
  server: TestServer,
  method: Endpoint['method'] | 'PATCH' | 'HEAD' | 'OPTIONS',
  url: string,
  { cookie, body, headers = {} }: CallOptions = {},
): Promise<LightMyRequestResponse> {
  const sent: Record<string, string> = {
    ...(cookie === undefined ? {} : { cookie }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  }
  const payload = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  return server.tribune.http.inject({
    method,
    url,
    headers: sent,
    remoteAddress: '10.9.9.9',
    authority: new URL(ORIGIN).host,
    ...(payload === undefined ? {} : { payload }),
  })
}

/** Status and code of a refusal, for comparing in one go. */
export function refusalOf(answer: LightMyRequestResponse): [number, string | undefined] {
  const body: unknown = answer.json()
  const { error } = body as { error?: { code?: string } }
  return [answer.statusCode, error?.code]
}
