import { createPublicKey, generateKeyPair, type KeyObject, randomBytes, verify } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { SubscriptionKind } from '@tribune/domain/messages/notification.ts'
import { encrypted, outboxes as words } from '@tribune/french/sentences/demonstration/stand-ins.ts'
import type { FastifyPluginAsync } from 'fastify'
import { developmentPage } from '../http/pages/development-page.ts'
import type { ApnsSettings } from '../infra/push/apns.ts'
import type { FcmSettings } from '../infra/push/fcm.ts'
import { makeVapidKey } from '../infra/push/signing.ts'
import { escapeHtml } from '../kernel/text.ts'

const MAX_STORED = 200
const HOST = '127.0.0.1'
const PROJECT = 'tribune-demonstration'
const TEAM = 'TRIBUNETEA'
const KEY_ID = 'TRIBUNEKEY'
const APP = 'app.tribune.demonstration'
const ACCESS_LIFE_S = 3_600
/** Longest message that the services take. */
const MAX_BYTES = 4_096
/** Verified tokens that are remembered; there are a handful. */
const TOKENS_REMEMBERED = 100

/** A message that a stand-in has taken. */
interface StoredPush {
  readonly kind: SubscriptionKind
  readonly received_at: string
  /** Address of a browser, or token of a phone. */
  readonly endpoint: string
  readonly topic: string
  /** Encrypted for a browser, else JSON. */
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** Stand-ins for push services of browsers, FCM and APNs: messages stay on this machine, in memory. */
export interface PushStandIn {
  /** Origin of all three. */
  readonly url: string
  readonly fcm: FcmSettings
  readonly apns: ApnsSettings
  /** Newest first. */
  list(): readonly StoredPush[]
  /** Answers every later message to this address as a service does whose subscription has ended. */
  end(endpoint: string): void
  /** Answers the next `count` messages with a status. */
  fail(status: number, count: number, retryAfterS?: number, body?: object | string): void
  /** Calls back for each message taken. */
  onTaken(hear: (push: StoredPush) => void): void
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | string
}

/** Starts all three over HTTP/2, without TLS, on a free loopback port. */
export async function startPushStandIn(): Promise<PushStandIn> {
  const generate = promisify(generateKeyPair)
  const [rsa, ec] = await Promise.all([
    generate('rsa', { modulusLength: 2048 }),
    generate('ec', { namedCurve: 'prime256v1' }),
  ])
  const pushes: StoredPush[] = []
  const ended = new Set<string>()
  const events = new EventEmitter()
  const access = randomBytes(24).toString('base64url')
  let failing = { status: 0, left: 0, retryAfterS: 0, body: {} as object | string }
  const isSigned = createChecker()

  const take = (push: Omit<StoredPush, 'received_at'>): void => {
    const stored = { ...push, received_at: new Date().toISOString() }
    pushes.unshift(stored)
    pushes.splice(MAX_STORED)
    events.emit('taken', stored)
  }
  const failure = (): Answer | null => {
    if (failing.left === 0) return null
    failing = { ...failing, left: failing.left - 1 }
    const { status, retryAfterS, body } = failing
    return { status, headers: { 'retry-after': String(retryAfterS) }, body }
  }
  const web = (headers: IncomingHttpHeaders, body: Buffer): Answer => {
    const endpoint = `${headers[':scheme']}://${headers[':authority']}${headers[':path']}`
    const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
    const claims = isSigned(token, () => vapidKey(key))
    if (claims?.aud !== new URL(endpoint).origin) return { status: 403 }
    if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(headers.ttl))) return { status: 400 }
    const topic = String(headers.topic ?? '')
    if (topic.length > 32) return { status: 400 }
    if (ended.has(endpoint)) return { status: 410 }
    take({
      kind: 'web',
      endpoint,
      topic,
      body,
      headers: { ttl: String(headers.ttl), urgency: String(headers.urgency) },
    })
    return { status: 201, headers: { location: `${endpoint}/message` } }
  }
  const token = (body: Buffer): Answer => {
    const assertion = new URLSearchParams(body.toString()).get('assertion') ?? ''
    if (isSigned(assertion, () => rsa.publicKey)?.iss !== fcm.clientEmail)
      return { status: 400, body: { error: 'invalid_grant' } }
    return { status: 200, body: { access_token: access, expires_in: ACCESS_LIFE_S, token_type: 'Bearer' } }
  }
  const toAndroid = (headers: IncomingHttpHeaders, body: Buffer): Answer => {
    if (headers.authorization !== `Bearer ${access}`)
      return { status: 401, body: { error: { status: 'UNAUTHENTICATED' } } }
    const { message } = JSON.parse(body.toString()) as {
      message: { token: string; data: object; android: { collapse_key: string; ttl: string; priority: string } }
    }
    if (!Object.entries(message.data).every(isPassedOn)) {
      return { status: 400, body: { error: { code: 400, status: 'INVALID_ARGUMENT' } } }
    }
    if (ended.has(message.token)) {
      const details = [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'UNREGISTERED' }]
      return { status: 404, body: { error: { code: 404, status: 'NOT_FOUND', details } } }
    }
    const { collapse_key: topic, ttl, priority } = message.android
    take({ kind: 'fcm', endpoint: message.token, topic, body, headers: { ttl, priority } })
    return { status: 200, body: { name: `projects/${PROJECT}/messages/${randomBytes(8).toString('hex')}` } }
  }
  const toApple = (headers: IncomingHttpHeaders, body: Buffer): Answer => {
    const claims = isSigned(String(headers.authorization).replace(/^bearer /, ''), () => ec.publicKey)
    if (claims?.iss !== TEAM) return { status: 403, body: { reason: 'InvalidProviderToken' } }
    if (headers['apns-topic'] !== APP) return { status: 400, body: { reason: 'TopicDisallowed' } }
    const endpoint = decodeURIComponent(String(headers[':path']).slice('/3/device/'.length))
    if (!/^[\da-f]{64,200}$/i.test(endpoint)) return { status: 400, body: { reason: 'BadDeviceToken' } }
    if (ended.has(endpoint)) return { status: 410, body: { reason: 'Unregistered' } }
    const names = ['apns-priority', 'apns-expiration', 'apns-push-type']
    const chosen = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
    take({ kind: 'apns', endpoint, topic: String(headers['apns-collapse-id']), body, headers: chosen })
    return { status: 200 }
  }
  const answerTo = (headers: IncomingHttpHeaders, body: Buffer): Answer => {
    const path = String(headers[':path'])
    if (headers[':method'] !== 'POST') return { status: 405 }
    if (path === '/token') return token(body)
    if (body.length > MAX_BYTES) return { status: 413 }
    const failed = failure()
    if (failed !== null) return failed
    if (path.startsWith('/v1/projects/')) return toAndroid(headers, body)
    return path.startsWith('/3/device/') ? toApple(headers, body) : web(headers, body)
  }
  const receive = async (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    const { status, headers: more = {}, body } = answerTo(headers, await buffer(stream))
    if (stream.destroyed) return
    stream.respond({ ':status': status, ...more }, { endStream: body === undefined })
    if (body !== undefined) stream.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const server = createServer({ settings: { maxConcurrentStreams: 200 } })
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session)).on('error', () => {})
  })
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {})
    receive(stream, headers).catch(() => stream.destroy())
  })
  await once(server.listen(0, HOST), 'listening')
  const url = `http://${HOST}:${(server.address() as AddressInfo).port}`
  const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
  const fcm: FcmSettings = {
    projectId: PROJECT,
    clientEmail: `push@${PROJECT}.invalid`,
    privateKey: pem(rsa.privateKey),
    tokenUri: `${url}/token`,
    url,
  }
  const apns: ApnsSettings = { privateKey: pem(ec.privateKey), keyId: KEY_ID, teamId: TEAM, topic: APP, url }
  return {
    url,
    fcm,
    apns,
    list: () => pushes,
    end: (endpoint) => void ended.add(endpoint),
    fail(status, count, retryAfterS = 0, body = {}) {
      failing = { status, left: count, retryAfterS, body }
    },
    onTaken: (hear) => void events.on('taken', hear),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        for (const session of sessions) session.destroy()
      }),
  }
}

