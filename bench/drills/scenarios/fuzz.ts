import type { Endpoint } from '@tribune/contract/endpoint.ts'
import { createTokenSigner, sessionCookieName } from '@tribune/server/http/signed-token.ts'
import { allEndpoints, type Field, fieldsOf } from '@tribune/server/testing/contract.ts'
import pg from 'pg'
import { send } from '../../harness.ts'
import { SECRET, startServer, stopServer } from '../../start-server.ts'
import { fillBenchDatabase, startBenchDatabase } from '../../world.ts'
import type { Drill } from '../drill.ts'
import type { Finding } from '../judge.ts'
import { Random } from '../random.ts'

const OPERATOR = 'operator@example.invalid'
const WRONG = [
  null,
  true,
  false,
  0,
  -1,
  1,
  3,
  61,
  1000,
  1.5,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 53,
  2 ** 63,
  -1e300,
  1e300,
  '',
  ' ',
  '0',
  '1',
  '-1',
  'abc',
  'NaN',
  '\0',
  '💥',
  '\u202e',
  '\ud800',
  'x'.repeat(5_000),
  "'; DROP TABLE votes; --",
  '%',
  '\\',
  '2026-02-30',
  '2026-11-30T00:00:00Z',
  '0000-00-00',
  '00000000-0000-0000-0000-000000000000',
  [],
  {},
  [null],
  [[]],
  [1, 1],
  { $ne: 1 },
  Array.from({ length: 2_000 }, (_, n) => n),
  { position: 1, player_id: 1_000 },
  [
    { position: 1, player_id: 1_000 },
    { position: 1, player_id: 1_000 },
  ],
] as const
const BODIES = [
  '',
  'null',
  '[]',
  '{',
  '"x"',
  '12',
  '{"__proto__":{"isAdmin":true}}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
]
/** Tables that a refused call may write: attempts are counted, sessions renewed, runs and errors noted. */
const MAY_CHANGE =
  /^(?:auth\.(?:attempt|session|verification|known_device|made_lately)|pgboss\..*|open_runs|edge_metrics|browser_errors|provider_quota|function_claims|migrations)$/

/** Looks for a fan, also those that find none, are journalled. */
const JOURNALLED = '/api/rpc/find_fan'
const isRefusal = (status: number) => status >= 400 && status < 500
const SESSIONS = [null, 'fan', 'operator'] as const

/** Sends each call of the contract with generated wrong and border input, as a stranger, a fan and the operator. */
export const fuzz: Drill = {
  name: 'fuzz',
  count: 30,
  async run({ count, seed, say }) {
    const random = new Random(seed)
    const database = await startBenchDatabase()
    const client = new pg.Client(database.url)
    await client.connect()
    const { child, ports } = await (async () => {
      await fillBenchDatabase(database.url, 20)
      return startServer(database.url, { silent: true, env: { ADMIN_EMAIL: OPERATOR } })
    })()
    const [faults, changes]: [string[], string[]] = [[], []]
    const statuses: Record<string, number> = {}
    const tables = await tablesOf(client)
    let last = ''
    /** Compares with the last fingerprint; of `refused` calls alone nothing may have changed. */
    const look = async (refused: readonly string[]) => {
      const now = await fingerprintOf(client, tables)
      if (refused.length > 0 && now !== last) changes.push(refused.join('\n    '))
      last = now
    }
    const fuzzCall = async (endpoint: Endpoint) => {
      await openSessions(client)
      await look([])
      const refused: string[] = []
      for (let n = 0; n < count; n += 1) {
        const session = random.of(SESSIONS)
        const call = callOf(endpoint, session, random)
        const { status } = await send(ports.tribune, call, AbortSignal.timeout(30_000)).catch(() => ({ status: 0 }))
        const text = `${status}: ${endpoint.method} ${call.path.slice(0, 120)} ${(call.body ?? '').slice(0, 200)} as ${session}`
        const kind = `${session ?? 'stranger'} ${status}`
        statuses[kind] = (statuses[kind] ?? 0) + 1
        if (status === 0 || status === 500) faults.push(text)
        if (isRefusal(status) && endpoint.path !== JOURNALLED) refused.push(text)
        // An accepted call may change something, and so may functions called by GET.
        if (endpoint.method !== 'GET' || endpoint.path.startsWith('/api/functions/')) await look(refused.splice(0))
      }
      await look(refused)
    }
    try {
      const endpoints = await allEndpoints()
      for (const [index, endpoint] of endpoints.entries()) {
        await fuzzCall(endpoint)
        if (index % 20 === 19) say(`${index + 1} of ${endpoints.length} calls`)
      }
      const sent = Object.values(statuses).reduce((sum, n) => sum + n, 0)
      const list = (asserted: string, found: readonly string[]): Finding => ({
        asserted,
        found:
          found.length === 0
            ? `${sent} calls of ${endpoints.length} kinds: ${JSON.stringify(statuses)}`
            : found.slice(0, 10).join('\n    '),
        ok: found.length === 0,
      })
      return [list('no answer 500, and none missing', faults), list('no refused call changes anything', changes)]
    } finally {
      await stopServer(child)
      await client.end()
      await database.stop()
    }
  },
}

