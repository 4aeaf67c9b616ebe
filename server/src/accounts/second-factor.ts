import { randomBytes, randomInt } from 'node:crypto'
import { isSignInMethod, type SignInMethod } from '@tribune/domain/operator.ts'
import { APIError, isAPIError } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { EXCHANGE_PATH } from './app-return.ts'
import { endReplaced, type Hook, sessionOf, tokenOf } from './hook.ts'
import { type BeginningCall, firstProofBy, methodOf } from './method.ts'
import type { Once } from './once.ts'
import type { Seals } from './seals.ts'
import { challengeOf, firstMethodOf, keepFirst, secondProofs, type sentCodes } from './sent-factor.ts'
import { MINUTE_S } from './settings.ts'

/** From the first proof to the second. */
const CHALLENGE_LIFE_S = 10 * MINUTE_S
/** A code holds for its own half minute, the one before and the one after. */
const CODE_LIFE_S = 2 * MINUTE_S
/** Wrong codes, of whatever kind and however often one signs in, before none is looked at for a while. */
const MOST_WRONG = 10
export const FACTOR_LOCK_S = 15 * MINUTE_S
const RECOVERY_CODES = 10
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
/** What switches a second factor on, for who is signed in. */
const ADDING: ReadonlySet<string> = new Set(['/two-factor/verify-totp', '/two-factor/verify-otp'])
/** By the library's own names: what it keeps of a sign-in that waits for its second proof. */
const CHALLENGE = 'two_factor'
const attemptsOf = (id: string) => `2fa-attempts-${id}`

/** Ten codes that one can copy by hand: nothing in them looks like anything else. */
function recoveryCodes(): string[] {
  const part = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: RECOVERY_CODES }, () => `${part()}-${part()}`)
}

/** A code from an app on the fan's phone, one that is sent to them, or one of their recovery codes. */
export function secondFactor(otpOptions: ReturnType<typeof sentCodes>) {
  return twoFactor({
    otpOptions,
    issuer: 'Tribune',
    // Who has a password gives it; everybody must have signed in lately.
    allowPasswordless: true,
    twoFactorCookieMaxAge: CHALLENGE_LIFE_S,
    backupCodeOptions: { storeBackupCodes: 'encrypted', customBackupCodesGenerate: recoveryCodes },
    accountLockout: { maxFailedAttempts: MOST_WRONG, durationSeconds: FACTOR_LOCK_S },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'two_factor',
        fields: {
          userId: 'user_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  })
}

/**
 * Holds back the session of a fan who has a second factor: it ends before its cookie is sent, and the sign-in waits for the code. The library
 * asks after a password only; this runs for every sign-in method, known or to come.
 */
export async function askForFactor(call: Hook, seals: Seals) {
  const { internalAdapter, newSession, returned } = call.context
  if (newSession == null || !newSession.user.twoFactorEnabled || isFactorPath(call.path)) return
  // The code was given before the session that hands over.
  if (call.path === EXCHANGE_PATH && newSession.session.aal === 2) return
  if ((await tokenOf(call)) === newSession.session.token) return
  await endReplaced(call)
  await internalAdapter.deleteSession(newSession.session.token)
  deleteSessionCookie(call, true)
  call.context.setNewSession(null)
  const to = isAPIError(returned) ? new Headers(returned.headers).get('location') : null
  const proofs = await secondProofs(call, newSession.user, firstProofBy(methodOf(call)), seals)
  if (proofs === null) throw to === null ? unreadable() : call.redirect('/profile?error=factor_unreadable')
  await beginChallenge(call, newSession.user.id)
  if (to === null) return call.json({ twoFactorRedirect: true, twoFactorMethods: proofs })
  throw call.redirect(`/profile?${new URLSearchParams({ factor: proofs.join(' '), back: to })}`)
}

/** No listed secret opens the app's secret, and there is nowhere to send a code instead. */
const unreadable = () => new APIError('CONFLICT', { code: 'FACTOR_UNREADABLE' })

async function beginChallenge(call: Hook, fanId: string): Promise<void> {
  const { internalAdapter } = call.context
  const id = `2fa-${randomBytes(24).toString('base64url')}`
  const expiresAt = new Date(Date.now() + CHALLENGE_LIFE_S * 1_000)
  await internalAdapter.createVerificationValue({ identifier: id, value: fanId, expiresAt })
  await internalAdapter.createVerificationValue({ identifier: attemptsOf(id), value: '0', expiresAt })
  await keepFirst(call, id, expiresAt)
  const { name, attributes } = call.context.createAuthCookie(CHALLENGE, { maxAge: CHALLENGE_LIFE_S })
  await call.setSignedCookie(name, id, call.context.secret, attributes)
}

/** A code of the app serves once, though it holds for more than a minute: after that it is wrong, and counted as such. */
export async function spoilUsedCode(call: Hook, once: Once): Promise<{ context: { body: object } } | undefined> {
  if (call.path !== '/two-factor/verify-totp') return
  const fanId = await whoProves(call)
  if (fanId === undefined || (await once.use(`code ${fanId} ${call.body.code}`, CODE_LIFE_S))) return
  return { context: { body: { code: 'used' } } }
}

/** Who is signed in, or whose sign-in waits for its second proof. */
export async function whoProves(call: Hook): Promise<string | undefined> {
  const session = await sessionOf(call)
  if (session !== null) return session.user.id
  const id = await challengeOf(call)
  return id === null ? undefined : (await call.context.internalAdapter.findVerificationValue(id))?.value
}

/** Who adds a second factor here is signed out everywhere else: nobody gave it there. */
export async function endUnproven(call: Hook): Promise<void> {
  const { internalAdapter, newSession } = call.context
  if (!ADDING.has(call.path) || newSession == null || (await tokenOf(call)) === null) return
  for (const { token } of await internalAdapter.listSessions(newSession.user.id)) {
    if (token !== newSession.session.token) await internalAdapter.deleteSession(token)
  }
}

/** The call that begins a session, and the session that it replaces or is handed over by, if there is one. */
export interface Beginning extends BeginningCall {
  readonly context?: { readonly session?: { readonly session: FormerSession } | null }
}

interface FormerSession {
  readonly createdAt: Date
  readonly aal?: unknown
  readonly amr?: unknown
}

/** A session that only takes another's place, because a second factor came or went, or goes on in the app, is as old as that one. */
export function formerBeginning(call: Beginning | null): Date | undefined {
  const goesOn = isFactorPath(call?.path ?? '') || call?.path === EXCHANGE_PATH
  return goesOn ? call?.context?.session?.session.createdAt : undefined
}

/** How sure the beginning of a session is, by the call that begins it; the app's is as sure as the one that hands over to it. */
export function assuranceOf(call: Beginning | null): 1 | 2 {
  if (call?.path === EXCHANGE_PATH) return call.context?.session?.session.aal === 2 ? 2 : 1
  return /^\/two-factor\/verify-/.test(call?.path ?? '') ? 2 : 1
}

/** How a session began: by what its call proves, or as the session did that it replaces, completes or is handed over by. */
export async function methodBegun(call: Beginning | null | undefined): Promise<SignInMethod | null> {
  // Nobody calls where the product itself opens a session.
  if (call == null) return null
  if (!isFactorPath(call.path ?? '') && call.path !== EXCHANGE_PATH) return methodOf(call)
  const former = call.context?.session?.session
  const method = former === undefined ? await firstMethodOf(call as Hook) : former.amr
  return isSignInMethod(method) ? method : null
}

function isFactorPath(path: string): boolean {
  return path.startsWith('/two-factor/')
}
