import { createECDH, createHash } from 'node:crypto'
import { once } from 'node:events'
import { constants, createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PushStandIn, startPushStandIn } from '../../standins/push.ts'
import { PushBrowser } from '../../testing/browsers.ts'
import { NOWHERE } from '../../testing/nowhere.ts'
import { InDoubt, type PushMessage, type PushTarget } from './message.ts'
import { createPushSender, type PushSender } from './sender.ts'
import { makeVapidKey, vapidKeysOf } from './signing.ts'
import { BROWSERS_PUSH_SERVICES, isPublicKey, isPushAddress, MAX_PAYLOAD_BYTES, seal } from './web-push.ts'
import { PushWire } from './wire.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const NOTICE = {
  title: 'Le vote est ouvert',
  body: 'Rive\u00a0– Aval',
  path: '/match/7',
  kind: 'opening',
  off: 'proof',
}
const DEVICE = 'A1'.repeat(32)

let services: PushStandIn
let sender: PushSender

beforeAll(async () => {
  services = await startPushStandIn()
  const web = {
    keys: vapidKeysOf(makeVapidKey()),
    subject: 'mailto:push@tribune.invalid',
    origin: 'https://tribune.invalid',
    services: ['push.example'],
  }
  sender = createPushSender({ web: { ...web, standIn: services.url }, fcm: services.fcm, apns: services.apns })
})
afterAll(async () => {
  sender.close()
  await services.close()
})

function messageTo(target: PushTarget, topic = 'occasion', silent = false): PushMessage {
  return { target, notice: NOTICE, topic, expiresAt: new Date(NOW.getTime() + 600_000), urgent: true, silent }
}

function targetOf({ subscription: { endpoint, keys } }: PushBrowser): PushTarget {
  return {
    kind: 'web',
    endpoint,
    p256dh: Buffer.from(keys.p256dh, 'base64url'),
    auth: Buffer.from(keys.auth, 'base64url'),
  }
}

const phone = (kind: 'fcm' | 'apns', endpoint: string): PushTarget => ({ kind, endpoint, p256dh: null, auth: null })

describe('a message to a browser', () => {
  it('is decrypted by that browser alone, and passes its push service with a VAPID signature', async () => {
    const browser = new PushBrowser('https://push.example/send/one?x=1')
    expect(await sender.send(messageTo(targetOf(browser)), NOW)).toEqual({ outcome: 'sent' })
    const [taken] = services.list()
    expect(taken).toMatchObject({
      kind: 'web',
      endpoint: browser.endpoint,
      topic: 'occasion',
      headers: { ttl: '600', urgency: 'high' },
    })
    const body = taken?.body ?? Buffer.alloc(0)
    expect(browser.read(body)).toMatchObject({
      title: NOTICE.title,
      body: NOTICE.body,
      navigate: 'https://tribune.invalid/match/7#message=opening.proof',
      tag: 'occasion',
      data: { path: '/match/7', kind: 'opening', off: 'proof' },
    })
    expect(() => new PushBrowser(browser.endpoint).read(body)).toThrow()
    const bent = Buffer.from(body)
    bent[bent.length - 20] = (bent[bent.length - 20] ?? 0) ^ 1
    expect(() => browser.read(bent)).toThrow()
  })

  it('is silent in browsers that show it themselves, if it may have arrived before', async () => {
    const browser = new PushBrowser('https://push.example/silent')
    const shown: unknown[] = []
    for (const silent of [false, true]) {
      await sender.send(messageTo(targetOf(browser), 'occasion', silent), NOW)
      shown.push(browser.read(services.list()[0]?.body ?? Buffer.alloc(0)).silent)
    }
    expect(shown).toEqual([undefined, true])
  })

  it('has the same length for all texts below 256 bytes', () => {
    const { p256dh, auth } = targetOf(new PushBrowser('https://push.example/two'))
    if (p256dh === null || auth === null) throw new Error('no keys')
    const sealed = (length: number) => seal(Buffer.alloc(length, 'x'), { p256dh, auth }).length
    expect(sealed(10)).toBe(sealed(255))
    expect(sealed(256)).toBe(sealed(10) + 256)
    expect(sealed(MAX_PAYLOAD_BYTES)).toBe(4096)
    expect(() => sealed(MAX_PAYLOAD_BYTES + 1)).toThrow('payload')
  })

  it.each([404, 410] as const)('ends the subscription on %d', async (status) => {
    const browser = new PushBrowser(`https://push.example/gone/${status}`)
    if (status === 410) services.end(browser.endpoint)
    else services.fail(status, 1)
    expect(await sender.send(messageTo(targetOf(browser)), NOW)).toEqual({ outcome: 'gone' })
  })

  it.each([
    [429, { outcome: 'later', afterMs: 7_000, ours: false }],
    [503, { outcome: 'later', afterMs: 7_000, ours: false }],
    [403, { outcome: 'later', afterMs: 7_000, ours: false }],
    [400, { outcome: 'refused' }],
    [413, { outcome: 'refused' }],
  ])('on %d: %j', async (status, outcome) => {
    services.fail(status, 1, 7)
    const browser = new PushBrowser('https://push.example/three')
    expect(await sender.send(messageTo(targetOf(browser)), NOW)).toMatchObject(outcome)
  })
})

