import { DEFAULT_NOTIFICATIONS } from '@tribune/domain/messages/notification.ts'
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../testing/app.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { signInOne } from '../../../testing/people.ts'
import { pushServerForFile } from '../../../testing/push.ts'
import { planPushes, sendPushes } from './jobs.ts'

const world = pushServerForFile()

test('one tap in the message turns its kind off, without a session, and nothing else', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await world.pass()
  const proof = world.readBy(browser)[0]?.data.off ?? ''
  const answer = await call(world.server, 'POST', '/api/push/off', { body: { proof } })
  expect([answer.statusCode, answer.json()]).toEqual([200, { off: true }])
  const { settings } = (await call(world.server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as {
    settings: object
  }
  expect(settings).toEqual({ ...DEFAULT_NOTIFICATIONS, opening: false })
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await world.pass()
  expect(world.readBy(browser)).toHaveLength(1)
  const bent = `${proof.slice(0, -2)}${proof.endsWith('AA') ? 'BB' : 'AA'}`
  expect(refusalOf(await call(world.server, 'POST', '/api/push/off', { body: { proof: bent } }))).toEqual([
    400,
    'invalid_request',
  ])
})

test('a kind that is turned off while its message waits is not sent', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await planPushes(world.server.app)
  await world.choose(fan, { opening: false })
  await sendPushes(world.server.app)
  expect(world.readBy(browser)).toEqual([])
})

test('a proof that was used does not turn its kind off once more after the fan has turned it on again', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  const receive = async () => {
    await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
    await world.pass()
    return world.readBy(browser).at(-1)?.data.off ?? ''
  }
  const isOn = async () => {
    const { settings } = (await call(world.server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as {
      settings: { opening: boolean }
    }
    return settings.opening
  }
  const turnOff = async (proof: string) => {
    expect((await call(world.server, 'POST', '/api/push/off', { body: { proof } })).statusCode).toBe(200)
  }
  const old = await receive()
  await turnOff(old)
  expect(await isOn()).toBe(false)
  world.server.clock.advance(1_000)
  await world.choose(fan, {})
  await turnOff(old)
  expect(await isOn()).toBe(true)
  // Another setting is no new wish: what was sent since still works.
  world.server.clock.advance(1_000)
  const fresh = await receive()
  world.server.clock.advance(1_000)
  await world.choose(fan, { spoilers: true })
  await turnOff(fresh)
  expect(await isOn()).toBe(false)
})

test('a setting changes no other: a kind that a message turned off stays off', async () => {
  const fan = await signInOne(world.server)
  const change = (body: object) => call(world.server, 'PUT', '/api/me/push/settings', { cookie: fan.cookie, body })
  expect((await change({ max_a_day: 3 })).json()).toEqual({ ...DEFAULT_NOTIFICATIONS, max_a_day: 3 })
  await change({ opening: false })
  const both = await change({ spoilers: true, quiet_until: 0 })
  expect(both.json()).toEqual({
    ...DEFAULT_NOTIFICATIONS,
    max_a_day: 3,
    opening: false,
    spoilers: true,
    quiet_until: 0,
  })
  expect((await change({})).statusCode).toBe(400)
  expect((await change({ other: true })).statusCode).toBe(400)
})
