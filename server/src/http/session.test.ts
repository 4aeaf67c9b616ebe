import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { serializeSignedCookie } from 'better-call'
import type { QueryConfig } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, type Mock, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { Bus } from '../infra/bus.ts'
import { createDatabase, createPool } from '../infra/database/pool.ts'
import { buildFans } from '../testing/builders.ts'
import { ShiftedClock } from '../testing/clock.ts'
import { SECRET } from '../testing/constants.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createSessions, type Sessions } from './session.ts'
import { cookieKey, createSigner, createTokenSigner, presentedToken, sessionCookieName } from './signed-token.ts'

const config = readConfig({ NODE_ENV: 'test', SECRET })
const signer = createTokenSigner(SECRET)
const NAME = sessionCookieName(false)

let database: TestDatabase
let pool: ReturnType<typeof createPool>
let bus: Bus
let clock: ShiftedClock
let sessions: Sessions
let queries: Mock<typeof pool.query>
let fanId: string

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  pool = createPool(database.url, () => {})
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

beforeEach(async () => {
  bus = new Bus({ databaseUrl: database.url, onTrouble: () => {} })
  clock = new ShiftedClock()
  sessions = createSessions({ pool, bus, clock, config })
  const [id] = await buildFans(createDatabase(pool), 1)
  fanId = id ?? ''
  queries = vi.spyOn(pool, 'query')
})

afterEach(() => {
  queries.mockRestore()
})

async function open(token: string): Promise<{ authorization: string }> {
  const expires = new Date(Date.now() + HOUR_MS)
  await pool.query('INSERT INTO auth.session (user_id, token, expires_at) VALUES ($1, $2, $3)', [fanId, token, expires])
  queries.mockClear()
  return { authorization: `Bearer ${signer.sign(token)}` }
}

const close = (token: string) => pool.query('DELETE FROM auth.session WHERE token = $1', [token])

describe('reading a session', () => {
  it('reads the database once, then the cache', async () => {
    const headers = await open('remembered')
    const fan = {
      id: fanId,
      email: expect.stringContaining('@'),
      verified: true,
      emailVerified: true,
      isAdmin: false,
      adminRefusal: 'admin_only',
      sessionId: expect.any(String),
      signedInAt: expect.any(Date),
      renewedAt: expect.any(Date),
      strength: 'email',
      joinedAt: expect.any(Date),
      hasSecondFactor: false,
      phone: null,
      votingClosed: null,
    }
    expect(await sessions.read(headers)).toEqual(fan)
    for (let again = 0; again < 20; again += 1) expect(await sessions.read(headers)).toEqual(fan)
    expect(queries).toHaveBeenCalledTimes(1)
  })

  it('does not read the database for a token with a foreign signature', async () => {
    expect(await sessions.read({ authorization: 'Bearer remembered' })).toBeNull()
    expect(await sessions.read({ authorization: `Bearer ${createTokenSigner('other').sign('remembered')}` })).toBeNull()
    expect(await sessions.read({})).toBeNull()
    expect(queries).not.toHaveBeenCalled()
  })

  it('briefly caches that a signed token has no session', async () => {
    const headers = { authorization: `Bearer ${signer.sign('signed-out-long-ago')}` }
    for (let again = 0; again < 5; again += 1) expect(await sessions.read(headers)).toBeNull()
    expect(queries).toHaveBeenCalledTimes(1)
  })

  it('respects the expiry of a cached session', async () => {
    const headers = await open('ending')
    expect(await sessions.read(headers)).not.toBeNull()
    clock.advance(HOUR_MS + 1)
    expect(await sessions.read(headers)).toBeNull()
  })

  it('reads the sessions of concurrent requests by one query, each its own, and one token once', async () => {
    const [other = ''] = await buildFans(createDatabase(pool), 1)
    await pool.query(
      "INSERT INTO auth.session (user_id, token, expires_at) VALUES ($1, 'of-another', now() + interval '1 hour')",
      [other],
    )
    const headers = await open('together')
    const [theirs, unknown] = ['of-another', 'of-none'].map((token) => ({
      authorization: `Bearer ${signer.sign(token)}`,
    }))
    const read = await Promise.all([headers, theirs, unknown, headers].map((one) => sessions.read(one ?? {})))
    expect(read.map((fan) => fan?.id ?? null)).toEqual([fanId, other, null, fanId])
    expect(queries).toHaveBeenCalledTimes(1)
  })

  it('fails when the database does, and recovers afterwards', async () => {
    const headers = await open('unlucky')
    queries.mockImplementationOnce(() => Promise.reject(new Error('connection lost')))
    await expect(sessions.read(headers)).rejects.toThrow('connection lost')
    expect(await sessions.read(headers)).not.toBeNull()
  })
})