/** Returns whether FCM passes a value on to the app: texts only, under none of the names that it uses itself. */
const isPassedOn = ([name, value]: [string, unknown]): boolean =>
  typeof value === 'string' && !/^(?:from$|message_type$|google|gcm)/.test(name)

type Claims = Readonly<Record<string, unknown>>

/** Makes a check of signed tokens, which returns the claims of a good one; the same token is verified once. */
function createChecker(): (token: string, key: () => KeyObject) => Claims | null {
  const good = new Map<string, Claims>()
  return (token, key) => {
    const known = good.get(token)
    if (known !== undefined) return known
    const [header = '', claims = '', signature = ''] = token.split('.')
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims
    try {
      const publicKey = key()
      const how =
        publicKey.asymmetricKeyType === 'rsa' ? publicKey : { key: publicKey, dsaEncoding: 'ieee-p1363' as const }
      const isGood = verify('sha256', Buffer.from(`${header}.${claims}`), how, Buffer.from(signature, 'base64url'))
      if (!isGood) return null
      if (good.size >= TOKENS_REMEMBERED) good.clear()
      good.set(token, read(claims))
      return read(claims)
    } catch {
      return null
    }
  }
}

function vapidKey(text: string): KeyObject {
  const point = Buffer.from(text, 'base64url')
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
}

/** Returns a VAPID key that is generated at the first start and stored next to the stand-ins' data, so that browsers stay subscribed across restarts. */
export function storedVapidKey(dataDir: string): string {
  const file = join(dataDir, 'vapid-key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, makeVapidKey(), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}

/** `/dev/push` and `/dev/push.json`, registered only while the stand-in runs. Messages to browsers are encrypted for them: only their address shows. */
export function pushPages(standIn: PushStandIn): FastifyPluginAsync {
  return async (http) => {
    const route = { schema: { hide: true } }
    http.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    http.get('/dev/push', route, async (_request, reply) => reply.type('text/html; charset=utf-8').send(page(standIn)))
    http.get('/dev/push.json', route, async () => ({
      items: standIn.list().map((push) => ({ ...push, body: push.body.toString('base64url') })),
    }))
  }
}

const textOf = ({ kind, body }: StoredPush) => (kind === 'web' ? encrypted(body.length) : body.toString())

function page(standIn: PushStandIn): string {
  const rows = standIn.list().map((push) => {
    const { kind, endpoint, received_at: at } = push
    return `<li>${escapeHtml(textOf(push))}<br><small>${kind}, ${words.to} ${escapeHtml(endpoint)}, <time datetime="${at}">${words.hour(at.slice(11, 19))}</time></small></li>`
  })
  const list = rows.length === 0 ? `<p>${words.noPushes}</p>` : `<ul>${rows.join('\n')}</ul>`
  return developmentPage(words.pushes, `<p><small>${words.local}</small></p>${list}`)
}
