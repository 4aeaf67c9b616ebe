import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call, refusalOf, type TestServer } from '../../../testing/app.ts'
import { cast, tallyIn } from '../../../testing/ballots.ts'
import { buildMatch, finishMatch } from '../../../testing/builders.ts'
import { ADMIN_EMAIL } from '../../../testing/constants.ts'
import { twoServersForFile } from '../../../testing/for-file.ts'
import { tablesWith } from '../../../testing/inspect.ts'
import { type SignedIn, signIn } from '../../../testing/people.ts'
import { completeBallots } from '../../../testing/recount.ts'

const REASON = 'Demande écrite du 24 novembre'
const both = twoServersForFile()
let server: TestServer
/** Another server on the same database. */
let other: TestServer
let admin: SignedIn
let fan: SignedIn
let email: string

beforeAll(() => {
  ;({ server, second: other, admin } = both)
})
beforeEach(async () => {
  email = `perdue-${randomUUID()}@stade.invalid`
  fan = await signIn(server, email)
})

const post = (path: string, body: object, cookie: string | undefined = admin.cookie) =>
  call(server, 'POST', `/api/rpc/${path}`, { cookie, body })
const copy = (fan_id = fan.id) => post('copy_fan_data', { fan_id })
const end = (reason = REASON, fan_id = fan.id) => post('delete_fan', { fan_id, reason })
const journalOf = async (fanId = fan.id) =>
  (await call(server, 'GET', `/api/operator_journal?subject=fan:${fanId}`, { cookie: admin.cookie })).json().items
/** Returns the number of mails sent, after those that were still queued. */
const sent = async () => {
  await server.app.accounts.post.flush()
  return server.outbox.list().length
}
const me = async (on = server) => (await call(on, 'GET', '/api/me', { cookie: fan.cookie })).json().fan

describe.each(['copy_fan_data', 'delete_fan'])('%s', (path) => {
  const asked = () => ({ fan_id: fan.id, reason: REASON })

  test('is reserved for the operator', async () => {
    const visitor = await call(server, 'POST', `/api/rpc/${path}`, { body: asked() })
    expect(refusalOf(visitor)).toEqual([401, 'not_authenticated'])
    expect(refusalOf(await post(path, asked(), fan.cookie))).toEqual([403, 'admin_only'])
    expect([await journalOf(), (await me()).id]).toEqual([[], fan.id])
  })

  test('is refused for an unknown fan, and leaves no row in the journal', async () => {
    const fan_id = randomUUID()
    expect(refusalOf(await post(path, { ...asked(), fan_id }))).toEqual([404, 'fan_not_found'])
    expect(await journalOf(fan_id)).toEqual([])
  })

  test('is rolled back if the journal refuses its row', async () => {
    const { db } = server.app
    await sql`ALTER TABLE operator_journal ADD CONSTRAINT no_act CHECK (false) NOT VALID`.execute(db)
    const answer = await post(path, asked())
    await sql`ALTER TABLE operator_journal DROP CONSTRAINT no_act`.execute(db)
    expect(refusalOf(answer)).toEqual([500, 'internal'])
    expect(answer.body).not.toContain(email)
    expect((await me()).id).toBe(fan.id)
  })
})

describe('a copy of a fan’s data', () => {
  test('is the file that the fan downloads themselves', async () => {
    const match = await buildMatch(server.app.db)
    await cast(server, fan, match.id, match.playerIds.slice(0, 3))
    const [player] = match.playerIds
    await call(server, 'PUT', `/api/follows/player/${player}`, { cookie: fan.cookie, body: {} })
    const own = await call(server, 'GET', '/api/me/data', { cookie: fan.cookie })
    const copied = await copy()
    expect(copied.json()).toMatchObject({ account: { email }, vote_count: 1, votes: [{}], follows: [{ id: player }] })
    expect(copied.body).toBe(own.body)
  })

  test('is journalled each time, with operator, fan and time, without its content', async () => {
    for (const _ of [1, 2]) expect((await copy(fan.id.toUpperCase())).statusCode).toBe(200)
    const row = {
      id: expect.any(String),
      action: 'fan_data_copied',
      subject: `fan:${fan.id}`,
      subject_name: null,
      before: null,
      after: null,
      correlation_id: expect.any(String),
      created_at: expect.any(String),
      operator: ADMIN_EMAIL,
    }
    expect(await journalOf()).toEqual([row, row])
  })
})