describe('forgetting', () => {
  it('drops all cached sessions of one fan, and no other fan’s', async () => {
    const [phone, laptop] = [await open('phone'), await open('laptop')]
    const [otherId = ''] = await buildFans(createDatabase(pool), 1)
    await pool.query(
      "INSERT INTO auth.session (user_id, token, expires_at) VALUES ($1, 'other-fan', now() + interval '1 hour')",
      [otherId],
    )
    const other = { authorization: `Bearer ${signer.sign('other-fan')}` }
    for (const headers of [phone, laptop, other]) await sessions.read(headers)
    await Promise.all([close('phone'), close('laptop')])
    await sessions.forget(fanId)
    queries.mockClear()
    expect(await sessions.read(phone)).toBeNull()
    expect(await sessions.read(laptop)).toBeNull()
    expect(queries).toHaveBeenCalledTimes(2)
    expect(await sessions.read(other)).toMatchObject({ id: otherId })
    expect(queries).toHaveBeenCalledTimes(2)
  })

  it('drops everything when messages of other servers may have been missed', async () => {
    const headers = await open('missed')
    await sessions.read(headers)
    await close('missed')
    await bus.publish('reset', {})
    expect(await sessions.read(headers)).toBeNull()
  })

  it.each([
    ['the fan', () => bus.publish('fan', { id: fanId })],
    ['everybody', () => bus.publish('reset', {})],
  ])('of %s also affects a read under way', async (who, forget) => {
    const token = `under-way-${who}`
    const headers = await open(token)
    const begun = Promise.withResolvers<void>()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const delayed = async (asked: QueryConfig) => {
      const rows = await pool.query(asked)
      begun.resolve()
      await answered
      return rows
    }
    queries.mockImplementationOnce(delayed as typeof pool.query)
    const late = sessions.read(headers)
    await begun.promise
    await close(token)
    await forget()
    answer()
    expect(await late).not.toBeNull()
    expect(await sessions.read(headers)).toBeNull()
  })
})

describe('a signed token', () => {
  it('is signed exactly as the accounts library signs its cookies', async () => {
    const cookie = await serializeSignedCookie(NAME, 'token-of-a-session', cookieKey(SECRET))
    const signed = presentedToken({ cookie }, NAME)
    expect(signed).toBe(signer.sign('token-of-a-session'))
    expect(signer.verify(signed ?? '')).toBe('token-of-a-session')
  })

  it('is signed by the newest secret, and accepted from any of them, as from before keys were derived', () => {
    const later = createTokenSigner('newest', 'newer', SECRET)
    expect(later.sign('token')).toBe(createTokenSigner('newest').sign('token'))
    for (const signed of [signer.sign('token'), createTokenSigner('newer').sign('token')]) {
      expect(later.verify(signed)).toBe('token')
    }
    expect(later.verify(createSigner(SECRET).sign('token'))).toBe('token')
    expect(signer.verify(later.sign('token'))).toBeNull()
  })

  it.each([
    ['unsigned', 'token-of-a-session'],
    ['empty', ''],
    ['only a signature', signer.sign('').slice(0)],
    ['of another token', `other.${signer.sign('token-of-a-session').split('.')[1]}`],
    ['cut short', signer.sign('token-of-a-session').slice(0, -1)],
    ['longer', `${signer.sign('token-of-a-session')}=`],
    ['signed with another secret', createTokenSigner('another').sign('token-of-a-session')],
    ['with a signature that is not ASCII', `token-of-a-session.${'é'.repeat(22)}`],
  ])('is refused when %s', (_name, signed) => {
    expect(signer.verify(signed)).toBeNull()
  })

  it('is refused when any one character of the signature differs', () => {
    const signed = signer.sign('token-of-a-session')
    for (let at = signed.lastIndexOf('.') + 1; at < signed.length; at += 1) {
      const changed = signed[at] === 'A' ? 'B' : 'A'
      expect(signer.verify(signed.slice(0, at) + changed + signed.slice(at + 1))).toBeNull()
    }
  })
})

describe('the token of a request', () => {
  it.each([
    ['alone', `${NAME}=abc`, 'abc'],
    ['among others', `theme=dark; ${NAME}=abc; lang=fr`, 'abc'],
    ['without spaces', `theme=dark;${NAME}=abc;lang=fr`, 'abc'],
    ['after a longer name', `x${NAME}=no; ${NAME}=abc`, 'abc'],
    ['after a name that begins with the same letters', `${NAME}2=no; ${NAME}=abc`, 'abc'],
    ['encoded', `${NAME}=a%2Bb%3D`, 'a+b='],
    ['twice: the first', `${NAME}=abc; ${NAME}=def`, 'abc'],
    ['badly encoded', `${NAME}=%E0%A4%A`, null],
    ['not there', 'theme=dark', null],
    ['under the name of https pages', `${sessionCookieName(true)}=abc`, null],
  ])('is found in the cookies: %s', (_name, cookie, token) => {
    expect(presentedToken({ cookie }, NAME)).toBe(token)
  })

  it.each([
    ['Bearer abc', 'abc'],
    ['bearer  a%2Bb ', 'a+b'],
    ['Basic abc', 'from-cookie'],
  ])('is the bearer token where there is one: %s', (authorization, token) => {
    expect(presentedToken({ authorization, cookie: `${NAME}=from-cookie` }, NAME)).toBe(token)
  })
})
