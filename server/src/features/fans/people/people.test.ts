import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call, refusalOf, type TestServer } from '../../../testing/app.ts'
import { cast, tallyIn } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch } from '../../../testing/builders.ts'
import { ADMIN_EMAIL } from '../../../testing/constants.ts'
import { twoServersForFile } from '../../../testing/for-file.ts'
import { type SignedIn, signIn, signInOne } from '../../../testing/people.ts'
import { resetOperatorFactor, wantedOf } from './service.ts'

const both = twoServersForFile()
let server: TestServer
/** Another server on the same database. */
let other: TestServer
let admin: SignedIn
let fan: SignedIn
let match: BuiltMatch

beforeAll(async () => {
  ;({ server, second: other, admin } = both)
  match = await buildMatch(server.app.db)
})
beforeEach(async () => {
  fan = await signInOne(server)
})

const post = (path: string, body: object, cookie = admin.cookie) =>
  call(server, 'POST', `/api/rpc/${path}`, { cookie, body })
const find = (wanted: string) => post('find_fan', { wanted })
const close = (reason: string, fan_id = fan.id) => post('close_voting_right', { fan_id, reason })
const reopen = (fan_id = fan.id) => post('reopen_voting_right', { fan_id })
const me = async (on = server) => (await call(on, 'GET', '/api/me', { cookie: fan.cookie })).json().fan
const vote = (on: TestServer, from = 0) => cast(on, fan, match.id, match.playerIds.slice(from, from + 3))
const entriesOf = async (fanId: string) =>
  (await call(server, 'GET', `/api/operator_journal?subject=fan:${fanId}`, { cookie: admin.cookie })).json().items
/** Lists the journal's entries about a fan's account, looks at it apart. */
const journalOf = async (fanId: string) =>
  (await entriesOf(fanId)).filter(({ action }: { action: string }) => action !== 'fan_looked_up')

describe('the text to find a fan by', () => {
  const id = '0190a5c0-1111-7222-8333-444455556666'
  test.each([
    [id, { id }],
    [` ${id.toUpperCase()} `, { id }],
    ['Fan@Stade.invalid', { email: 'fan@stade.invalid' }],
    ['+33 6 12 34 56 78', { phone: '+33612345678' }],
    ['+33 (0)6.12-34', { phone: '+33061234' }],
    ['06 12 34 56 78', null],
    [id.slice(0, 30), null],
    ['fan@', null],
    ['@stade.invalid', null],
    ['fan stade@invalid', null],
    ['fan', null],
    ['%', null],
    ['', null],
  ])('%j is %j', (text, wanted) => {
    expect(wantedOf(text)).toEqual(wanted)
  })
})

describe('finding a fan', () => {
  test('by the exact address, phone or id, and by nothing less', async () => {
    const email = `exacte-${randomUUID()}@stade.invalid`
    const { id } = await signIn(server, email)
    const phone = `+336${String(Math.trunc(Math.random() * 1e8)).padStart(8, '0')}`
    const row = { phone_number: phone, phone_number_verified: true }
    await server.app.db.updateTable('auth.user').set(row).where('id', '=', id).execute()
    for (const wanted of [email, email.toUpperCase(), phone, id]) {
      expect((await find(wanted)).json()).toMatchObject({ id, email, phone })
    }
    for (const wanted of [email.slice(0, -1), email.slice(1), phone.slice(0, -1), '%', randomUUID(), '']) {
      expect(refusalOf(await find(wanted))).toEqual([404, 'fan_not_found'])
    }
  })

  test('shows what the product knows, without the content of their ballots, tokens or networks', async () => {
    const email = `connue-${randomUUID()}@stade.invalid`
    const known = await signIn(server, email)
    await cast(server, known, match.id, match.playerIds.slice(0, 3))
    const half = await buildMatch(server.app.db)
    await cast(server, known, half.id, half.playerIds.slice(0, 2))
    const google = { user_id: known.id, provider_id: 'google', account_id: 'un-identifiant-de-google' }
    await server.app.db.insertInto('auth.account').values(google).execute()
    const answer = await find(email)
    expect(answer.json()).toEqual({
      id: known.id,
      email,
      email_verified: true,
      phone: null,
      phone_verified: false,
      since: expect.any(String),
      two_factor: false,
      strength: 'provider',
      vote_count: 1,
      xp: 5,
      identities: [
        { provider: 'password', address: null, since: expect.any(String) },
        { provider: 'google', address: null, since: expect.any(String) },
      ],
      sessions: [{ since: expect.any(String), seen: expect.any(String), device: 'lightMyRequest' }],
      voting_closed: null,
      is_operator: false,
    })
    expect(answer.body).not.toContain('un-identifiant-de-google')
    expect(answer.body).not.toContain('10.9.9.9')
    for (const player of match.playerIds) expect(answer.body).not.toContain(String(player))
  })

  test('shows no address for a fan without one, and marks the operator as such', async () => {
    const email = `${randomUUID()}@phone.invalid`
    await server.app.db.updateTable('auth.user').set({ email }).where('id', '=', fan.id).execute()
    expect((await find(fan.id)).json()).toMatchObject({ email: null })
    expect((await find(ADMIN_EMAIL)).json()).toMatchObject({ id: admin.id, is_operator: true })
  })

  test('is reserved for the operator', async () => {
    expect(refusalOf(await post('find_fan', { wanted: fan.id }, fan.cookie))).toEqual([403, 'admin_only'])
  })
})

