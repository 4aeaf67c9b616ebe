import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { isGuessable } from '@tribune/server/accounts/methods/password/guessable.ts'
import pg from 'pg'
import { Voter } from './ballots.ts'
import type { Hostility } from './processes/password-sender.ts'
import { HOME_ADDRESS, readTimes } from './reads.ts'
import { percentile, SECRET, startServer, stopServer } from './start-server.ts'
import { benchFans, fillBenchDatabase, startBenchDatabase } from './world.ts'

/**
 * Measures the home screen and votes while three client addresses choose passwords that take long to judge, for new accounts and for forgotten
 * passwords, and compares them with the same at rest. Requires no proof of work, as if the attacker had done it in advance, and every reset link is
 * valid. `npm run bench:passwords [seconds]`
 */
const SECONDS = Number(process.argv[2] ?? 20)
const REST_S = 8
const PER_SECOND = 6
const ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
/** Letters replaced by signs, which the judge reads in many ways, with parts that it does not know: the costliest of thousands tried. */
const PASSWORDS = [
  '4@8({[<369&#!1/|0$5+7%24@8({[<36',
  '[4e({3+3+$686(+e0[$$@$8+6&{%yz+2',
  '4l3x4ndr4s0l!1l4zert%m0td3!yss3/',
].map((beginning) => beginning.repeat(4))
const say = (line: string) => process.stdout.write(`${line}\n`)

const database = await startBenchDatabase()
try {
  const victims = SECONDS * PER_SECOND
  await fillBenchDatabase(database.url, 2_000 + victims)
  const all = await benchFans(database.url)
  const [fans, forgetful] = [all.slice(victims), all.slice(0, victims)]
  await sendLinks(database.url, forgetful)
  const { child, ports } = await startServer(database.url, { env: { PROOF_OF_WORK: 'off' } })
  const port = ports.tribune
  const voter = new Voter({ port, secret: SECRET, fans })
  const measure = async (seconds: number) => {
    const [home, votes] = await Promise.all([readTimes(port, HOME_ADDRESS, seconds), voter.vote(seconds)])
    return { home, votes }
  }
  await measure(3)
  const rest = await measure(REST_S)
  const sender = fork(fileURLToPath(new URL('./processes/password-sender.ts', import.meta.url)))
  const order: Hostility = {
    port,
    addresses: ADDRESSES,
    perSecond: PER_SECOND,
    seconds: SECONDS,
    passwords: PASSWORDS,
    tokens: forgetful,
  }
  sender.send(order)
  await once(sender, 'message')
  const [during, [answers]] = await Promise.all([measure(SECONDS - 1), once(sender, 'message')])
  const after = await measure(REST_S)
  if (sender.connected) sender.disconnect()

  say(`(passwords) ${PER_SECOND} a second from ${ADDRESSES.length} addresses: ${JSON.stringify(answers)}`)
  say(`    judging one takes ${PASSWORDS.map((password) => `${judgingMs(password).toFixed(0)} ms`).join(', ')}`)
  for (const what of ['home', 'votes'] as const) {
    const line = (name: string, times: readonly number[]) =>
      `    ${what} ${name}: ${[0.5, 0.9].map((share) => `p${share * 100} ${percentile(times, share).toFixed(1)} ms (x ${(percentile(times, share) / percentile(rest[what], share)).toFixed(2)})`).join(', ')}, ${times.length}`
    say(line('at rest', rest[what]))
    say(line('during ', during[what]))
    say(line('after  ', after[what]))
  }
  voter.close()
  await stopServer(child)
} finally {
  await database.stop()
}

/** Stores a reset link per fan, whose token is the fan's id. */
async function sendLinks(url: string, fans: readonly string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `INSERT INTO auth.verification (identifier, value, expires_at)
      SELECT 'reset-password:' || id, id, now() + interval '1 hour' FROM unnest($1::text[]) id`,
    [fans],
  )
  await client.end()
}

/** Returns the processor time of judging a password once the judge is warm, in ms. */
function judgingMs(password: string): number {
  for (const _ of [1, 2]) isGuessable(password, '')
  const begun = process.cpuUsage()
  isGuessable(password, '')
  return process.cpuUsage(begun).user / 1_000
}