describe('a deletion', () => {
  test('removes ballots of open matches from their tallies, and leaves ballots of closed matches counted but anonymous', async () => {
    const { db } = server.app
    const [open, closed] = [await buildMatch(db), await buildMatch(db)]
    const neighbour = await signIn(server, `voisine-${randomUUID()}@stade.invalid`)
    for (const match of [open, closed]) await cast(server, fan, match.id, match.playerIds.slice(0, 3))
    await cast(server, neighbour, open.id, open.playerIds.slice(1, 4))
    await finishMatch(db, closed.id, new Date(server.clock.now().getTime() - 61 * MINUTE_MS))
    expect((await tallyIn(server, open.id)).voters).toBe(2)

    expect((await end()).json()).toEqual({ deleted: true })
    for (const { id } of [open, closed]) {
      const tally = await tallyIn(server, id)
      expect(tally).toEqual(tallyOf(await completeBallots(db, id)))
      expect(tally.voters).toBe(1)
    }
    const rows = await db
      .selectFrom('votes')
      .select(['match_id', 'user_id'])
      .where('match_id', 'in', [open.id, closed.id])
      .orderBy('match_id')
      .execute()
    expect(rows).toEqual([
      { match_id: open.id, user_id: neighbour.id },
      { match_id: closed.id, user_id: expect.any(String) },
    ])
    expect(rows[1]?.user_id).not.toBe(fan.id)
  })

  test('leaves the fan’s id in the journal only, with the reason, and their address nowhere', async () => {
    await end(`  ${REASON}  `)
    expect(await journalOf()).toMatchObject([
      { action: 'fan_deleted', before: null, after: { reason: REASON }, operator: ADMIN_EMAIL },
    ])
    expect(await tablesWith(server.app.db, fan.id)).toEqual(['public.operator_journal'])
    expect(await tablesWith(server.app.db, email)).toEqual([])
  })

  test('ends their sessions at once on every server', async () => {
    expect((await me(other)).id).toBe(fan.id)
    await end()
    expect(await me()).toBeNull()
    await expect.poll(() => me(other)).toBeNull()
  })

  test('notifies the fan by mail, at the address that was deleted with the account', async () => {
    await end()
    const mail = await server.outbox.waitFor(email)
    expect(mail).toMatchObject({ to: [email], subject: 'Ton compte est supprimé', links: [] })
    expect(mail.text).not.toContain(REASON)
  })

  test.each([
    ['an unverified address', () => ({ email, email_verified: false })],
    ['no address', () => ({ email: `${randomUUID()}@phone.invalid`, email_verified: true })],
  ])('sends no mail to a fan who has %s', async (_what, row) => {
    await server.app.db.updateTable('auth.user').set(row()).where('id', '=', fan.id).execute()
    const before = await sent()
    expect((await end()).statusCode).toBe(200)
    expect(await sent()).toBe(before)
  })

  test('that fails at the commit leaves the account, and no row in the journal', async () => {
    const { db } = server.app
    await sql`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
      CREATE CONSTRAINT TRIGGER fails_last AFTER DELETE ON auth."user" DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION fail()`.execute(db)
    const answer = await end()
    await sql`DROP FUNCTION fail CASCADE`.execute(db)
    expect(refusalOf(answer)).toEqual([500, 'internal'])
    expect([await journalOf(), (await me()).id]).toEqual([[], fan.id])
  })

  test('happens once: another deletion does not find the fan, even at the same moment', async () => {
    const answers = await Promise.all([end(), end()])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])
    expect(refusalOf(await end())).toEqual([404, 'fan_not_found'])
    expect(await journalOf()).toHaveLength(1)
  })

  test('is refused for the operator’s own account, however its id is written', async () => {
    for (const id of [admin.id, admin.id.toUpperCase()]) {
      expect(refusalOf(await end(REASON, id))).toEqual([409, 'own_account'])
    }
    expect(await journalOf(admin.id)).toEqual([])
  })

  test('is refused if its reason names the fan, and changes nothing', async () => {
    const phone = `+336${String(Math.trunc(Math.random() * 1e8)).padStart(8, '0')}`
    await server.app.db.updateTable('auth.user').set({ phone_number: phone }).where('id', '=', fan.id).execute()
    const match = await buildMatch(server.app.db)
    await cast(server, fan, match.id, match.playerIds.slice(0, 3))
    const before = await sent()
    for (const named of [email.toUpperCase(), phone]) {
      expect(refusalOf(await end(`Demande de ${named}`))).toEqual([422, 'reason_names_fan'])
    }
    expect([await journalOf(), (await me()).vote_count, await sent()]).toEqual([[], 1, before])
    expect((await tallyIn(server, match.id)).voters).toBe(1)
  })

  test.each([[''], ['   '], ['x'.repeat(301)], ['\0'], ['\ud83d']])('is refused for the reason %j', async (reason) => {
    expect(refusalOf(await end(reason))).toEqual([400, 'invalid_request'])
    expect([await journalOf(), (await me()).id]).toEqual([[], fan.id])
  })
})
