import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { DAY_MS, HOUR_MS } from '@tribune/domain/common/instant.ts'
import { expect, inject, test, vi } from 'vitest'
import { startTestServer } from '../../../testing/app.ts'
import { buildMatch, finishMatch } from '../../../testing/builders.ts'
import { digestServerForFile, MONDAY } from '../../../testing/digest.ts'
import { type SignedIn, signInMany } from '../../../testing/people.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'
import { workOnDigest } from './jobs.ts'
import { claimMail, putOff } from './queries.ts'
import { planDigest } from './service.ts'

const SENDER = fileURLToPath(new URL('../../../testing/digest-sender.ts', import.meta.url))
const world = digestServerForFile()

test('another server sends the mails that a killed server planned in part or claimed, and no fan gets two', async () => {
  await world.publish(await world.openMatch())
  const fans: SignedIn[] = []
  for (let count = 0; count < 7; count += 1) fans.push(await world.reader())
  world.goTo(MONDAY.at)
  expect(await planDigest(world.server.app, 3)).toBe(true)
  // Killed here, between two pages, and with one mail claimed: no server knows whether it was sent.
  const now = world.server.clock.now()
  const lost = await claimMail(world.server.app.db, now, new Date(now.getTime() + 5 * 60_000))
  const other = await startTestServer(inject('databaseUrl'), { sharing: world.server, config: world.server.app.config })
  await workOnDigest(other.app)
  const reached = async () => (await Promise.all(fans.map(world.mailsTo))).map(({ length }) => length)
  const others = fans.map(({ id }) => (id === lost?.user_id ? 0 : 1))
  expect(await reached()).toEqual(others)
  expect(others.filter((count) => count === 0)).toHaveLength(1)
  world.server.clock.advance(5 * 60_000)
  await workOnDigest(other.app)
  await other.close()
  expect(await reached()).toEqual(fans.map(() => 1))
})

test('a mail that may have been sent already has the same id the second time', async () => {
  const fan = await world.readerOfMatch()
  await world.monday()
  // Killed after the mail server took it, before that was stored.
  await world.server.app.db.updateTable('digest_mails').set({ outcome: null }).execute()
  world.server.clock.advance(5 * 60_000)
  await workOnDigest(world.server.app)
  const mails = await world.mailsTo(fan)
  expect(mails).toHaveLength(2)
  expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(1)
})