describe('a look at a fan', () => {
  const looks = async () => (await entriesOf(fan.id)).length

  test('is journalled, with operator, fan and time', async () => {
    await find(fan.id)
    expect(await entriesOf(fan.id)).toEqual([
      {
        id: expect.any(String),
        action: 'fan_looked_up',
        subject: `fan:${fan.id}`,
        subject_name: null,
        before: null,
        after: null,
        correlation_id: expect.any(String),
        created_at: expect.any(String),
        operator: ADMIN_EMAIL,
      },
    ])
  })

  test('leaves a row each time, even within a second', async () => {
    for (const _ of [1, 2, 3]) await find(fan.id)
    expect(await looks()).toBe(3)
  })

  test('of another fan is another row', async () => {
    await find(fan.id)
    const [one, other] = [fan, await signInOne(server)]
    await find(other.id)
    expect([await entriesOf(one.id), await entriesOf(other.id)]).toMatchObject([[{}], [{}]])
  })

  test('that finds no account leaves a row without the text of the search, and one that cannot be journalled shows nothing', async () => {
    const total = async () =>
      (await call(server, 'GET', '/api/operator_journal?action=fan_looked_up', { cookie: admin.cookie })).json().items
    const before = await total()
    expect(refusalOf(await find('personne@stade.invalid'))).toEqual([404, 'fan_not_found'])
    expect(refusalOf(await find('personne'))).toEqual([404, 'fan_not_found'])
    const added = (await total()).slice(0, -before.length)
    expect(added).toMatchObject([{ subject: 'fans' }, { subject: 'fans' }])
    expect(JSON.stringify(added)).not.toContain('personne')
    const { db } = server.app
    await sql`ALTER TABLE operator_journal ADD CONSTRAINT no_look CHECK (action <> 'fan_looked_up') NOT VALID`.execute(
      db,
    )
    const answer = await find(fan.id)
    await sql`ALTER TABLE operator_journal DROP CONSTRAINT no_look`.execute(db)
    expect(refusalOf(answer)).toEqual([500, 'internal'])
    expect(answer.body).not.toContain(fan.id)
  })
})

describe('ending a fan’s sessions', () => {
  test('holds at once on every server, for every session, and is journalled', async () => {
    const again = await signInOne(server)
    await server.app.db.updateTable('auth.session').set({ user_id: fan.id }).where('user_id', '=', again.id).execute()
    expect([(await me()).id, (await me(other)).id]).toEqual([fan.id, fan.id])
    expect((await post('end_fan_sessions', { fan_id: fan.id })).json()).toEqual({ ended: 2 })
    expect(await me()).toBeNull()
    await expect.poll(() => me(other)).toBeNull()
    expect(refusalOf(await vote(other))).toEqual([401, 'not_authenticated'])
    expect(await journalOf(fan.id)).toMatchObject([
      { action: 'fan_sessions_ended', before: { sessions: 2 }, after: null },
    ])
  })

  test('is refused for an unknown fan', async () => {
    expect(refusalOf(await post('end_fan_sessions', { fan_id: randomUUID() }))).toEqual([404, 'fan_not_found'])
  })
})

