import { createPrivateKey } from 'node:crypto'
import { OwnFault, type PushService } from './message.ts'
import { signJwt } from './signing.ts'
import { outcomeOf, type PushAnswer, type PushWire, secondsUntil, stoppedByUs } from './wire.ts'

/** A service account of Firebase, and where the service is. */
export interface FcmSettings {
  readonly projectId: string
  readonly clientEmail: string
  /** RSA key in PEM. */
  readonly privateKey: string
  readonly tokenUri: string
  /** Origin of FCM's HTTP v1 API. */
  readonly url: string
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const ASSERTION_LIFE_S = 3_600
/** An access token is renewed this long before its end. */
const RENEWED_BEFORE_MS = 300_000

/** Returns whether a token is of no app, or of one that belongs to another project of Firebase. */
const isGone = ({ status, body }: PushAnswer) =>
  (status === 404 && body.includes('UNREGISTERED')) || (status === 403 && body.includes('SENDER_ID_MISMATCH'))

/** Sends to Android apps through FCM's HTTP v1 API, with an OAuth token that the service account's signature is exchanged for. */
export function createFcm(wire: PushWire, settings: FcmSettings): PushService {
  const key = createPrivateKey(settings.privateKey)
  const url = new URL(`/v1/projects/${encodeURIComponent(settings.projectId)}/messages:send`, settings.url)
  let access: { readonly token: string; readonly until: number } | null = null
  let asking: Promise<string> | null = null
  const ask = async (now: Date): Promise<string> => {
    const iat = Math.floor(now.getTime() / 1_000)
    const claims = { iss: settings.clientEmail, scope: SCOPE, aud: settings.tokenUri, iat, exp: iat + ASSERTION_LIFE_S }
    const body = new URLSearchParams({ grant_type: GRANT, assertion: signJwt(key, claims) }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await wire.post({ url: new URL(settings.tokenUri), headers, body, guarded: false })
    if (answer.status !== 200) throw new Error(`The token service answered ${answer.status}`)
    const { access_token: token, expires_in: life } = JSON.parse(answer.body) as Record<string, unknown>
    if (typeof token !== 'string' || typeof life !== 'number') throw new Error('The token service gave no token')
    access = { token, until: now.getTime() + life * 1_000 - RENEWED_BEFORE_MS }
    return token
  }
  const tokenAt = (now: Date): Promise<string> | string => {
    if (access !== null && now.getTime() < access.until) return access.token
    asking ??= ask(now)
      .catch((error: unknown) => {
        throw new OwnFault(String(error), { cause: error })
      })
      .finally(() => {
        asking = null
      })
    return asking
  }
  return {
    async send({ target, notice, topic, expiresAt, urgent }, now) {
      const { title, body, path, kind, off } = notice
      const message = {
        token: target.endpoint,
        // Data alone: the app's own service shows it, with the action that FCM's notifications lack (docs/decisions/072).
        data: { title, body, path, kind, off, tag: topic },
        android: {
          collapse_key: topic,
          priority: urgent ? 'HIGH' : 'NORMAL',
          ttl: `${secondsUntil(expiresAt, now)}s`,
        },
      }
      const headers = { authorization: `Bearer ${await tokenAt(now)}`, 'content-type': 'application/json' }
      const answer = await wire.post({ url, headers, body: JSON.stringify({ message }), guarded: false })
      if (answer.status === 401) {
        access = null
        return stoppedByUs('access token refused')
      }
      return outcomeOf(answer, { isGone: isGone(answer), isOurs: answer.status === 403 })
    },
  }
}
