import { type ChildProcess, fork } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CLAIMED_AT_ONCE, SENDING_LANES } from '@tribune/server/features/messages/announcements/jobs.ts'
import { makeVapidKey } from '@tribune/server/infra/push/signing.ts'
import { startPushStandIn } from '@tribune/server/standins/push.ts'
import pg from 'pg'
import type { PushOrder, PushReport } from './processes/push-sender.ts'
import { SECRET } from './start-server.ts'
import { fillBenchDatabase, startBenchDatabase } from './world.ts'

/**
 * Notifies all followers of a club that a vote is open, kills the server half way, and lets another server finish. Measures messages per second, and
 * processor time per message against bare encryption. Counts how often each subscription is reached. Fails if a subscription is not reached, or if the
 * repeated messages outnumber those that the killed server had claimed.
 *
 * `npm run bench:push -- [subscriptions] [planning | behind] [fcm | apns]`. With `planning`, the server is killed half way through the planning instead,
 * before it has sent anything. With `behind`, the messages announce a result and are all due, and the time is measured until an opening for a few fans is
 * sent. With `fcm` or `apns`, the fans have phones, and the messages are not encrypted.
 */
const SUBSCRIPTIONS = Number(process.argv[2] ?? 100_000)
const DURING_PLANNING = process.argv.includes('planning')
const BEHIND = process.argv.includes('behind')
/** Fans of the opening that is announced while a result is due. */
const OPENINGS = Math.ceil(SUBSCRIPTIONS / 50)
const KIND = (['fcm', 'apns'] as const).find((kind) => process.argv.includes(kind)) ?? 'web'
/** Address of a subscription, as its service wants it, by the id of its fan. */
const ADDRESSES = {
  web: `'https://push.example/send/' || user_id`,
  fcm: 'user_id::text',
  apns: `encode(sha256(user_id::text::bytea), 'hex')`,
}
/** Messages that a killed server may have sent without having stored it. */
const MAX_REPEATED = DURING_PLANNING ? 0 : CLAIMED_AT_ONCE * SENDING_LANES
const SEALED = 5_000
/** Longer than the lease of a claim, after which its server counts as dead. */
const AFTER_THE_LEASE_MS = 200_000
const LIMIT_MS = 600_000
const say = (line: string) => process.stdout.write(`${line}\n`)

const started = performance.now()
const database = await startBenchDatabase()
const standIn = await startPushStandIn()
const services = { standIn: standIn.url, vapidKey: makeVapidKey(), fcm: standIn.fcm, apns: standIn.apns }
const reached = new Map<string, number>()
const topics = new Map<string, number>()
let taken = 0
standIn.onTaken(({ endpoint, topic }) => {
  taken += 1
  topics.set(topic, (topics.get(topic) ?? 0) + 1)
  reached.set(endpoint, (reached.get(endpoint) ?? 0) + 1)
})
const progress = setInterval(() => say(`    ${taken} messages, ${reached.size} subscriptions`), 5_000)
try {
  await fillBenchDatabase(database.url, 10)
  await subscribe(database.url)
  say(`(push) ${SUBSCRIPTIONS} subscriptions (${KIND}) stored in ${seconds(started)} s`)

  if (BEHIND) await sendBehindResult(database.url)
  else await killHalfWay(database.url)
} finally {
  clearInterval(progress)
  await standIn.close()
  await database.stop()
}

/** Kills a server half way, and lets another finish. */
async function killHalfWay(url: string): Promise<void> {
  const first = startSender(url, { ...services, aheadMs: 0, sealed: SEALED })
  if (DURING_PLANNING) await killInPlanning(first)
  else await killInSending(first)

  const second = startSender(url, { ...services, aheadMs: AFTER_THE_LEASE_MS, sealed: 0 })
  await until(() => reached.size === SUBSCRIPTIONS)
  await until(async () => (await left(url)) === 0)
  second.child.kill('SIGKILL')
  await once(second.child, 'exit')
  const repeated = taken - reached.size
  say(
    `    reached: ${reached.size} of ${SUBSCRIPTIONS}; sent once more under the same topic, which replaces the first: ${repeated}, ${MAX_REPEATED} at most; topics: ${topics.size}`,
  )
  if (reached.size !== SUBSCRIPTIONS || topics.size !== 1 || repeated > MAX_REPEATED) process.exitCode = 1
}