test('every fan gets a mail after a server is killed while it sends, and at most one mail is repeated', async () => {
  await world.publish(await world.openMatch())
  const fans = await signInMany(world.server, 40)
  const rows = fans.map(({ id }) => ({ user_id: id, wanted: true, changed_at: world.server.clock.now() }))
  await world.server.app.db.insertInto('digest_choices').values(rows).execute()
  world.goTo(MONDAY.at)
  const sent = world.server.outbox.list().length
  const env = {
    ...process.env,
    DATABASE_URL: world.server.databaseUrl,
    SMTP_URL: world.server.outbox.smtpUrl,
    AT: world.server.clock.now().toISOString(),
  }
  const killed = spawn(process.execPath, [SENDER], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  await world.server.outbox.reached(sent + 10)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const left = world.server.app.db.selectFrom('digest_mails').select('user_id').where('outcome', 'is', null).execute()
  expect((await left).length).toBeGreaterThan(0)
  world.server.clock.advance(6 * 60_000)
  await workOnDigest(world.server.app)
  const mails = await Promise.all(fans.map(world.mailsTo))
  expect(mails.every(({ length }) => length > 0)).toBe(true)
  const all = mails.flat()
  expect(all.length).toBeLessThanOrEqual(fans.length + 1)
  expect(new Set(all.map(({ headers }) => headers['message-id'])).size).toBe(fans.length)
})

test('two servers at once send each digest once', async () => {
  await world.publish(await world.openMatch())
  const fans: SignedIn[] = []
  for (let count = 0; count < 12; count += 1) fans.push(await world.reader())
  const other = await startTestServer(inject('databaseUrl'), { sharing: world.server, config: world.server.app.config })
  world.goTo(MONDAY.at)
  await Promise.all([workOnDigest(world.server.app), workOnDigest(other.app)])
  await other.close()
  await workOnDigest(world.server.app)
  expect((await Promise.all(fans.map(world.mailsTo))).map(({ length }) => length)).toEqual(fans.map(() => 1))
})

test('a mail server that is busy is tried again later', async () => {
  const fan = await world.readerOfMatch()
  world.server.outbox.refuse(null, 451)
  await world.monday()
  world.server.outbox.refuse(null, null)
  await workOnDigest(world.server.app)
  expect(await world.mailsTo(fan)).toEqual([])
  world.server.clock.advance(5 * 60_000)
  await workOnDigest(world.server.app)
  expect(await world.mailsTo(fan)).toHaveLength(1)
})

test('after three failures in a row the others wait for the next stretch', async () => {
  await world.publish(await world.openMatch())
  for (let count = 0; count < 5; count += 1) await world.reader()
  world.server.outbox.refuse(null, 421)
  await world.monday()
  world.server.outbox.refuse(null, null)
  const tried = world.server.app.db.selectFrom('digest_mails').select('attempts').where('attempts', '>', 0).execute()
  expect(await tried).toHaveLength(3)
})

test('an address that refuses three weeks in a row is not written to again, until its fan wishes it', async () => {
  const fan = await world.reader()
  const email = await world.emailOf(fan)
  // Their mail shows that the mail server takes mails from us.
  await world.reader()
  world.server.outbox.refuse(email, 550)
  const refusals: number[] = []
  for (let week = 0; week < 4; week += 1) {
    world.goTo(new Date(MONDAY.at.getTime() + week * 7 * DAY_MS))
    const kickoffAt = new Date(world.server.clock.now().getTime() - 2 * DAY_MS)
    const match = await buildMatch(world.server.app.db, { kickoffAt, rating: 7 })
    await finishMatch(world.server.app.db, match.id, new Date(kickoffAt.getTime() + 2 * HOUR_MS))
    await publishDueMatches(world.server.app)
    await workOnDigest(world.server.app)
    const refused = world.server.app.db
      .selectFrom('digest_mails')
      .selectAll()
      .where('outcome', '=', 'refused')
      .execute()
    refusals.push((await refused).length)
  }
  world.server.outbox.refuse(email, null)
  expect(refusals).toEqual([1, 2, 3, 3])
  expect(await world.choiceOf(fan)).toMatchObject({ wanted: false, ended_by_mailbox: true })
  await world.choose(fan)
  expect(await world.choiceOf(fan)).toMatchObject({ wanted: true, ended_by_mailbox: false })
})

/** Fans who get the digest, and a match that gives each of them one. */
async function readersOfMatch(count: number): Promise<SignedIn[]> {
  await world.publish(await world.openMatch())
  const fans: SignedIn[] = []
  while (fans.length < count) fans.push(await world.reader())
  return fans
}

/** Sets the fans whom the mail server refuses at `RCPT TO`. */
async function refuseAll(fans: readonly SignedIn[], code: number | null): Promise<void> {
  for (const fan of fans) world.server.outbox.refuse(await world.emailOf(fan), code)
}

const refusalsOf = async () => {
  const rows = await world.server.app.db.selectFrom('digest_choices').select('refusals').execute()
  return rows.map(({ refusals }) => refusals)
}

test('a mail server that refuses everybody ends the run, counts against no mailbox, and is tried again later', async () => {
  const logged = vi.spyOn(world.server.app.log, 'error')
  const fans = await readersOfMatch(25)
  await refuseAll(fans, 550)
  await world.monday()
  const tried = () =>
    world.server.app.db.selectFrom('digest_mails').select('user_id').where('attempts', '>', 0).execute()
  expect(await tried()).toHaveLength(20)
  world.server.clock.advance(60_000)
  await workOnDigest(world.server.app)
  expect(await tried()).toHaveLength(20)
  expect(await refusalsOf()).toEqual(fans.map(() => 0))
  expect(logged.mock.calls.map(([, message]) => message)).toEqual(['mail server refuses all digests'])
  expect(JSON.stringify(logged.mock.calls)).not.toContain('@')
  await refuseAll(fans, null)
  world.server.clock.advance(30 * 60_000)
  await workOnDigest(world.server.app)
  expect((await Promise.all(fans.map(world.mailsTo))).map(({ length }) => length)).toEqual(fans.map(() => 1))
  logged.mockRestore()
})

test('fewer refusals count only if the mail server takes another mail of the same run', async () => {
  const fans = await readersOfMatch(3)
  await refuseAll(fans, 550)
  await world.monday()
  expect(await refusalsOf()).toEqual([0, 0, 0])
  const [first, ...others] = fans
  if (first !== undefined) await refuseAll([first], null)
  await world.server.app.db.updateTable('digest_mails').set({ outcome: null, due_at: MONDAY.at }).execute()
  await workOnDigest(world.server.app)
  expect((await refusalsOf()).toSorted()).toEqual([0, 1, 1])
  await refuseAll(others, null)
})

test('a mail that is refused for its content says nothing about the address', async () => {
  const fan = await world.readerOfMatch()
  world.server.outbox.refuse(null, 554)
  await world.monday()
  world.server.outbox.refuse(null, null)
  const choice = world.server.app.db.selectFrom('digest_choices').select('refusals').where('user_id', '=', fan.id)
  expect(await choice.executeTakeFirst()).toEqual({ refusals: 0 })
})

test('a digest that is turned off while it waits is not sent', async () => {
  const fan = await world.readerOfMatch()
  world.goTo(MONDAY.at)
  await planDigest(world.server.app)
  await world.choose(fan, false)
  await workOnDigest(world.server.app)
  expect(await world.mailsTo(fan)).toEqual([])
})

test('a digest that could not be sent for two days is not sent any more', async () => {
  const fan = await world.readerOfMatch()
  world.goTo(MONDAY.at)
  await planDigest(world.server.app)
  const mail = await claimMail(world.server.app.db, MONDAY.at, MONDAY.expires)
  if (mail !== undefined) await putOff(world.server.app.db, mail, MONDAY.expires)
  world.goTo(MONDAY.expires)
  await workOnDigest(world.server.app)
  expect(await world.mailsTo(fan)).toEqual([])
})