/** Answers of services to a subscription that was made for another sender, as users of the services report them. */
const OTHER_SENDER = [
  [
    'Google',
    'web',
    403,
    'the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.\n',
  ],
  ['Mozilla', 'web', 401, { code: 401, errno: 109, error: 'Unauthorized', message: 'VAPID public key mismatch' }],
  ['Apple', 'web', 400, { reason: 'VapidPkHashMismatch' }],
  ['FCM', 'fcm', 403, { error: { code: 403, details: [{ errorCode: 'SENDER_ID_MISMATCH' }] } }],
  ['APNs', 'apns', 400, { reason: 'DeviceTokenNotForTopic' }],
] as const

describe('a subscription that was made for another sender', () => {
  it.each(OTHER_SENDER)('ends on the answer of %s', async (_name, kind, status, body) => {
    const target = kind === 'web' ? targetOf(new PushBrowser('https://push.example/other')) : phone(kind, DEVICE)
    services.fail(status, 1, 0, body)
    expect(await sender.send(messageTo(target), NOW)).toEqual({ outcome: 'gone' })
  })
})

describe('a refusal of our credentials', () => {
  it.each([
    ['fcm', 401, { error: { status: 'UNAUTHENTICATED' } }],
    ['fcm', 403, { error: { status: 'PERMISSION_DENIED' } }],
    ['apns', 403, { reason: 'InvalidProviderToken' }],
  ] as const)('says nothing about the subscription: %s %d', async (kind, status, body) => {
    services.fail(status, 1, 0, body)
    expect(await sender.send(messageTo(phone(kind, DEVICE)), NOW)).toMatchObject({ outcome: 'later', ours: true })
  })

  it.each([401, 403])(
    'says nothing about a browser, unless its service has accepted the same credentials before: %d',
    async (status) => {
      const target = targetOf(new PushBrowser(`https://refuses-${status}.push.example/one`))
      services.fail(status, 1)
      expect(await sender.send(messageTo(target), NOW)).toMatchObject({ outcome: 'later', ours: true })
      expect(await sender.send(messageTo(target), NOW)).toEqual({ outcome: 'sent' })
      services.fail(status, 1)
      expect(await sender.send(messageTo(target), NOW)).toMatchObject({ outcome: 'later', ours: false })
    },
  )

  it('says nothing about the subscription when FCM’s token service refuses them', async () => {
    const stranger = createPushSender({ web: null, fcm: { ...services.fcm, clientEmail: 'other' }, apns: null })
    expect(await stranger.send(messageTo(phone('fcm', 'android-token')), NOW)).toMatchObject({
      outcome: 'later',
      ours: true,
    })
    stranger.close()
  })
})

