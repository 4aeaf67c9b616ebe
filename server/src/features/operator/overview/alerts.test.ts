import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { ADMIN_EMAIL } from '../../../testing/constants.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { type SignedIn, signInAdmin, signInOne } from '../../../testing/people.ts'
import { pushServerForFile } from '../../../testing/push.ts'
import { workOnAlerts } from './jobs.ts'

describe('alerts by mail', () => {
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

  test('a lasting need for an act is mailed once, and again only after an hour without it', async () => {
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

  test('a need that has ended by the next check is not mailed', async () => {
    await feedIs('refused')
    await look()
    await feedIs('well')
    await look()
    expect(await look()).toBe(0)
    expect(await alerts()).toMatchObject([{ sent_at: null, ended_at: expect.any(Date) }])
  })

  test('several needs of one check are one mail', async () => {
    await feedIs('refused')
    await ran('digest', 'internal')
    await look()
    expect(await look()).toBe(1)
    const [mail] = mails()
    expect(mail?.subject).toContain('(+\u00a01)')
    expect(mail?.text).toContain('Cette fonction échoue\u00a0: digest.')
  })

  test('a mail that is not accepted is sent at the next check, and the log has no address', async () => {
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

  test('servers that check at the same moment open one alert', async () => {
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
})

describe('alerts by push', () => {
  const world = pushServerForFile()
  const REFUSED = 'Le fournisseur nous refuse (suspended)\u00a0: vérifie la clé et l’abonnement.'
  const PHONE = 'an-android-phone-of-the-operator'
  /** Beginning of every browser's address. */
  const SERVICE = 'https://push.example/'

  let operator: SignedIn
  /** Messages and fields that the test has logged. */
  let lines: unknown[] = []

  const ran = async (function_name: string, error_code: string | null = null) => {
    // Runs of one moment have no order.
    world.server.clock.advance(1_000)
    const row = { function_name, ok: error_code === null, error_code, duration_ms: 1 }
    await world.server.app.db
      .insertInto('edge_metrics')
      .values({ ...row, created_at: world.server.clock.now(), correlation_id: randomUUID() })
      .execute()
  }
  const feedIs = (state: 'well' | 'refused') => ran('scheduler-realtime', state === 'well' ? null : 'suspended')
  const alerts = () => world.server.app.db.selectFrom('operator_alerts').selectAll().orderBy('kind').execute()
  const devices = () => world.server.app.db.selectFrom('push_subscriptions').select('endpoint').execute()

  /** Looks as the schedule does, three minutes after the last look. */
  async function look(smtpUrl: string | null = null): Promise<void> {
    world.server.clock.advance(3 * MINUTE_MS)
    const { app } = world.server
    await workOnAlerts({ ...app, config: { ...app.config, smtpUrl } })
  }

  async function subscribePhone({ cookie }: SignedIn): Promise<void> {
    const body = { kind: 'fcm', token: PHONE }
    expect((await call(world.server, 'POST', '/api/me/push/subscriptions', { cookie, body })).statusCode).toBe(200)
  }
  const readByPhone = () => world.services.list().filter(({ endpoint }) => endpoint === PHONE)

  beforeAll(async () => {
    operator = await signInAdmin(world.server)
    await ran('scheduler-nightly')
  })
  beforeEach(async () => {
    const { db, log } = world.server.app
    await db.deleteFrom('push_subscriptions').execute()
    await db.deleteFrom('operator_alerts').execute()
    await db.deleteFrom('edge_metrics').where('function_name', '<>', 'scheduler-nightly').execute()
    await feedIs('well')
    lines = []
    for (const level of ['info', 'warn', 'error'] as const) {
      vi.spyOn(log, level).mockImplementation((...line: unknown[]) => void lines.push(...line))
    }
  })
  afterEach(() => {
    world.services.fail(0, 0)
    vi.restoreAllMocks()
  })

  test('an alert that lasts is pushed once to each device of the operator, and to no other fan', async () => {
    const [browser, other] = [await world.subscribe(operator), await world.subscribe(await signInOne(world.server))]
    await subscribePhone(operator)
    await feedIs('refused')
    await look()
    expect(world.readBy(browser)).toEqual([])
    const before = readByPhone().length
    for (let looks = 0; looks < 3; looks += 1) await look()
    expect(world.readBy(browser)).toEqual([
      expect.objectContaining({
        title: 'Tribune a besoin de toi',
        body: REFUSED,
        navigate: expect.stringMatching(/\/admin$/),
        data: { path: '/admin', kind: 'alert' },
      }),
    ])
    expect(readByPhone()).toHaveLength(before + 1)
    expect(world.services.list()[0]?.headers).toMatchObject({ ttl: expect.stringMatching(/^21600s?$/) })
    expect(world.readBy(other)).toEqual([])
    expect(await alerts()).toMatchObject([{ kind: 'feed_refused', pushed_at: expect.any(Date), sent_at: null }])
  })

  test('a provisional result is pushed, together with what else is due', async () => {
    const browser = await world.subscribe(operator)
    const { app, clock } = world.server
    const match = await buildMatch(app.db, world.startedNow())
    await world.publish(match)
    const provisional_until = new Date(clock.now().getTime() + DAY_MS)
    await app.db.updateTable('matches').set({ provisional_until }).where('id', '=', match.id).execute()
    await look()
    await look()
    expect(world.readBy(browser)).toMatchObject([{ body: expect.stringMatching(/^Un résultat est provisoire/) }])
    await feedIs('refused')
    await ran('digest', 'internal')
    await look()
    await look()
    expect(world.readBy(browser)).toMatchObject([{}, { body: `${REFUSED} (+\u00a01)` }])
    const [first, second] = world.readBy(browser)
    expect(first?.tag).not.toBe(second?.tag)
  })

  test('a device that no longer exists is deleted, and does not keep the alert from the others', async () => {
    const [gone, browser] = [await world.subscribe(operator), await world.subscribe(operator)]
    world.services.end(gone.endpoint)
    await feedIs('refused')
    await look()
    await look()
    expect(world.readBy(browser)).toHaveLength(1)
    expect(await devices()).toEqual([{ endpoint: browser.endpoint }])
  })

  test('once no device can receive it, an alert is not tried again', async () => {
    const browser = await world.subscribe(operator)
    world.services.end(browser.endpoint)
    await feedIs('refused')
    await look()
    await look()
    expect(await devices()).toEqual([])
    const next = await world.subscribe(operator)
    await look()
    expect(world.readBy(next)).toEqual([])
  })

  test('a push that its service does not accept is sent at the next check, for a day, and the log has no address', async () => {
    const [browser, second] = [await world.subscribe(operator), await world.subscribe(operator)]
    await feedIs('refused')
    await look()
    world.services.fail(503, 2)
    await look()
    expect(await alerts()).toMatchObject([{ pushed_at: null }])
    expect(lines).toContain('alert not pushed')
    await look()
    await look()
    expect([world.readBy(browser).length, world.readBy(second).length]).toEqual([1, 1])
    expect(JSON.stringify(lines)).not.toContain(SERVICE)
    expect(JSON.stringify(lines)).not.toContain(ADMIN_EMAIL)

    await world.server.app.db.updateTable('operator_alerts').set({ pushed_at: null }).execute()
    world.server.clock.advance(DAY_MS)
    await look()
    expect(world.readBy(browser)).toHaveLength(1)
  })

  test('a device whose service is down has its own later attempt, and the others receive nothing twice', async () => {
    const [browser, second] = [await world.subscribe(operator), await world.subscribe(operator)]
    const readByEach = () => [world.readBy(browser).length, world.readBy(second).length].toSorted()
    await feedIs('refused')
    await look()
    world.services.fail(503, 1)
    await look()
    expect(readByEach()).toEqual([0, 1])
    expect(await alerts()).toMatchObject([{ pushed_at: null, pushed_to: [expect.any(String)] }])
    await ran('digest', 'internal')
    world.services.fail(503, 1)
    await look()
    expect(readByEach()).toEqual([0, 1])
    await look()
    expect(readByEach()).toEqual([1, 2])
    const [late, early] = world.readBy(browser).length === 1 ? [browser, second] : [second, browser]
    expect(world.readBy(late)).toMatchObject([{ body: `${REFUSED} (+\u00a01)` }])
    expect(world.readBy(early)).toMatchObject([{ body: REFUSED }, { body: expect.not.stringContaining(REFUSED) }])
    expect((await alerts()).filter(({ pushed_at }) => pushed_at === null)).toEqual([])
  })

  test('a mail that fails repeats no push, and a push that fails repeats no mail', async () => {
    const browser = await world.subscribe(operator)
    const { mailer } = world.server.app
    const send = vi.spyOn(mailer, 'send').mockRejectedValueOnce(new Error('451 not now'))
    await feedIs('refused')
    const smtp = 'smtp://mail.invalid'
    for (let looks = 0; looks < 4; looks += 1) await look(smtp)
    expect(send).toHaveBeenCalledTimes(2)
    expect(world.readBy(browser)).toHaveLength(1)

    await world.server.app.db.deleteFrom('operator_alerts').execute()
    send.mockClear()
    await look(smtp)
    world.services.fail(503, 1)
    for (let looks = 0; looks < 3; looks += 1) await look(smtp)
    expect(send).toHaveBeenCalledTimes(1)
    expect(world.readBy(browser)).toHaveLength(2)
  })

  test('an error of the push messages does not prevent the mail', async () => {
    await world.subscribe(operator)
    const send = vi.spyOn(world.server.app.mailer, 'send')
    vi.spyOn(world.push, 'send').mockRejectedValueOnce(new Error('a bug'))
    await feedIs('refused')
    await look('smtp://mail.invalid')
    await expect(look('smtp://mail.invalid')).rejects.toThrow('a bug')
    expect(send).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['without a device', async () => {}],
    [
      'while the address is not verified',
      async () => {
        await world.subscribe(operator)
        await world.server.app.db.updateTable('auth.user').set({ email_verified: false }).execute()
      },
    ],
    [
      'to a device whose session has expired',
      async () => {
        await world.subscribe(operator)
        const expired = { expires_at: new Date(0) }
        await world.server.app.db.updateTable('auth.session').set(expired).where('user_id', '=', operator.id).execute()
      },
    ],
  ])('nothing is sent %s', async (_when, prepare) => {
    await prepare()
    const before = world.services.list().length
    await feedIs('refused')
    await look()
    await look()
    await world.server.app.db.updateTable('auth.user').set({ email_verified: true }).execute()
    expect(world.services.list()).toHaveLength(before)
    expect(await alerts()).toMatchObject([{ pushed_at: null }])
  })
})
