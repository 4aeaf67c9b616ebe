import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { DEVICE_HEADER } from '@tribune/contract/account-constants.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../kernel/clock.ts'
import { hmacOf, isHmacOf, keysFor } from '../kernel/keys.ts'
import { isNativePage } from './native-app.ts'
import { createForeignCheck } from './origins.ts'
import type { Fan } from './session.ts'
import { cookieOf } from './signed-token.ts'

/** Browsers limit cookies to 400 days; the server refuses older ones. */
export const DEVICE_LIFE_DAYS = 400
const ID_BYTES = 16
/** 16 random bytes, the time of issue in seconds in base 36, and an HMAC-SHA256, all in characters that need no escaping in a cookie. */
const FORM = /^([\w-]{22})\.([a-z\d]{6,8})\.([\w-]{43})$/

/** A known browser or app, independent of the fan who uses it. */
interface Device {
  readonly id: string
  /** Time since the identifier was issued. */
  readonly ageMs: number
}

export interface Devices {
  /** Returns the device of a request, or `null` if it has no valid identifier of this server. With the fan of a cached session it is verified once. */
  of(request: Pick<FastifyRequest, 'headers'>, fan?: Fan): Device | null
  /**
   * Issues an identifier to a device that has none, and returns the device's, `null` if it gets none: in an HttpOnly cookie or, to a page of the native app, which accepts no cookies, in a header.
   * Call it for every answer that may set a cookie. Requests from other sites' pages get none, because their browser withholds an existing
   * cookie.
   */
  issue(request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply): string | null
}

interface DeviceParts {
  readonly config: { readonly secrets: readonly [string, ...string[]] }
  readonly clock: Clock
  readonly publicUrl: string
}

/** Returns the name of the cookie. On https its prefix makes browsers refuse one set by a subdomain or over plain http. */
export function deviceCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-tribune-device' : 'tribune-device'
}

export function createDevices({ config, clock, publicUrl }: DeviceParts): Devices {
  const keys = keysFor(config.secrets, 'device')
  const name = deviceCookieName(publicUrl)
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const attributes = `Path=/; Max-Age=${(DEVICE_LIFE_DAYS * DAY_MS) / 1_000}; HttpOnly; SameSite=Lax${secure}`
  const isForeign = createForeignCheck(publicUrl)

  function read(value: string): Device | null {
    const [, id = '', issued = '', signature = ''] = FORM.exec(value) ?? []
    if (id === '' || !keys.some((key) => isHmacOf(key, `${id}.${issued}`, signature))) return null
    const ageMs = Math.max(0, clock.now().getTime() - Number.parseInt(issued, 36) * 1_000)
    return ageMs > DEVICE_LIFE_DAYS * DAY_MS ? null : { id, ageMs }
  }

  /** Signs a new identifier. */
  function signed(id: string): string {
    const seconds = Math.floor(clock.now().getTime() / 1_000)
    const claim = `${id}.${seconds.toString(36)}`
    return `${claim}.${hmacOf(keys[0], claim)}`
  }

  const verified = new WeakMap<Fan, { readonly text: string; readonly device: Device | null }>()
  const of: Devices['of'] = ({ headers }, fan) => {
    const text = presented(headers, name)
    const known = fan && verified.get(fan)
    if (known?.text === text) return known.device
    const device = read(text)
    if (fan !== undefined) verified.set(fan, { text, device })
    return device
  }
  return {
    of,
    issue(request, reply) {
      const known = of(request)
      if (known !== null) return known.id
      const id = randomBytes(ID_BYTES).toString('base64url')
      if (isNativePage(reply)) reply.header(DEVICE_HEADER, signed(id))
      else if (!isForeign(request.headers)) reply.header('set-cookie', `${name}=${signed(id)}; ${attributes}`)
      else return null
      return id
    },
  }
}

function presented(headers: IncomingHttpHeaders, cookieName: string): string {
  const mirrored = headers[DEVICE_HEADER]
  return typeof mirrored === 'string' ? mirrored : (cookieOf(headers.cookie, cookieName) ?? '')
}
