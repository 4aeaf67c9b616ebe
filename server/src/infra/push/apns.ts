import { createPrivateKey } from 'node:crypto'
import type { PushService } from './message.ts'
import { signJwt } from './signing.ts'
import { outcomeOf, type PushWire, stoppedByUs } from './wire.ts'

/** A signing key of Apple's, and where the service is. */
export interface ApnsSettings {
  /** P-256 key in PEM (the .p8 file). */
  readonly privateKey: string
  readonly keyId: string
  readonly teamId: string
  /** Bundle id of the app. */
  readonly topic: string
  readonly url: string
}

/** Apple refuses tokens that are older than an hour, and those renewed more often than every 20 minutes. */
const TOKEN_REUSED_MS = 40 * 60_000
/** Reasons, besides status 410, that mean a token of no phone or of another app. */
const GONE = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered', 'ExpiredToken'])

/** Sends to iOS apps through APNs, with its signed provider token. */
export function createApns(wire: PushWire, settings: ApnsSettings): PushService {
  const key = createPrivateKey(settings.privateKey)
  let provider: { readonly token: string; readonly until: number } | null = null
  const tokenAt = (now: Date): string => {
    if (provider !== null && now.getTime() < provider.until) return provider.token
    const claims = { iss: settings.teamId, iat: Math.floor(now.getTime() / 1_000) }
    const token = signJwt(key, claims, { kid: settings.keyId })
    provider = { token, until: now.getTime() + TOKEN_REUSED_MS }
    return token
  }
  return {
    async send({ target, notice, topic, expiresAt, urgent, silent }, now) {
      const { title, body, path, kind, off } = notice
      const headers = {
        authorization: `bearer ${tokenAt(now)}`,
        'apns-topic': settings.topic,
        'apns-push-type': 'alert',
        'apns-priority': urgent ? '10' : '5',
        'apns-expiration': String(Math.floor(expiresAt.getTime() / 1_000)),
        'apns-collapse-id': topic,
      }
      // iOS remembers nothing for us: what it may have shown goes to its list, without lighting up the screen.
      const heard = silent ? { 'interruption-level': 'passive' } : { sound: 'default' }
      const payload = JSON.stringify({
        aps: { alert: { title, body }, category: kind, ...heard },
        path,
        kind,
        off,
      })
      const url = new URL(`/3/device/${encodeURIComponent(target.endpoint)}`, settings.url)
      const answer = await wire.post({ url, headers, body: payload, guarded: false })
      const reason = answer.status < 400 ? null : reasonOf(answer.body)
      if (answer.status === 403 && reason === 'ExpiredProviderToken') {
        provider = null
        return stoppedByUs(reason)
      }
      const isGone = answer.status === 410 || (answer.status === 400 && reason !== null && GONE.has(reason))
      return outcomeOf(answer, { isGone, isOurs: answer.status === 403 })
    },
  }
}

function reasonOf(body: string): string | null {
  try {
    const { reason } = JSON.parse(body) as Record<string, unknown>
    return typeof reason === 'string' ? reason : null
  } catch {
    return null
  }
}
