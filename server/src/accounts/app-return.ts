import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { APP_CODE_LIFE_S, isAppSecret } from '@tribune/domain/app-return.ts'
import type { AuthContext } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Clock } from '../kernel/clock.ts'
import { MINUTE_S } from './settings.ts'

/** Where the app exchanges a code, below the accounts' prefix. */
export const EXCHANGE_PATH = '/app/exchange'
/** What came too late is told apart from what served already for so long. */
const KEPT_S = 15 * MINUTE_S

export const appSecret = z.string().refine(isAppSecret)

/** A code on its way from the phone's browser to the app. */
interface Handover {
  /** SHA-256 of the verifier that the app keeps. */
  readonly challenge: string
  readonly fan: string
  /** The session that hands over. */
  readonly session: string
  /** That session was opened for the app alone, and ends as the app's begins. */
  readonly alone: boolean
  /** In milliseconds, by this server's clock. */
  readonly until: number
}

type Store = AuthContext['internalAdapter']

/** Makes a code that opens a session once, for whoever holds the verifier of its challenge. Only its hash is kept. */
export async function makeAppCode(store: Store, clock: Clock, handover: Omit<Handover, 'until'>): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const now = clock.now().getTime()
  const value = JSON.stringify({ ...handover, until: now + APP_CODE_LIFE_S * 1_000 })
  await store.createVerificationValue({
    identifier: codeOf(code),
    value,
    expiresAt: new Date(Date.now() + KEPT_S * 1_000),
  })
  return code
}

/**
 * Opens the app's session with the code that the phone's browser was given, and with what only the app that asked knows. Whatever is wrong,
 * the code has served. The session that hands over must still be there: it is read anew, and the app's is as old and as sure as it.
 */
export function appReturn(clock: Clock) {
  const body = z.object({ code: appSecret, verifier: appSecret })
  const exchangeAppCode = createAuthEndpoint(EXCHANGE_PATH, { method: 'POST', body }, async (call) => {
    const { adapter, internalAdapter } = call.context
    const kept = await internalAdapter.consumeVerificationValue(codeOf(call.body.code))
    if (kept === null) throw refused('APP_CODE_USED')
    const handover: Handover = JSON.parse(kept.value)
    if (!isVerified(call.body.verifier, handover.challenge)) throw refused('APP_CODE_OF_ANOTHER')
    const now = clock.now()
    if (handover.until <= now.getTime()) throw refused('APP_CODE_EXPIRED')
    const session = await adapter.findOne<HandingSession>({
      model: 'session',
      where: [{ field: 'id', value: handover.session }],
    })
    const user = await internalAdapter.findUserById(handover.fan)
    const isThere = session !== null && session.userId === handover.fan && session.expiresAt > now
    if (!isThere || user === null || !isSure(session, user)) throw refused('APP_CODE_REVOKED')
    // What the session that begins takes its age and its assurance from (library.ts).
    call.context.session = { session, user }
    const begun = await internalAdapter.createSession(user.id)
    if (handover.alone) await internalAdapter.deleteSession(session.token)
    await setSessionCookie(call, { session: begun, user })
    return call.json({ entered: true })
  })
  return { id: 'app-return', endpoints: { exchangeAppCode } }
}

type HandingSession = NonNullable<AuthContext['session']>['session'] & { readonly aal: number }

/** A second factor that came meanwhile was not given before this session. */
function isSure({ aal }: HandingSession, user: object): boolean {
  return aal === 2 || !('twoFactorEnabled' in user && user.twoFactorEnabled === true)
}

function isVerified(verifier: string, challenge: string): boolean {
  return timingSafeEqual(createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url'))
}

const codeOf = (code: string) => `app-code ${code}`

const refused = (code: string) => new APIError('UNAUTHORIZED', { code })