function callOf(endpoint: Endpoint, session: 'fan' | 'operator' | null, random: Random) {
  const text = (field: Field) => {
    const value = field.choices !== null && random.next() < 0.3 ? random.of(field.choices) : random.of(WRONG)
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  const params = new Map(
    fieldsOf(endpoint.params).map((field) => [field.name, random.next() < 0.3 ? '1' : text(field)]),
  )
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name) =>
    encodeURIComponent((params.get(name) ?? '1').toWellFormed())
      .slice(0, 2_000)
      .replace(/%[0-9A-F]?$/, ''),
  )
  const query = new URLSearchParams()
  for (const field of fieldsOf(endpoint.query))
    if (random.next() < 0.7) query.append(field.name, text(field).slice(0, 3_000))
  const headers: Record<string, string> = { origin: 'http://localhost', 'content-type': 'application/json' }
  if (session !== null)
    headers.cookie = `${sessionCookieName(false)}=${encodeURIComponent(createTokenSigner(SECRET).sign(`drill-${session}`))}`
  return {
    method: endpoint.method as 'GET' | 'PUT' | 'POST',
    path: query.size === 0 ? path : `${path}?${query}`,
    headers,
    ...(endpoint.method === 'GET' ? {} : { body: bodyOf(endpoint, random) }),
  }
}

function bodyOf({ body }: Endpoint, random: Random): string {
  if (random.next() < 0.15) return random.of(BODIES)
  const fields = fieldsOf(body).filter(() => random.next() < 0.8)
  return JSON.stringify(
    Object.fromEntries(
      fields.map(({ name, choices }) => [
        name,
        choices !== null && random.next() < 0.5 ? random.of(choices) : random.of(WRONG),
      ]),
    ),
  )
}

/** Opens the sessions of a fan and of the operator again, which calls may have ended. */
async function openSessions(client: pg.Client): Promise<void> {
  await client.query(`
    INSERT INTO auth."user" (name, email, mailbox, email_verified)
      VALUES ('Operator', '${OPERATOR}', '${OPERATOR}', true), ('Drill', 'drill@example.invalid', 'drill@example.invalid', true) ON CONFLICT DO NOTHING;
    INSERT INTO auth.session (user_id, token, expires_at, amr)
      SELECT id, CASE email WHEN '${OPERATOR}' THEN 'drill-operator' ELSE 'drill-fan' END, now() + interval '1 day', 'password'
      FROM auth."user" WHERE email IN ('${OPERATOR}', 'drill@example.invalid') ON CONFLICT DO NOTHING`)
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.oid::regclass::text AS name, n.nspname || '.' || c.relname AS whole FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname IN ('public', 'auth')`)
  return rows.map(({ name }) => name).filter((name) => !MAY_CHANGE.test(name.replaceAll('"', '')))
}

async function fingerprintOf(client: pg.Client, tables: readonly string[]): Promise<string> {
  const sums = tables.map(
    (name) => `SELECT coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) AS sum FROM ${name} t`,
  )
  const { rows } = await client.query(`SELECT string_agg(sum::text, ' ') AS all FROM (${sums.join(' UNION ALL ')}) s`)
  return rows[0].all
}