/** Sends an opening that is announced while a result is due for all, and says how long its fans wait. */
async function sendBehindResult(url: string): Promise<void> {
  const result = await announceBehind(url)
  const { child } = startSender(url, { ...services, aheadMs: 0, sealed: 0 })
  await until(() => taken > 0)
  const begun = performance.now()
  const results = () => topics.get(result) ?? 0
  await until(() => taken - results() === OPENINGS)
  say(
    `    ${OPENINGS} openings sent in ${seconds(begun)} s, with ${results()} of ${SUBSCRIPTIONS} results before the last of them`,
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
}

interface Sender {
  readonly child: ChildProcess
  cpu: number
  bare: number
  planned: number
}

function startSender(databaseUrl: string, order: PushOrder): Sender {
  const child = fork(fileURLToPath(new URL('./processes/push-sender.ts', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: databaseUrl, SECRET },
  })
  const sender: Sender = { child, cpu: 0, bare: 0, planned: 0 }
  child.on('message', (report: PushReport) => void Object.assign(sender, report))
  child.send(order)
  return sender
}

/** Kills a server that has planned half of the messages. */
async function killInPlanning({ child }: Sender): Promise<void> {
  await until(async () => (await left(database.url)) >= SUBSCRIPTIONS / 2)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const planned = await left(database.url)
  say(`    killed while it planned: ${planned} messages in tables, ${taken} sent`)
  if (taken > 0 || planned === SUBSCRIPTIONS)
    throw new Error('Killed only after planning: run it with more subscriptions')
}

/** Kills a server that has sent half of the messages, and prints what they cost the server. */
async function killInSending(sender: Sender): Promise<void> {
  await until(() => sender.planned > 0)
  say(`    planned in ${(sender.planned / 1_000).toFixed(1)} s, all of them in tables`)
  await until(() => taken > 0)
  const begun = performance.now()
  await until(() => taken >= SUBSCRIPTIONS / 2)
  const [count, ms, cpu] = [taken, performance.now() - begun, sender.cpu]
  sender.child.kill('SIGKILL')
  await once(sender.child, 'exit')
  const perMessage = cpu / count
  say(`    killed after ${taken} messages: ${Math.round((count / ms) * 1_000)} messages/s`)
  say(
    `    processor per message: ${perMessage.toFixed(0)} µs, bare encryption ${sender.bare.toFixed(0)} µs (x ${(perMessage / sender.bare).toFixed(2)})`,
  )
}

/** Polls until something holds; throws after a limit. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const limit = performance.now() + LIMIT_MS
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error(`not within ${LIMIT_MS / 1_000} s: ${taken} messages`)
    await pause(20)
  }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1)
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Counts messages that are still on their way. */
async function left(url: string): Promise<number> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ left: number }>('SELECT count(*)::integer AS left FROM push_messages WHERE outcome IS NULL'),
  )
  return rows[0]?.left ?? 0
}

/** Stores fans who follow the home club of the first match, with a browser or phone and settings each. */
async function subscribe(url: string): Promise<void> {
  const key = createECDH('prime256v1').generateKeys()
  await withClient(url, async (client) => {
    await client.query(
      `WITH fans AS (
         INSERT INTO auth."user" (name, email, email_verified)
         SELECT 'Fan ' || n, 'pushed' || n || '@example.invalid', true FROM generate_series(1, $1::integer) n RETURNING id
       ), followers AS (
         INSERT INTO follows (user_id, kind, target_id) SELECT id, 'club', 1 FROM fans
       ), settings AS (
         INSERT INTO push_settings SELECT id, true, true, true, false, 0, 0, 'Europe/Paris', 20 FROM fans
       ), sessions AS (
         INSERT INTO auth.session (user_id, token, expires_at) SELECT id, id::text, now() + interval '1 day' FROM fans RETURNING id, user_id
       )
       INSERT INTO push_subscriptions (user_id, session_id, kind, endpoint, endpoint_hash, p256dh, auth, created_at)
       SELECT user_id, id, $4, ${ADDRESSES[KIND]}, sha256(user_id::text::bytea), $2, $3, now() FROM sessions`,
      [SUBSCRIPTIONS, ...(KIND === 'web' ? [key, randomBytes(16)] : [null, null]), KIND],
    )
    await client.query('ANALYZE')
  })
}

/** Stores a result of the first match that is due for all, and lets some of its fans follow a club of the second, whose vote is open. Returns the result's topic. */
function announceBehind(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO push_occasions (match_id, kind, created_at, expires_at, planned_at)
       SELECT 1, kind, now(), now() + interval '1 day', now() FROM unnest(ARRAY['opening', 'result']) kind RETURNING id`,
    )
    const id = rows.at(-1)?.id ?? ''
    await client.query(
      `INSERT INTO push_messages (occasion_id, subscription_id, user_id, created_at, due_at)
       SELECT $1, id, user_id, now(), now() FROM push_subscriptions`,
      [id],
    )
    await client.query(
      `INSERT INTO follows (user_id, kind, target_id) SELECT user_id, 'club', 3 FROM push_subscriptions LIMIT $1`,
      [OPENINGS],
    )
    await client.query('ANALYZE')
    return id.replaceAll('-', '')
  })
}
