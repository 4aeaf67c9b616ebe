import type { GuessedSecret } from '@tribune/domain/fans/guesses.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../context.ts'
import type { Fan } from '../../http/session.ts'
import { mailboxKey } from '../contacts/mailboxes.ts'
import { mobileNumber } from '../contacts/phones.ts'
import type { CountedGuess, Guess } from './guesses.ts'
import type { AccountName } from './queries.ts'

/** A secret that a call guesses at. `ownPassword`: the password of the signed-in fan, who is asked again. */
export type Guessed = GuessedSecret | 'ownPassword'

type SecondProof = 'appCode' | 'sentCode' | 'recoveryCode'

/** Returns whether a secret is a second proof, given after a first one. */
export function isSecondProof(secret: Guessed): secret is SecondProof {
  return secret === 'appCode' || secret === 'sentCode' || secret === 'recoveryCode'
}

/** Returns the account of an address: the same for all spellings of one mailbox. */
export function accountOf(email: string): AccountName {
  return { mailbox: mailboxKey(email) ?? email }
}

/**
 * Returns the guess that a call makes, or `null` if it guesses nothing.
 * @param fan The signed-in fan, where the call needs a fresh session.
 * @param challenged Returns the fan whose sign-in awaits its second proof in this browser.
 */
export async function guessOf(
  app: App,
  guessed: Guessed | undefined,
  { email, password, phoneNumber }: Fields,
  fan: Fan | null,
  { call, challenged }: { readonly call: FastifyRequest; readonly challenged: () => Promise<string | null> },
): Promise<Guess | null> {
  if (guessed === undefined) return null
  if (guessed === 'ownPassword') {
    if (fan === null || password === undefined) return null
    return { secret: 'password', account: accountOf(fan.email), session: fan.sessionId }
  }
  const session = null
  if (isSecondProof(guessed)) {
    // A signed-in fan adds the factor: its code does not sign in.
    const fanId = (await app.sessions.read(call.headers)) === null ? await challenged() : null
    return fanId === null ? null : { secret: guessed, account: { fanId }, session }
  }
  if (guessed === 'phoneCode') {
    const phone = mobileNumber(phoneNumber, app.config.smsCountries)
    return phone === null ? null : { secret: guessed, account: { phone }, session }
  }
  return typeof email === 'string' ? { secret: guessed, account: accountOf(email), session } : null
}

/** Codes with which the library refuses a wrong guess. */
const WRONG_GUESSES: ReadonlySet<string> = new Set([
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_PASSWORD',
  'INVALID_OTP',
  'OTP_EXPIRED',
  'TOO_MANY_ATTEMPTS',
  'INVALID_CODE',
  'INVALID_BACKUP_CODE',
])

/**
 * Forgets wrong guesses after a right one, and takes a call off the count that guessed nothing.
 * @param refusedCode The library's code, `null` if it refused without one, `undefined` if it refused nothing.
 */
export async function settleGuess(guess: CountedGuess, refusedCode: string | null | undefined): Promise<void> {
  if (refusedCode === undefined) await guess.forget()
  else if (refusedCode === null || !WRONG_GUESSES.has(refusedCode)) await guess.undo()
}

/** The fields of a call's body. */
export type Fields = Readonly<Record<string, unknown>>

const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/**
 * Parses a body as the library does, so that checks here see what the library acts on. Returns `unsupported_media` for anything but JSON, which is
 * all that our pages and apps send, and `invalid_request` for JSON that is not an object.
 */
export function fieldsOf(body: unknown, type: string | undefined): Fields | 'unsupported_media' | 'invalid_request' {
  if (!Buffer.isBuffer(body) || body.length === 0) return {}
  if (!JSON_TYPE.test(type ?? '')) return 'unsupported_media'
  try {
    const fields: unknown = JSON.parse(new TextDecoder().decode(body))
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : 'invalid_request'
  } catch {
    return 'invalid_request'
  }
}