describe('a right to vote that is closed', () => {
  test('refuses the next ballot on every server, shows the fan why, and leaves earlier ballots counted', async () => {
    expect((await vote(server)).statusCode).toBe(200)
    expect((await me(other)).voting_closed).toBeNull()
    const before = await tallyIn(server, match.id)
    const answer = await close('  Plusieurs comptes pour une personne.  ')
    expect(answer.json()).toEqual({ since: expect.any(String), reason: 'Plusieurs comptes pour une personne.' })
    expect(refusalOf(await vote(server, 3))).toEqual([403, 'voting_right_closed'])
    // The other server may not know yet, but its ledger does.
    expect(refusalOf(await vote(other, 3))).toEqual([403, 'voting_right_closed'])
    await expect.poll(async () => (await me(other)).voting_closed).toEqual(answer.json())
    expect(await tallyIn(server, match.id)).toEqual(before)
    expect((await find(fan.id)).json().voting_closed).toEqual(answer.json())
    const data = await call(server, 'GET', '/api/me/data', { cookie: fan.cookie })
    expect(data.json().voting_closed).toEqual(answer.json())
    expect(await journalOf(fan.id)).toMatchObject([
      { action: 'voting_closed', before: null, after: { reason: 'Plusieurs comptes pour une personne.' } },
    ])
  })

  test('is refused by the ledger itself, to a ballot that was let through before', async () => {
    await me(other)
    await server.app.db
      .updateTable('auth.user')
      .set({ voting_closed_at: new Date(), voting_closed_reason: 'Sans bruit' })
      .where('id', '=', fan.id)
      .execute()
    expect((await me(other)).voting_closed).toBeNull()
    expect(refusalOf(await vote(other))).toEqual([403, 'voting_right_closed'])
    const ballots = await server.app.db.selectFrom('votes').select('id').where('user_id', '=', fan.id).execute()
    expect(ballots).toEqual([])
  })

  test('can get a new reason, and keeps its time', async () => {
    const first = (await close('Une raison')).json()
    server.clock.advance(60_000)
    expect((await close('Une autre')).json()).toEqual({ since: first.since, reason: 'Une autre' })
    expect(await journalOf(fan.id)).toMatchObject([
      { action: 'voting_closed', before: { reason: 'Une raison' }, after: { reason: 'Une autre' } },
      { action: 'voting_closed', before: null },
    ])
  })

  test('is closed by two tabs one after the other, and reopened by two tabs once', async () => {
    const reasons = ['Une raison', 'Une autre', 'Une troisième']
    const answers = await Promise.all(reasons.map((reason) => close(reason)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => answer.json().since)).size).toBe(1)
    const chain = (await journalOf(fan.id)).toReversed()
    const given = chain.map(({ after }: { after: { reason: string } }) => after)
    expect(chain.map(({ before }: { before: object | null }) => before)).toEqual([null, ...given.slice(0, -1)])
    const opened = await Promise.all([reopen(), reopen()])
    expect(opened.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await journalOf(fan.id)).toHaveLength(4)
  })

  test('is opened again, on every server', async () => {
    await close('Une erreur')
    await expect.poll(async () => (await me(other)).voting_closed).not.toBeNull()
    expect((await reopen()).json()).toEqual({ reopened: true })
    expect((await vote(server)).statusCode).toBe(200)
    await expect.poll(async () => (await vote(other, 2)).statusCode).toBe(200)
    expect((await me()).voting_closed).toBeNull()
    expect((await journalOf(fan.id))[0]).toMatchObject({
      action: 'voting_reopened',
      before: { reason: 'Une erreur' },
      after: null,
    })
    expect(refusalOf(await reopen())).toEqual([409, 'voting_right_open'])
  })

  test('is never the operator’s own, however its id is written', async () => {
    for (const id of [admin.id, admin.id.toUpperCase()]) {
      expect(refusalOf(await close('Moi', id))).toEqual([409, 'own_voting_right'])
    }
    expect(await journalOf(admin.id)).toEqual([])
  })

  test('drops the cached session, however the id is written', async () => {
    await me()
    await close('En capitales', fan.id.toUpperCase())
    expect((await me()).voting_closed).toMatchObject({ reason: 'En capitales' })
  })

  test.each([[''], ['   '], ['x'.repeat(301)], ['\0'], ['\ud83d']])(
    'is not closed for the reason %j',
    async (reason) => {
      expect(refusalOf(await close(reason))).toEqual([400, 'invalid_request'])
      expect(await journalOf(fan.id)).toEqual([])
    },
  )

  test('of an unknown fan can be neither closed nor reopened', async () => {
    expect(refusalOf(await close('Personne', randomUUID()))).toEqual([404, 'fan_not_found'])
    expect(refusalOf(await reopen(randomUUID()))).toEqual([404, 'fan_not_found'])
  })
})

describe('a second factor that the operator has lost', () => {
  test('is removed on the server’s machine, with all sessions and a line in the journal', async () => {
    const { db } = server.app
    const operator = await signIn(server, ADMIN_EMAIL)
    const correlationId = randomUUID()
    const factor = { id: randomUUID(), user_id: operator.id, secret: 'sealed', backup_codes: 'sealed' }
    await db.insertInto('auth.two_factor').values(factor).execute()
    expect(await resetOperatorFactor(server.app, ADMIN_EMAIL, correlationId)).toBe(true)
    const { two_factor_enabled } = await db
      .selectFrom('auth.user')
      .select('two_factor_enabled')
      .where('id', '=', operator.id)
      .executeTakeFirstOrThrow()
    expect(two_factor_enabled).toBe(false)
    for (const on of [server, other]) {
      const answer = await call(on, 'GET', '/api/me', { cookie: operator.cookie })
      expect(answer.json().fan).toBeNull()
    }
    const entry = await db
      .selectFrom('operator_journal')
      .select(['action', 'before'])
      .where('correlation_id', '=', correlationId)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'second_factor_reset', before: { second_factor: true } })
    expect(await resetOperatorFactor(server.app, ADMIN_EMAIL, randomUUID())).toBe(false)
  })

  test('does nothing if the operator has no account yet', async () => {
    expect(await resetOperatorFactor(server.app, 'nowhere@tribune.invalid', randomUUID())).toBeNull()
  })
})
