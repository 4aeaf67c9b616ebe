import { isGuessable } from '@tribune/server/accounts/methods/password/guessable.ts'
import pg from 'pg'
import { ballotsOf, HOME, voteOf } from './calls.ts'
import { type Call, compare, say, succeed } from './harness.ts'
import { order, startServer, stopServer } from './start-server.ts'
import { benchFans, fillBenchDatabase, startBenchDatabase } from './world.ts'

/**
 * Measures the home screen and votes while three client addresses send passwords that are slow to judge, in sign-ups and in password resets, and compares
 * them with the same calls at rest. The server requires no proof of work, as if the attacker had done it in advance, and every reset link is valid.
 * `npm run bench:passwords [seconds]`
 */
const SECONDS = Number(process.argv[2] ?? 20)
const REST_S = 8
const PER_SECOND = 6
const ADDRESSES = 3
/** The slowest of thousands tried. Signs in place of letters can be read in many ways, and other parts are in no dictionary. */
const PASSWORDS = [
  '4@8({[<369&#!1/|0$5+7%24@8({[<36',
  '[4e({3+3+$686(+e0[$$@$8+6&{%yz+2',
  '4l3x4ndr4s0l!1l4zert%m0td3!yss3/',
].map((beginning) => beginning.repeat(4))

const database = await startBenchDatabase()
try {
  const victims = SECONDS * PER_SECOND
  await fillBenchDatabase(database.url, 2_000 + victims)
  const all = await benchFans(database.url)
  const [fans, forgetful] = [all.slice(victims), all.slice(0, victims)]
  await storeResetLinks(database.url, forgetful)
  const { child, ports } = await startServer(database.url, { env: { PROOF_OF_WORK: 'off', TRUST_PROXY: '1' } })
  const ballot = ballotsOf(fans)
  await compare({
    title: `(passwords) ${PER_SECOND} a second from ${ADDRESSES} addresses`,
    port: ports.tribune,
    honest: {
      home: () => succeed(ports.tribune, HOME),
      vote: () => succeed(ports.tribune, voteOf(ballot())),
    },
    load: { connections: PER_SECOND, perSecond: 1, seconds: SECONDS, calls: forgetful.map(callWithPassword) },
    restSeconds: REST_S,
    cpu: async () => (await order(child, { do: 'measure' })).cpu,
  })
  say(`    judging one takes ${PASSWORDS.map((password) => `${judgingMs(password).toFixed(0)} ms`).join(', ')}`)
  await stopServer(child)
} finally {
  await database.stop()
}

/** Returns a call that sends a password. The client address changes with each call, the path once every address has called. */
function callWithPassword(token: string, index: number): Call {
  const password = PASSWORDS[index % PASSWORDS.length]
  const [path, body] =
    Math.floor(index / ADDRESSES) % 2 === 0
      ? ['sign-up/email', { name: 'Fan', email: `n${index}@domain.example`, password, callbackURL: '/' }]
      : ['reset-password', { token, newPassword: password }]
  return {
    method: 'POST',
    path: `/api/auth/${path}`,
    headers: {
      origin: 'http://localhost',
      'content-type': 'application/json',
      'x-forwarded-for': `198.18.0.${1 + (index % ADDRESSES)}`,
    },
    body: JSON.stringify(body),
  }
}

/** Stores a reset link for each fan. Its token is the fan's id. */
async function storeResetLinks(url: string, fans: readonly string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `INSERT INTO auth.verification (identifier, value, expires_at)
      SELECT 'reset-password:' || id, id, now() + interval '1 hour' FROM unnest($1::text[]) id`,
    [fans],
  )
  await client.end()
}

/** Returns the processor time that it takes to judge a password after a warm-up, in ms. */
function judgingMs(password: string): number {
  for (const _ of [1, 2]) isGuessable(password, '')
  const begun = process.cpuUsage()
  isGuessable(password, '')
  return process.cpuUsage(begun).user / 1_000
}
