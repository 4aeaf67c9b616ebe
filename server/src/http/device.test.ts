import { DEVICE_HEADER } from '@tribune/contract/account-constants.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { ShiftedClock } from '../testing/clock.ts'
import { SECRET } from '../testing/constants.ts'
import { createDevices, deviceCookieName } from './device.ts'
import { allowNativeApp } from './native-app.ts'
import type { Fan } from './session.ts'

const NATIVE = 'capacitor://localhost'

function product(publicUrl: string, secrets: readonly [string, ...string[]] = [SECRET]) {
  const clock = new ShiftedClock()
  const devices = createDevices({ config: { secrets }, clock, publicUrl })
  const http = Fastify()
  allowNativeApp(http, publicUrl)
  http.post('/', async (request, reply) => {
    const device = devices.of(request)
    devices.issue(request, reply)
    return { device }
  })
  const ask = async (headers: Record<string, string> = {}) => {
    const answer = await http.inject({ method: 'POST', url: '/', headers })
    return { device: answer.json().device, cookie: answer.cookies[0], line: answer.headers['set-cookie'], answer }
  }
  return { clock, ask, devices, name: deviceCookieName(publicUrl) }
}

describe.each([
  ['https://tribune.invalid', '__Host-tribune-device', true],
  ['http://localhost:3000', 'tribune-device', undefined],
])('the device cookie at %s', (publicUrl, name, secure) => {
  test('is issued once, as an HttpOnly cookie without a domain that lasts 400 days', async () => {
    const { ask } = product(publicUrl)
    const { device, cookie } = await ask()
    expect(device).toBeNull()
    expect(cookie).toMatchObject({ name, path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 400 * 86_400 })
    expect([cookie?.secure, cookie && 'domain' in cookie]).toEqual([secure, false])
    const again = await ask({ cookie: `other=1; ${name}=${cookie?.value}` })
    expect([again.device.id, again.line]).toEqual([cookie?.value.split('.')[0], undefined])
  })
})

describe('a device identifier', () => {
  test('has an age, and expires after 400 days', async () => {
    const { ask, clock, name } = product('http://localhost')
    const cookie = `${name}=${(await ask()).cookie?.value}`
    clock.advance(30 * DAY_MS)
    const { ageMs } = (await ask({ cookie })).device
    expect(Math.round(ageMs / DAY_MS)).toBe(30)
    clock.advance(370.1 * DAY_MS)
    const late = await ask({ cookie })
    expect([late.device, late.cookie?.name]).toEqual([null, name])
  })

  test('is verified again for a fan whose request has another one', async () => {
    const { ask, name, devices } = product('http://localhost')
    const fan = {} as Fan
    const of = (cookie: string) => devices.of({ headers: { cookie: `${name}=${cookie}` } }, fan)?.id
    const [one, other] = await Promise.all([ask(), ask()])
    for (const { cookie } of [one, one, other]) expect(of(cookie?.value ?? '')).toBe(cookie?.value.split('.')[0])
    expect(of(`${one.cookie?.value}x`)).toBeUndefined()
    expect(of(one.cookie?.value ?? '')).toBe(one.cookie?.value.split('.')[0])
  })

  test('differs for each device', async () => {
    const { ask } = product('http://localhost')
    const values = await Promise.all(Array.from({ length: 20 }, async () => (await ask()).cookie?.value))
    expect(new Set(values.map((value) => value?.split('.')[0])).size).toBe(20)
  })

  test('that is forged, expired or signed by another server is replaced', async () => {
    const { ask, name } = product('http://localhost')
    const own = (await ask()).cookie?.value ?? ''
    const stranger = (await product('http://localhost', [`${SECRET}-other`]).ask()).cookie?.value ?? ''
    const [id = '', issued = '', signature = ''] = own.split('.')
    const older = (Number.parseInt(issued, 36) - 86_400).toString(36)
    const forged = [
      '',
      id,
      `${id}.${older}.${signature}`,
      `${'A'.repeat(22)}.${issued}.${signature}`,
      `${id}.${issued}.${'A'.repeat(43)}`,
      `${id}.${issued}`,
      `${own}x`,
      `${own}.${own}`,
      'é'.repeat(80),
      stranger,
    ]
    for (const value of forged) {
      const answer = await ask({ cookie: `${name}=${value}` })
      expect([value, answer.device, answer.cookie?.name]).toEqual([value, null, name])
    }
  })

  test('signed with an older secret is still valid', async () => {
    const value = (await product('http://localhost').ask()).cookie?.value
    const { ask, name } = product('http://localhost', [`${SECRET}-newer`, SECRET])
    expect((await ask({ cookie: `${name}=${value}` })).device.id).toBe(value?.split('.')[0])
    const issued = (await ask()).cookie?.value
    const newest = product('http://localhost', [`${SECRET}-newer`])
    expect((await newest.ask({ cookie: `${name}=${issued}` })).device).not.toBeNull()
  })

  test('goes to the native app in a header, and comes back in one', async () => {
    const { ask, name } = product('https://tribune.invalid')
    const first = await ask({ origin: NATIVE })
    const value = String(first.answer.headers[DEVICE_HEADER])
    expect([first.line, first.answer.headers['access-control-expose-headers']]).toEqual([
      undefined,
      expect.stringContaining(DEVICE_HEADER),
    ])
    const again = await ask({ origin: NATIVE, [DEVICE_HEADER]: value })
    expect([again.device.id, again.answer.headers[DEVICE_HEADER]]).toEqual([value.split('.')[0], undefined])
    expect((await ask({ cookie: `${name}=${value}` })).device.id).toBe(again.device.id)
  })

  test('is never in a header that the product’s own pages could read', async () => {
    const { ask } = product('https://tribune.invalid')
    const { answer } = await ask({ origin: 'https://tribune.invalid', 'sec-fetch-site': 'same-origin' })
    expect(answer.headers).not.toHaveProperty(DEVICE_HEADER)
  })

  test('is not replaced when another site’s page makes the browser post without cookies', async () => {
    const { ask } = product('https://tribune.invalid')
    expect((await ask({ origin: 'https://idp.invalid', 'sec-fetch-site': 'cross-site' })).line).toBeUndefined()
  })
})
