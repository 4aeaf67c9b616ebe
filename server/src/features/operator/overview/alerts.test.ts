import { randomUUID } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/app.ts'
import { ADMIN_EMAIL } from '../../../testing/constants.ts'
import { lockWaits } from '../../../testing/lock-waits.ts'
import { signInAdmin } from '../../../testing/people.ts'
import { workOnAlerts } from './jobs.ts'

let server: TestServer
beforeAll(async () => {
  // The test's mail server is set up as the operator's own would be.
  server = await startTestServer(inject('databaseUrl'), { config: { smtpUrl: 'smtp://mail.invalid' } })
  await signInAdmin(server)
  await ran('scheduler-nightly')
})
afterAll(() => server.close())

const ran = async (function_name: string, error_code: string | null = null) => {
  // Runs of one moment have no order.
  server.clock.advance(1_000)
  const row = { function_name, ok: error_code === null, error_code, duration_ms: 1, created_at: server.clock.now() }
  await server.app.db
    .insertInto('edge_metrics')
    .values({ ...row, correlation_id: randomUUID() })
    .execute()
}
const feedIs = (state: 'well' | 'refused') => ran('scheduler-realtime', state === 'well' ? null : 'suspended')
/** Mails before the test. */
let before = 0
const mails = () => server.outbox.list().slice(0, server.outbox.list().length - before)
const alerts = () =>
  server.app.db.selectFrom('operator_alerts').selectAll().orderBy('opened_at').orderBy('kind').execute()

/** Looks as the schedule does, three minutes after the last look. */
async function look(): Promise<number> {
  server.clock.advance(3 * MINUTE_MS)
  await workOnAlerts(server.app)
  return mails().length
}

beforeEach(async () => {
  await server.app.db.deleteFrom('operator_alerts').execute()
  await server.app.db.deleteFrom('edge_metrics').where('function_name', '<>', 'scheduler-nightly').execute()
  before = server.outbox.list().length
  await feedIs('well')
})

test('what needs an act and lasts is mailed once, and again only after it has been gone for an hour', async () => {
  expect(await look()).toBe(0)
  await feedIs('refused')
  expect(await look()).toBe(0)
  expect(await look()).toBe(1)
  const [mail] = mails()
  expect(mail).toMatchObject({
    to: [ADMIN_EMAIL],
    subject: 'Le fournisseur nous refuse (suspended)\u00a0: vérifie la clé et l’abonnement.',
  })
  expect(mail?.text).toContain('/admin')
  expect(await look()).toBe(1)
  await feedIs('well')
  expect(await look()).toBe(1)
  expect(await alerts()).toMatchObject([
    { kind: 'feed_refused', sent_at: expect.any(Date), ended_at: expect.any(Date) },
  ])
  await feedIs('refused')
  expect(await look()).toBe(1)
  expect(await alerts()).toMatchObject([{ ended_at: null }])
  await feedIs('well')
  await look()
  server.clock.advance(HOUR_MS)
  await feedIs('refused')
  await look()
  expect(await look()).toBe(2)
  expect(await alerts()).toHaveLength(2)
})

test('what is gone at the next look is not mailed', async () => {
  await feedIs('refused')
  await look()
  await feedIs('well')
  await look()
  expect(await look()).toBe(0)
  expect(await alerts()).toMatchObject([{ sent_at: null, ended_at: expect.any(Date) }])
})

test('several needs of one look are one mail', async () => {
  await feedIs('refused')
  await ran('digest', 'internal')
  await look()
  expect(await look()).toBe(1)
  const [mail] = mails()
  expect(mail?.subject).toContain('(+\u00a01)')
  expect(mail?.text).toContain('Cette fonction échoue\u00a0: digest.')
})

test('a mail that is not taken is sent at the next look, and the log has no address', async () => {
  const lines: unknown[] = []
  const error = vi.spyOn(server.app.log, 'error').mockImplementation((line: unknown) => void lines.push(line))
  const send = vi.spyOn(server.app.mailer, 'send').mockRejectedValueOnce(new Error(`451 <${ADMIN_EMAIL}> not now`))
  await feedIs('refused')
  await look()
  expect(await look()).toBe(0)
  expect(lines).toEqual([{ kinds: ['feed_refused'], cause: 'Error: 451 <…> not now' }])
  expect(await look()).toBe(1)
  error.mockRestore()
  send.mockRestore()
})

test('without a mail server of the operator’s own, the log alone has it', async () => {
  const { app } = server
  await feedIs('refused')
  for (let looks = 0; looks < 3; looks += 1) {
    server.clock.advance(3 * MINUTE_MS)
    await workOnAlerts({ ...app, config: { ...app.config, smtpUrl: null } })
  }
  expect(mails()).toEqual([])
  expect(await alerts()).toMatchObject([{ kind: 'feed_refused', sent_at: null, ended_at: null }])
})

test('servers that look at the same moment open one alert', async () => {
  const { db } = server.app
  await feedIs('refused')
  const other = await db.startTransaction().execute()
  await other.insertInto('operator_alerts').values({ kind: 'feed_refused', opened_at: server.clock.now() }).execute()
  const looking = workOnAlerts(server.app)
  await expect.poll(() => lockWaits(db)).toBe(1)
  await other.commit().execute()
  await looking
  expect(await alerts()).toHaveLength(1)
})
