import { HOUR_MS } from '@tribune/domain/common/instant.ts'
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
import { createTokenSigner } from './signed-token.ts'

const config = readConfig({ NODE_ENV: 'test', SECRET })
const signer = createTokenSigner(SECRET)

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
