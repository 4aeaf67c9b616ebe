import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { APP_CODE_LIFE_S, isAppSecret } from '@tribune/protocol/app-return.ts'
import type { AuthContext } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import { isReplaced, storeNewest } from '../guards/mails.ts'
import { MINUTE_S, rowEnd } from '../settings.ts'

/** Path below the accounts' prefix at which the app exchanges a code. */
const EXCHANGE_PATH = '/app/exchange'
/** How long an expired code is stored, so that its refusal differs from that of a used one. */
const STORED_S = 15 * MINUTE_S

export const appSecret = z.string().refine(isAppSecret)

/** A stored handover from the phone's browser to the app. */
interface Handover {
  /** SHA-256 of the app's verifier. */
  readonly challenge: string
  readonly fan: string
  /** Id of the browser's session. */
  readonly session: string
  /** Whether that session was opened only for the app, and so ends when the app's begins. */
  readonly alone: boolean
  /** In milliseconds, by this server's clock. */
  readonly until: number
}

type Store = AuthContext['internalAdapter']

/** Creates a single-use code that opens a session for the holder of the challenge's verifier. Only a hash of the code is stored. */
export async function makeAppCode(store: Store, clock: Clock, handover: Omit<Handover, 'until'>): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const now = clock.now().getTime()
  const value = JSON.stringify({ ...handover, until: now + APP_CODE_LIFE_S * 1_000 })
  await store.createVerificationValue({
    identifier: codeOf(code),
    value,
    expiresAt: rowEnd(STORED_S),
  })
  await storeNewest(store, 'app code', handover.session, { secret: code, lifeS: STORED_S })
  return code
}

/**
 * Opens the app's session for the code that the phone's browser received and the verifier that only the app knows. Each attempt uses up the code. The
 * browser's session must still exist: it is read again, and the app's session inherits its age and assurance level.
 */
export function appReturn(clock: Clock) {
  const body = z.object({ code: appSecret, verifier: appSecret })
  const exchangeAppCode = createAuthEndpoint(EXCHANGE_PATH, { method: 'POST', body }, async (call) => {
    const { adapter, internalAdapter } = call.context
    const stored = await internalAdapter.consumeVerificationValue(codeOf(call.body.code))
    if (stored === null) throw refused('APP_CODE_USED')
    const handover: Handover = JSON.parse(stored.value)
    if (!isVerified(call.body.verifier, handover.challenge)) throw refused('APP_CODE_OF_ANOTHER')
    const isOld = await isReplaced(internalAdapter, 'app code', handover.session, call.body.code)
    if (isOld) throw refused('APP_CODE_REVOKED')
    const now = clock.now()
    if (handover.until <= now.getTime()) throw refused('APP_CODE_EXPIRED')
    const session = await adapter.findOne<HandingSession>({
      model: 'session',
      where: [{ field: 'id', value: handover.session }],
    })
    const user = await internalAdapter.findUserById(handover.fan)
    const isActive = session !== null && session.userId === handover.fan && session.expiresAt > now
    if (!isActive || user === null || !isAssured(session, user)) throw refused('APP_CODE_REVOKED')
    // The new session inherits its age and assurance from this one (library.ts).
    call.context.session = { session, user }
    const begun = await internalAdapter.createSession(user.id)
    if (handover.alone) await internalAdapter.deleteSession(session.token)
    await setSessionCookie(call, { session: begun, user })
    return call.json({ entered: true })
  })
  return { id: 'app-return', endpoints: { exchangeAppCode } }
}

type HandingSession = NonNullable<AuthContext['session']>['session'] & { readonly aal: number }

/** Returns whether a session still suffices: one from before the fan enabled a second factor has never passed it. */
function isAssured({ aal }: HandingSession, user: object): boolean {
  return aal === 2 || !('twoFactorEnabled' in user && user.twoFactorEnabled === true)
}

function isVerified(verifier: string, challenge: string): boolean {
  return timingSafeEqual(createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url'))
}

const codeOf = (code: string) => `app-code ${code}`

const refused = (code: string) => new APIError('UNAUTHORIZED', { code })