describe('a message to a phone', () => {
  it('passes FCM with an access token, once for all messages', async () => {
    for (const topic of ['first', 'second']) {
      expect(await sender.send(messageTo(phone('fcm', 'android-token'), topic), NOW)).toEqual({ outcome: 'sent' })
    }
    const [taken] = services.list()
    expect(taken).toMatchObject({
      kind: 'fcm',
      endpoint: 'android-token',
      topic: 'second',
      headers: { ttl: '600s', priority: 'HIGH' },
    })
    const { message } = JSON.parse(String(taken?.body)) as { message: unknown }
    expect(message).toEqual({
      token: 'android-token',
      data: { ...NOTICE, tag: 'second' },
      android: { collapse_key: 'second', priority: 'HIGH', ttl: '600s' },
    })
  })

  it('passes APNs with a provider token', async () => {
    expect(await sender.send(messageTo(phone('apns', DEVICE)), NOW)).toEqual({ outcome: 'sent' })
    const [taken] = services.list()
    expect(taken).toMatchObject({
      kind: 'apns',
      endpoint: DEVICE,
      topic: 'occasion',
      headers: { 'apns-priority': '10' },
    })
    expect(JSON.parse(String(taken?.body))).toMatchObject({
      aps: { alert: { title: NOTICE.title, body: NOTICE.body }, sound: 'default' },
      path: '/match/7',
    })
  })

  it('is passive and silent on iOS if it may be there already', async () => {
    await sender.send(messageTo(phone('apns', DEVICE), 'occasion', true), NOW)
    const { aps } = JSON.parse(String(services.list()[0]?.body)) as { aps: object }
    expect(aps).toMatchObject({ alert: { title: NOTICE.title }, 'interruption-level': 'passive' })
    expect(aps).not.toHaveProperty('sound')
  })

  it.each([
    ['fcm', 'uninstalled-android'],
    ['apns', 'B2'.repeat(32)],
  ] as const)('ends the subscription once %s no longer knows it', async (kind, token) => {
    services.end(token)
    expect(await sender.send(messageTo(phone(kind, token)), NOW)).toEqual({ outcome: 'gone' })
  })

  it('ends the subscription of a token that APNs never gave', async () => {
    expect(await sender.send(messageTo(phone('apns', 'short')), NOW)).toEqual({ outcome: 'gone' })
  })
})

describe('a message that cannot be turned off', () => {
  const alert = { title: 'Tribune a besoin de toi', body: 'Un résultat.', path: '/admin', kind: 'alert' }

  it('has no proof for a browser', async () => {
    const browser = new PushBrowser('https://push.example/alert')
    await sender.send({ ...messageTo(targetOf(browser)), notice: alert }, NOW)
    const read = browser.read(services.list()[0]?.body ?? Buffer.alloc(0))
    expect(read).toMatchObject({ navigate: 'https://tribune.invalid/admin', data: { path: '/admin', kind: 'alert' } })
    expect(read.data).not.toHaveProperty('off')
  })

  it.each(['fcm', 'apns'] as const)('has no proof for a phone: %s', async (kind) => {
    const target = phone(kind, DEVICE)
    expect(await sender.send({ ...messageTo(target), notice: alert }, NOW)).toEqual({ outcome: 'sent' })
    const body = String(services.list()[0]?.body)
    expect(body).toContain('"path":"/admin","kind":"alert"')
    expect(body).not.toContain('"off"')
  })
})

describe('a service that cannot be reached', () => {
  it('leaves the message for another attempt', async () => {
    const none = createPushSender({ web: null, fcm: null, apns: { ...services.apns, url: `http://${NOWHERE}` } })
    expect(await none.send(messageTo(phone('apns', DEVICE)), NOW)).toMatchObject({ outcome: 'later', ours: false })
    expect(await none.send(messageTo(phone('fcm', 'android-token')), NOW)).toMatchObject({
      outcome: 'later',
      reason: 'not configured',
      ours: true,
    })
    none.close()
  })

  it('is not waited for longer than the limit', async () => {
    const silent = createHttp2Server(() => {})
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as AddressInfo
    const wire = new PushWire(50)
    const url = new URL(`http://127.0.0.1:${port}/x`)
    const post = () => wire.post({ url, headers: {}, body: '', guarded: false })
    const asked = await Promise.allSettled(Array.from({ length: 8 }, post))
    expect(asked.map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
      Array.from({ length: 8 }, () => `Error: 127.0.0.1:${port} does not answer`),
    )
    // Without asking: the messages of other services wait behind none of this one's.
    await expect(post()).rejects.toThrow('has been silent')
    wire.close()
    silent.close()
  })
})

