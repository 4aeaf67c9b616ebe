import { randomBytes, scryptSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ballotsOf, HOME, voteOf } from './calls.ts'
import { type Call, compare, type Honest, send, succeed } from './harness.ts'
import { order, startServer, stopServer } from './start-server.ts'
import { proofOf, solve } from './stuffing/solve.ts'
import { benchFans, fillBenchDatabase, startBenchDatabase } from './world.ts'

/**
 * Measures votes, the home list and sign-ins while 1 000 client addresses behind one proxy send one kind of call without a pause, and
 * compares them with the same at rest in the same run. `npm run bench:flood [seconds] [flood …]`
 */
const SECONDS = Number(process.argv[2] ?? 12)
const WANTED = process.argv.slice(3)
const REST_S = 5
const ADDRESSES = 1_000
const CALLS = 8_000
const PLAYERS = 20_000
const MATCHES = 5_000
const PASSWORD = 'only for the bench, every fan’s'
/** The origin that the bench's server trusts. */
const ORIGIN = 'http://localhost'
/** Accounts that sign in on a known device, and as many on a new one. */
const KNOWN = 20
const WORK_WANTED = JSON.stringify({ algorithms: ['ARGON2ID'] })
/** Refusals after which the app does work and tries again. */
const NEEDS_WORK = /"code":"(?:missing_response|more_work_needed|verification_failed)"/i

const any = (max: number) => 1 + Math.floor(Math.random() * max)
const match = () => 1_000 + any(MATCHES)
const player = () => 100_000 + any(PLAYERS)
const matches = (count: number) => `/api/matches?ids=${Array.from({ length: count }, match).join(',')}`
const signIn = (email: string, password: string): Call => ({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  headers: { origin: ORIGIN, 'content-type': 'application/json' },
  body: JSON.stringify({ email, password }),
})

interface Flood {
  readonly connections: number
  /** Number of different calls. */
  readonly calls?: number
  readonly call: (index: number) => Call
}

const get = (connections: number, path: (index: number) => string): Flood => ({
  connections,
  call: (index) => ({ path: path(index) }),
})

const READS: readonly ((index: number) => string)[] = [
  (index) => `/api/rpc/get_season_ranking_corrected?p_limit=20&p_offset=${index}&p_search=nom${index}`,
  (index) => `/api/players_by_name?name=nom-compose-${index}`,
  () => `/api/rpc/get_player_full_team_history?p_player_id=${player()}`,
  () => `/api/rpc/get_player_complete_history?p_player_id=${player()}`,
  () => `/api/match_lineups?match_id=${match()}`,
  () => `/api/rpc/get_match_screen?match_id=${match()}`,
  () => `/api/functions/football-api?fn=match_details&match_id=${match()}`,
  (index) => `/api/home_fixtures?status=finished&limit=100&to=2026-01-01T00:00:${String(index % 60).padStart(2, '0')}Z`,
]
const FLOODS: Readonly<Record<string, Flood>> = {
  'lists of 1 000 matches': { ...get(16, () => matches(1_000)), calls: 1_000 },
  'lists of 100 matches': get(64, () => matches(100)),
  'own home windows': get(
    64,
    () => `/api/rpc/get_home_matches?window_past_minutes=${any(80_000)}&window_future_minutes=${any(80_000)}`,
  ),
  'shared pictures': get(32, (index) => `/share/match/${1_001 + (index % MATCHES)}.png`),
  'heads of pages': get(64, (index) => (index % 2 === 0 ? `/player/${player()}` : `/match/${match()}`)),
  'other reads': get(64, (index) => (READS[index % READS.length] ?? matches)(index)),
  'wrong passwords': {
    connections: 64,
    call: (index) => signIn(`fan${1_000 + (index % 900)}@example.invalid`, 'wrong one'),
  },
}

const database = await startBenchDatabase()
const webDir = mkdtempSync(join(tmpdir(), 'tribune-bench-web-'))
try {
  const filler = '<!-- style -->'.repeat(300)
  writeFileSync(
    join(webDir, 'index.html'),
    `<!doctype html><html lang="fr"><head><title>Tribune</title><meta name="description" content="Vote">${filler}</head><body></body></html>`,
  )
  await fillBenchDatabase(database.url, 2_000)
  await fillMore(database.url)
  const fans = await benchFans(database.url)
  for (const [title, flood] of Object.entries(FLOODS)) {
    if (WANTED.length > 0 && !WANTED.some((wanted) => title.includes(wanted))) continue
    // Each flood meets a server without memory of the one before.
    const { child, ports } = await startServer(database.url, { webDir, env: { TRUST_PROXY: '1' } })
    const { connections, calls = CALLS, call } = flood
    await compare({
      title,
      port: ports.tribune,
      honest: honestFans(ports.tribune, fans),
      load: {
        connections,
        seconds: SECONDS,
        calls: Array.from({ length: calls }, (_, index) => from(addressOf(index % ADDRESSES), call(index))),
      },
      restSeconds: REST_S,
      cpu: async () => (await order(child, { do: 'measure' })).cpu,
    })
    await stopServer(child)
  }
} finally {
  await database.stop()
  rmSync(webDir, { recursive: true, force: true })
}

