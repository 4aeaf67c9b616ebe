import { randomInt } from 'node:crypto'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { type Hook, tokenOf } from '../hook.ts'
import { MINUTE_S } from '../settings.ts'
import type { Tools } from '../tools.ts'
import { CHALLENGE_LIFE_S } from './challenge.ts'
import type { sentCodes } from './sent-code.ts'
import { provingFanId } from './waiting.ts'

/** A code is valid for its own half minute, the one before and the one after. */
const CODE_LIFE_S = 2 * MINUTE_S
const RECOVERY_CODES = 10
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'

/** Creates ten codes for copying by hand. No two of their characters look similar. */
function recoveryCodes(): string[] {
  const part = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: RECOVERY_CODES }, () => `${part()}-${part()}`)
}

/** Configures the library's second factor: a code of an authenticator app, a sent code, or a recovery code. */
export function secondFactor(otpOptions: ReturnType<typeof sentCodes>) {
  return twoFactor({
    otpOptions,
    issuer: 'Tribune',
    // Fans with a password type it; all need a fresh session.
    allowPasswordless: true,
    twoFactorCookieMaxAge: CHALLENGE_LIFE_S,
    backupCodeOptions: { storeBackupCodes: 'encrypted', customBackupCodesGenerate: recoveryCodes },
    // It would lock owners out for strangers' guesses: guesses.ts counts instead.
    accountLockout: { enabled: false },
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

/** Accepts an app's code only once, though it is valid for more than a minute. Replaces a used one by a wrong one, which the library counts. */
export async function voidUsedCode(
  call: Hook,
  { singleUse }: Pick<Tools, 'singleUse'>,
): Promise<{ context: { body: object } } | undefined> {
  const fanId = await provingFanId(call)
  if (fanId === undefined || (await singleUse.use(`code ${fanId} ${call.body.code}`, CODE_LIFE_S))) return
  return { context: { body: { code: 'used' } } }
}

/** Signs a fan who has just added a second factor out everywhere else, because those sessions have not passed it. */
export async function endOtherSessions(call: Hook): Promise<void> {
  const { internalAdapter, newSession } = call.context
  if (newSession == null || (await tokenOf(call)) === null) return
  for (const { token } of await internalAdapter.listSessions(newSession.user.id)) {
    if (token !== newSession.session.token) await internalAdapter.deleteSession(token)
  }
}