describe('a request without an answer', () => {
  type Taking = (stream: ServerHttp2Stream) => void
  const taken: readonly [string, Taking, boolean][] = [
    ['that its service may have taken is in doubt', () => {}, true],
    ['whose connection ends is in doubt', (stream) => stream.session?.destroy(), true],
    ['whose stream ends is in doubt', (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR), true],
    ['that was refused unread is not', (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM), false],
  ]
  it.each(taken)('%s', async (_name, take, isInDoubt) => {
    const service = createHttp2Server().on('stream', (stream) => {
      stream.on('error', () => {})
      take(stream)
    })
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
    expect(await failureAt((service.address() as AddressInfo).port)).toBe(isInDoubt)
    service.close()
  })

  it('is not in doubt without a connection', async () => {
    const mute = createTcpServer()
    await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done))
    const { port } = mute.address() as AddressInfo
    mute.close()
    await once(mute, 'close')
    expect(await failureAt(port)).toBe(false)
  })

  /** Returns whether what is sent to a port is in doubt. */
  async function failureAt(port: number): Promise<boolean> {
    const wire = new PushWire(200)
    const sent = wire.post({ url: new URL(`http://127.0.0.1:${port}/x`), headers: {}, body: '', guarded: false })
    const error = await sent.then(
      () => null,
      (reason: unknown) => reason,
    )
    wire.close()
    expect(error).toBeInstanceOf(Error)
    return error instanceof InDoubt
  }
})

describe('an address that a fan gives', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://web.push.apple.com/abc', true],
    ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
    ['https://push.added.example/abc', true],
    ['https://added.example/abc', true],
    ['https://fcm.googleapis.com.evil.example/abc', false],
    ['https://evil-fcm.googleapis.com.example/abc', false],
    ['https://notfcm.googleapis.com/abc', false],
    ['https://storage.googleapis.com/abc', false],
    ['https://www.apple.com/abc', false],
    ['https://any.public.example/abc', false],
    ['https://93.184.216.34/abc', false],
    ['http://fcm.googleapis.com/fcm/send/abc', false],
    ['https://fcm.googleapis.com:8443/abc', false],
    ['https://us:secret@fcm.googleapis.com/abc', false],
    ['https://localhost/abc', false],
    ['https://push.localhost/abc', false],
    ['https://printer.local/abc', false],
    ['https://database/abc', false],
    ['https://127.0.0.1/abc', false],
    ['https://10.0.0.8/abc', false],
    ['https://2130706433/abc', false],
    ['https://[::1]/abc', false],
    ['https://[::ffff:10.0.0.8]/abc', false],
    ['https://169.254.169.254/latest/meta-data', false],
    ['file:///etc/passwd', false],
    ['nonsense', false],
  ])('%s is accepted: %s', (address, accepted) => {
    expect(isPushAddress(address, null, [...BROWSERS_PUSH_SERVICES, 'added.example'])).toBe(accepted)
  })

  it('is refused at the connection too, if its name leads to a private one', async () => {
    const wire = new PushWire()
    const url = new URL('https://localhost/push')
    await expect(wire.post({ url, headers: {}, body: '', guarded: true })).rejects.toThrow('private address')
    wire.close()
  })
})

it('reads a VAPID key as every other tool does', () => {
  const pair = createECDH('prime256v1')
  const raw = createHash('sha256').update('a fixed key').digest()
  pair.setPrivateKey(raw)
  expect(vapidKeysOf(raw.toString('base64url')).publicKey).toBe(pair.getPublicKey('base64url'))
  expect(() => vapidKeysOf('c2hvcnQ')).toThrow('32 bytes')
})

it('knows a public key from a point that is not on the curve', () => {
  const { keys } = new PushBrowser('https://push.example').subscription
  expect(isPublicKey(keys.p256dh)).toBe(true)
  const off = Buffer.from(keys.p256dh, 'base64url')
  off[64] = (off[64] ?? 0) ^ 1
  expect(isPublicKey(off.toString('base64url'))).toBe(false)
  expect(isPublicKey('BAAA')).toBe(false)
})
