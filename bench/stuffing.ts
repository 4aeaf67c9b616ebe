import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crowdOf } from '@tribune/domain/fans/mail-crowd.ts'
import { DEFAULT_WORK_S, derivationsOf, workSeconds } from '@tribune/domain/fans/proof-of-work.ts'
import { startOutbox } from '@tribune/server/standins/mail.ts'
import pg from 'pg'
import { startServer, stopServer } from './start-server.ts'
import { phoneDerivationMs, phoneSeconds } from './stuffing/phone.ts'
import { PAID_CALLS, type PaidCall, type Solved, Stuffer } from './stuffing/stuffer.ts'
import { fillBenchDatabase, startBenchDatabase } from './world.ts'

/**
 * Replays the attack of one script behind one client address: it creates accounts with mailboxes of one domain, confirms them by mail and casts a
 * ballot with each. Once it pays for one account after another; in the other forms it solves challenges at the first price and redeems all
 * together. Prints accounts, counted ballots and processor time of each form, and how long 1 000 accounts take.
 * `npm run bench:stuffing [challenges] [seconds of each form]`
 */
const CHALLENGES = Number(process.argv[2] ?? 300)
const SECONDS = Number(process.argv[3] ?? 120)
const ACCOUNTS = 1_000
const STAND = 50_000
/** Share of the price that is accepted. */
const TOLERATED = 0.75
const DOMAIN = 'domain.example'
const say = (line: string) => process.stdout.write(`${line}\n`)
/** Mailboxes of one form of the attack. */
const mailboxes = (form: number) => (n: number) => `form${form}-n${n}@${DOMAIN}`

interface Form {
  readonly name: string
  readonly servers: number
  attack(stuffer: Stuffer, signal: AbortSignal, emailOf: (n: number) => string): Promise<readonly string[]>
}

const FORMS: readonly Form[] = [
  {
    name: 'plus-tags of one mailbox',
    servers: 1,
    attack: (stuffer, signal) => oneByOne(stuffer, signal, (n) => `one+${n}@${DOMAIN}`),
  },
  { name: 'one after another', servers: 1, attack: oneByOne },
  { name: 'together, last bytes held back', servers: 1, attack: (...of) => together(...of, ['sign-up']) },
  { name: 'together, over two calls', servers: 1, attack: (...of) => together(...of, PAID_CALLS) },
  { name: 'together, over two servers', servers: 2, attack: (...of) => together(...of, ['sign-up']) },
]

const dir = mkdtempSync(join(tmpdir(), 'tribune-bench-mail-'))
const [database, outbox] = await Promise.all([startBenchDatabase(), startOutbox(dir)])
try {
  await fillBenchDatabase(database.url, 1)
  for (const [index, form] of FORMS.entries()) await measure(form, index + 1)
  await measureStand()
} finally {
  await Promise.all([database.stop(), outbox.close()])
  rmSync(dir, { recursive: true, force: true })
}

/** Runs one form on servers of its own, without counts and accounts from the one before. */
async function measure({ name, servers, attack }: Form, matchId: number): Promise<void> {
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(`TRUNCATE auth.made_lately; DELETE FROM auth."user" WHERE email LIKE '%@${DOMAIN}'`)
  const settings = { env: { SMTP_URL: outbox.smtpUrl } }
  const started = await Promise.all(Array.from({ length: servers }, () => startServer(database.url, settings)))
  const stuffer = new Stuffer({ ports: started.map(({ ports }) => ports.tribune), outbox, matchId })
  const start = performance.now()
  const outcomes = await attack(stuffer, AbortSignal.timeout(SECONDS * 1_000), mailboxes(matchId))
  const seconds = (performance.now() - start) / 1_000
  const { rows } = await client.query<{ counted: number }>(
    'SELECT coalesce(sum(voters), 0)::integer AS counted FROM match_ballots WHERE match_id = $1',
    [matchId],
  )
  const { processorS, derivations } = stuffer.spent
  const perDerivation = processorS / derivations
  const accounts = outcomes.filter((outcome) => outcome === 'voted').length
  say(`(stuffing) ${name}, ${seconds.toFixed(0)} s`)
  say(`    ${accounts} accounts, ${rows[0]?.counted} counted ballots, ${processorS.toFixed(0)} processor-seconds`)
  say(`    outcomes: ${JSON.stringify(countsOf(outcomes))}; ${(1_000 * perDerivation).toFixed(1)} ms a derivation`)
  say(
    `    ${ACCOUNTS} accounts: ${((workOf(ACCOUNTS) * perDerivation) / 86_400).toFixed(1)} processor-days by the rule`,
  )
  await client.end()
  await Promise.all(started.map(({ child }) => stopServer(child)))
}

/** Prints how long the last of 50 000 fans behind one address waits on a phone. */
async function measureStand(): Promise<void> {
  const network = { all: STAND, crowd: STAND / 2, asked: STAND }
  const price = workSeconds({ networks: [network, network], domain: 0, device: 0 }, 'gmail.com', DEFAULT_WORK_S)
  const derivationMs = await phoneDerivationMs()
  const [average, longest] = phoneSeconds(price, derivationMs)
  say(
    `(stand) fan ${STAND} behind one address: price ${price.toFixed(2)}, ${derivationMs.toFixed(0)} ms a derivation on a phone`,
  )
  say(`    ${average.toFixed(1)} s on average, ${longest.toFixed(1)} s at most`)
}

/** Pays for one account after another, each at its own price, until the time is over. */
async function oneByOne(stuffer: Stuffer, signal: AbortSignal, emailOf: (n: number) => string): Promise<string[]> {
  const outcomes: string[] = []
  while (outcomes.length < ACCOUNTS) {
    const solved = await stuffer.work(signal, DOMAIN)
    if (solved === null) return [...outcomes, 'out of time']
    outcomes.push(await stuffer.redeem(outcomes.length, emailOf(outcomes.length), solved))
  }
  return outcomes
}

/** Solves challenges at the first price, and redeems all of them at once. */
async function together(
  stuffer: Stuffer,
  signal: AbortSignal,
  emailOf: (n: number) => string,
  calls: readonly PaidCall[],
): Promise<string[]> {
  const solved: Solved[] = []
  while (solved.length < CHALLENGES) {
    const next = await stuffer.work(signal)
    if (next === null) break
    solved.push(next)
  }
  return stuffer.redeemTogether(solved, emailOf, calls)
}

/** Returns the fewest derivations, on average, that pay for so many accounts of one domain behind one client address. */
function workOf(accounts: number): number {
  const { crowd } = crowdOf(DOMAIN)
  return Array.from({ length: accounts }, (_, n) => {
    const network = { all: n, crowd: n, asked: n }
    const price = workSeconds({ networks: [network, network], domain: n, device: 0 }, crowd, DEFAULT_WORK_S)
    return derivationsOf(price * TOLERATED, 'ARGON2ID') / 2
  }).reduce((all, one) => all + one, 0)
}

function countsOf(outcomes: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
