import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@tribune/contract/endpoint.ts'
import { createApiFootballFeed } from '@tribune/football/api-football/client.ts'
import { createStaticCountryRanking } from '@tribune/football/country-ranking/source.ts'
import { createSimulator, DEFAULT_SEED, type Simulator } from '@tribune/football/simulator/server.ts'
import { World } from '@tribune/football/simulator/world.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { AccountsApp } from '../accounts/parts.ts'
import { createTribune, type Tribune } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { createMailer } from '../infra/mail/mailer.ts'
import { createPushSender, type PushSender } from '../infra/push/sender.ts'
import { vapidKeysOf } from '../infra/push/signing.ts'
import type { LoopMeter } from '../kernel/loop-meter.ts'
import { type Outbox, startOutbox } from '../standins/mail.ts'
import { IDLE, ShiftedClock } from './clock.ts'
import { ADMIN_EMAIL, FEW_CONNECTIONS, ORIGIN, SECRET } from './constants.ts'
import { noteUndeclared, requireDeclaredRefusals } from './contract.ts'
import { createTestDatabase } from './database.ts'
import { QUICK_HASHING } from './quick-hashing.ts'

/** Key of Web Push in tests. */
const WEB_PUSH = {
  keys: vapidKeysOf('kM6eY1PZ0tHidden0Key0Of0Push0Messages0a1b2c'),
  subject: 'mailto:push@tribune.invalid',
  origin: ORIGIN,
  services: ['push.example'],
  standIn: null,
}

/** Matches are drawn once for all test servers of a process; each stages its own. */
const WORLD = new World(DEFAULT_SEED)

interface TestServerOptions {
  /** Initial time of the clock, which runs on from there; the machine's own time if unset. */
  readonly at?: string
  /** Time limit of the provider. */
  readonly feedTimeoutMs?: number
  readonly webDir?: string | null
  /** Origin of pictures in addition to the simulator; it may be private. */
  readonly pictureOrigin?: string
  /** Another test server whose database and clock this one shares; it must be closed later. */
  readonly sharing?: TestServer
  /** Limits of live listeners. */
  readonly live?: Config['live']
  /** Sends push messages; browsers may subscribe, but nothing sends to them, if unset. */
  readonly push?: PushSender
  /** Meters of the event loop; it is never busy if unset. */
  readonly meter?: LoopMeter
  /** Settings that differ from the default of tests. */
  readonly config?: Partial<Config>
}

/** A complete server on its own database, with the match-day simulator over HTTP as its provider. */
export interface TestServer {
  readonly tribune: Tribune
  readonly app: AccountsApp
  readonly databaseUrl: string
  readonly clock: ShiftedClock
  readonly simulator: Simulator
  readonly simulatorUrl: string
  /** Mails that it has sent; those of a server `sharing` the database of another arrive there. */
  readonly outbox: Outbox
  /** Requests to the provider so far, in order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

export async function startTestServer(serverUrl: string, options: TestServerOptions = {}): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'tribune-server-'))
  const { sharing } = options
  const database = sharing === undefined ? await createTestDatabase(serverUrl) : lent(sharing.databaseUrl)
  const clock = sharing?.clock ?? new ShiftedClock()
  if (options.at !== undefined) clock.advance(Date.parse(options.at) - Date.now())
  const now = () => clock.now()
  const read = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dir,
    SECRET,
    ADMIN_EMAIL,
    LOG_LEVEL: 'silent',
    PROOF_OF_WORK: 'off',
    ...FEW_CONNECTIONS,
  })
  const config = { ...read, live: options.live ?? read.live, ...options.config }
  const simulator = createSimulator({ now, world: WORLD.twin() })
  const { url: simulatorUrl } = await simulator.listen()
  const outbox = sharing?.outbox ?? (await startOutbox(join(dir, 'mail')))
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
  const push = options.push ?? createPushSender({ web: WEB_PUSH, fcm: null, apns: null })
  const tribune = await createTribune({
    config,
    clock,
    databaseUrl: database.url,
    feed,
    pictureOrigins: new Map([simulatorUrl, options.pictureOrigin ?? simulatorUrl].map((origin) => [origin, origin])),
    countries: createStaticCountryRanking(),
    mailer,
    sms: { send: () => Promise.reject(new Error('No SMS here')) },
    push,
    identityProviders: [],
    organisation: null,
    passwordHashing: QUICK_HASHING,
    publicUrl: ORIGIN,
    webDir: options.webDir ?? null,
    plugins: [],
    meter: options.meter ?? IDLE,
  })
  noteUndeclared(tribune.http)
  return {
    tribune,
    app: tribune.app,
    databaseUrl: database.url,
    clock,
    simulator,
    simulatorUrl,
    outbox,
    asked,
    async close() {
      await tribune.close()
      push.close()
      mailer.close()
      if (sharing === undefined) await outbox.close()
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

/** Sends a request without a socket: an object as JSON, a text verbatim. */
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
  const answer = await server.tribune.http.inject({
    method,
    url,
    headers: sent,
    remoteAddress: '10.9.9.9',
    authority: new URL(ORIGIN).host,
    ...(payload === undefined ? {} : { payload }),
  })
  requireDeclaredRefusals()
  return answer
}

/** Returns status and code of a refusal, to compare both at once. A file has no code. */
export function refusalOf(answer: LightMyRequestResponse): [number, string | undefined] {
  if (!String(answer.headers['content-type']).startsWith('application/json')) return [answer.statusCode, undefined]
  const body: unknown = answer.json()
  const { error } = body as { error?: { code?: string } }
  return [answer.statusCode, error?.code]
}
