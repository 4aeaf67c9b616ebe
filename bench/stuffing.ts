import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crowdOf, PHONE_DERIVATIONS_PER_SECOND, workSeconds } from '@tribune/domain/proof-of-work.ts'
import { startOutbox } from '@tribune/server/standins/mail/outbox.ts'
import pg from 'pg'
import { startServer, stopServer } from './start-server.ts'
import { type Attempt, Stuffer } from './stuffer.ts'
import { fillBenchDatabase, startBenchDatabase } from './world.ts'

/**
 * Replays the attack that once cast 1 001 counted ballots in 16 minutes: one script behind one client address creates accounts, confirms them by mail
 * and casts a ballot with each, first with plus-tags of one mailbox, then with mailboxes of one domain. Extrapolates what it does not reach in time.
 * `npm run bench:stuffing [accounts] [seconds of each attack]`
 */
const ACCOUNTS = Number(process.argv[2] ?? 1_000)
const SECONDS = Number(process.argv[3] ?? 150)
/** Accounts whose cost is extrapolated, without any decay of the counts meanwhile. */
const EXTRAPOLATED = 1_000
/** The default of PROOF_OF_WORK. */
const BASE_S = 1
const say = (line: string) => process.stdout.write(`${line}\n`)

const ATTACKS = [
  { name: 'plus-tags of one mailbox', match: 1, addressOf: (n: number) => `one+${n}@tags.example` },
  { name: 'mailboxes of one domain', match: 2, addressOf: (n: number) => `n${n}@domain.example` },
] as const

const dir = mkdtempSync(join(tmpdir(), 'tribune-bench-mail-'))
const [database, outbox] = await Promise.all([startBenchDatabase(), startOutbox(dir)])
try {
  await fillBenchDatabase(database.url, 1)
  for (const attack of ATTACKS) {
    // Each attack has a server of its own, without counts from the one before.
    const client = new pg.Client(database.url)
    await client.connect()
    await client.query('TRUNCATE auth.made_lately')
    const { child, ports } = await startServer(database.url, { env: { SMTP_URL: outbox.smtpUrl } })
    await measure(attack, new Stuffer({ port: ports.tribune, outbox, matchId: attack.match }), client)
    await client.end()
    await stopServer(child)
  }
} finally {
  await Promise.all([database.stop(), outbox.close()])
  rmSync(dir, { recursive: true, force: true })
}

async function measure({ name, match, addressOf }: (typeof ATTACKS)[number], stuffer: Stuffer, client: pg.Client) {
  say(`(stuffing) ${name}: ${ACCOUNTS} accounts asked for, ${SECONDS} s at most`)
  const attempts: Attempt[] = []
  const start = performance.now()
  while (attempts.length < ACCOUNTS && performance.now() - start < SECONDS * 1_000) {
    const left = SECONDS * 1_000 - (performance.now() - start)
    attempts.push(await stuffer.attempt(addressOf(attempts.length), AbortSignal.timeout(Math.ceil(left))))
  }
  const seconds = (performance.now() - start) / 1_000
  const made = attempts.filter(({ outcome }) => outcome === 'voted').length
  const { rows } = await client.query<{ ballots: number; counted: number }>(
    `SELECT (SELECT count(*) FROM votes WHERE match_id = $1)::integer AS ballots,
      (SELECT coalesce(sum(voters), 0) FROM match_ballots WHERE match_id = $1)::integer AS counted`,
    [match],
  )
  const spentS = sum(attempts.map(({ processorS }) => processorS))
  const rate = sum(attempts.map(({ derivations }) => derivations)) / spentS
  say(`    in ${seconds.toFixed(0)} s: ${made} accounts, ${rows[0]?.ballots} ballots, ${rows[0]?.counted} in the tally`)
  say(`    outcomes of ${attempts.length} attempts: ${JSON.stringify(Object.fromEntries(counted(attempts)))}`)
  say(`    ${rate.toFixed(0)} derivations a second of processor, ${spentS.toFixed(0)} s of it spent on work`)
  for (const n of [0, 9, 19, 29, 39, 49, 59, 79, 99].filter((at) => at < attempts.length)) {
    const worth = attempts[n]?.worth ?? 0
    say(
      `    attempt ${n + 1}: ${worth.toFixed(2)} s of a phone, ${processorOf(worth, rate).toFixed(2)} s of this processor`,
    )
  }
  if (made < 2) return
  const all = pricesOf(EXTRAPOLATED, addressOf(0).replace(/.*@/, ''))
  const days = processorOf(sum(all), rate) / 86_400
  say(`    extrapolated: ${EXTRAPOLATED} accounts take ${days.toFixed(1)} processor-days`)
}

/** Returns the work required of so many newcomers of one domain behind one client address, one after another and without cookies. */
function pricesOf(count: number, domain: string): number[] {
  const { crowd } = crowdOf(domain)
  return Array.from({ length: count }, (_, n) => {
    const network = { all: n, crowd: n }
    return workSeconds({ networks: [network, network], domain: n, device: 0 }, crowd, BASE_S)
  })
}

/** Converts work in seconds of a phone to average seconds of this processor. */
function processorOf(worth: number, rate: number): number {
  return (worth * PHONE_DERIVATIONS_PER_SECOND) / rate
}

function counted(attempts: readonly Attempt[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { outcome } of attempts) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return counts
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