/** Fans whose calls are measured, each from an address of their own. */
function honestFans(port: number, fans: readonly string[]): Honest {
  const ballot = ballotsOf(fans)
  let calls = 0
  const fromFan = (call: Call) => from(`203.0.${Math.floor(++calls / 200) % 200}.${calls % 200}`, call)
  const devices = new Map<string, string>()
  const account = () => `fan${1 + (calls % KNOWN)}@example.invalid`
  return {
    vote: () => succeed(port, fromFan(voteOf(ballot()))),
    home: () => succeed(port, fromFan(HOME)),
    'sign-in on a known device': async () => {
      const email = account()
      const call = fromFan(signIn(email, PASSWORD))
      const known = devices.get(email)
      const cookie = await signInWithWork(port, known === undefined ? call : withHeader(call, 'cookie', known))
      if (cookie !== null) devices.set(email, cookie)
    },
    'sign-in on a new device': async () => {
      const email = `fan${1 + KNOWN + (calls % KNOWN)}@example.invalid`
      await signInWithWork(port, fromFan(signIn(email, PASSWORD)))
    },
  }
}

/** Signs in as the app does: with work once the server asks for it, here by native code. Returns the device cookie of the answer, if it has one. */
async function signInWithWork(port: number, call: Call): Promise<string | null> {
  let answer = await send(port, call)
  while (answer.status !== 200 && NEEDS_WORK.test(answer.body)) {
    const asked = { method: 'POST', path: '/api/proof-of-work', body: WORK_WANTED } as const
    const { work } = JSON.parse((await send(port, { ...call, ...asked })).body)
    const { solution } = await solve(work)
    if (solution !== null) answer = await send(port, withHeader(call, 'x-captcha-response', proofOf(work, solution)))
  }
  if (answer.status !== 200) throw new Error(`A sign-in was answered ${answer.status}: ${answer.body.slice(0, 200)}`)
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return cookies.find((cookie) => cookie.includes('device')) ?? null
}

function withHeader(call: Call, name: string, value: string): Call {
  return { ...call, headers: { ...call.headers, [name]: value } }
}

/** Returns one of many client addresses, each in a network of its own. */
function addressOf(index: number): string {
  return `198.${18 + Math.floor(index / 250)}.${index % 250}.7`
}

function from(address: string, call: Call): Call {
  return { ...call, headers: { ...call.headers, 'x-forwarded-for': address } }
}

/** Stores players, a past of matches, and the same password for each fan. */
async function fillMore(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`
    INSERT INTO players_ref (id, name, last_team)
      SELECT 100000 + n, 'Prénom Nom-Composé ' || n, 'Club de la Rive' FROM generate_series(1, ${PLAYERS}) n;
    INSERT INTO matches (id, competition_id, competition_cc, coefficient, season, match_date, status, raw_status,
        home_team_id, away_team_id, home_score, away_score, started_at, finished_at, observed_at)
      SELECT 1000 + n, 61, 3, 3, 2025, now() - n * interval '10 minutes' - interval '2 days', 'finished', 'FT', 1 + n % 40, 1 + (n + 7) % 40,
        1, 0, now() - n * interval '10 minutes' - interval '2 days', now() - n * interval '10 minutes' - interval '47 hours', now()
      FROM generate_series(1, ${MATCHES}) n;
    INSERT INTO match_lineups (match_id, player_id, player_name, team_id, player_team, side, player_position, is_starter, minutes_played)
      SELECT 1000 + n, 100001 + (n * 22 + p) % ${PLAYERS}, 'P. Nom-Composé ' || p, 1 + n % 40, 'Club de la Rive', 'home', 'M', true, 90
      FROM generate_series(1, ${MATCHES}) n, generate_series(0, 21) p`)
  await client.query(
    `INSERT INTO auth.account (user_id, provider_id, account_id, password) SELECT id, 'credential', id::text, $1 FROM auth."user"`,
    [storedPassword(PASSWORD)],
  )
  await client.query('ANALYZE')
  await client.end()
}

/** Hashes a password as the accounts library stores it. */
function storedPassword(password: string): string {
  const salt = randomBytes(16).toString('hex')
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }
  return `${salt}:${scryptSync(password.normalize('NFKC'), salt, 64, cost).toString('hex')}`
}
