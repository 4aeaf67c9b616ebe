import { accountMessages, deletion, providerProblem, providerProblems } from '@tribune/french/sentences/account.ts'
import { isOneTimeCode } from '@tribune/protocol/one-time-code.ts'
import { PASSWORD_MIN_LENGTH } from '@tribune/protocol/password.ts'
import { ApiError, messageOf } from '../../lib/http/api-error.ts'
import { isMailLinkCode } from './sign-in-return/profile-address.ts'

/** Stage of the sign-in form, also once a mail has been sent. */
export type FormStage = 'mail' | 'phone' | 'password' | 'signUp' | 'forgot'
export type SignInStage = FormStage | 'confirm' | 'resetSent' | 'linkSent' | 'phoneSent' | 'factor'
export type SignInField = 'email' | 'password' | 'phone' | 'code'

/** A sentence, and the field that it is about, or null. */
export interface FormProblem {
  readonly field: SignInField | null
  readonly text: string
}

/** A refused sign-in or sign-up, and the next stage of the form; `start` is its first one. */
export interface Refused extends FormProblem {
  readonly next: 'stay' | 'start' | 'confirm'
}

/** Returns what is missing before a form is sent (spec section 5), by the order of the fields. */
function missingIn(stage: SignInStage, email: string, password: string): FormProblem | null {
  if (email.trim() === '') return { field: 'email', text: accountMessages.emailMissing }
  if (password === '') return { field: 'password', text: accountMessages.passwordMissing }
  if (stage === 'signUp' && password.length < PASSWORD_MIN_LENGTH) {
    return { field: 'password', text: accountMessages.passwordTooShort }
  }
  return null
}

/** Checks a form of any stage before it is sent. Returns the problem, or null. */
export function problemIn(
  stage: SignInStage,
  { email, password, phone, code }: Readonly<Record<SignInField, string>>,
): FormProblem | null {
  const unknown = email.trim() === ''
  if (stage === 'forgot') return unknown ? { field: 'email', text: accountMessages.resetEmailMissing } : null
  if (stage === 'mail') return unknown ? { field: 'email', text: accountMessages.emailMissing } : null
  if (stage === 'phone') return phone.trim() === '' ? { field: 'phone', text: accountMessages.phoneMissing } : null
  if (stage === 'linkSent' || stage === 'phoneSent') return codeProblem(code)
  if (stage === 'factor') return factorProblem(code)
  return missingIn(stage, email, password)
}

/** Checks a code sent by mail, ignoring spaces, which the mail contains. */
function codeProblem(code: string): FormProblem | null {
  return isOneTimeCode(code) ? null : { field: 'code', text: accountMessages.codeMissing }
}

/** Checks a code of the fan's app, or a recovery code. */
function factorProblem(code: string): FormProblem | null {
  const isCode = isOneTimeCode(code) || RECOVERY_CODE.test(code.trim())
  return isCode ? null : { field: 'code', text: accountMessages.factorCodeMissing }
}

const RECOVERY_CODE = /^\w{5}-?\w{5}$/

/** Checks an app's first code. Returns a sentence, or null. */
export function factorCodeProblem(code: string): string | null {
  return codeProblem(code)?.text ?? null
}

/** Returns the code of a refusal, empty for any other error. */
export function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : ''
}

/** Returns why an account was not deleted (spec section 8). An error without a reason has a sentence of its own. */
export function deletionProblem(error: unknown): string {
  if (isSignedOut(error)) return deletion.noSession
  return codeOf(error) === 'unreadable' ? deletion.silent : messageOf(error)
}

/** Returns whether a call was refused because the fan's session has ended. */
export function isSignedOut(error: unknown): boolean {
  return codeOf(error) === 'not_authenticated'
}

/** Returns whether the fan's session is not fresh enough for the action. */
export function mustSignInAgain(error: unknown): boolean {
  return codeOf(error) === 'sign_in_again'
}

/** Returns whether an error means that a mail's link is no longer valid. */
export function isDeadLink(error: unknown): boolean {
  return codeOf(error) === 'invalid_token'
}

/** Returns why a mail's link failed to sign in. `until` is its end by its own address, in milliseconds. */
export function linkProblem(error: unknown, until: number, now: number): string {
  if (!isDeadLink(error)) return accountMessages.other(messageOf(error))
  return now > until ? accountMessages.linkOver : accountMessages.linkUsed
}

/** Returns why the redirect from a mail's link, or from a provider, failed to sign in. */
export function answerProblem(code: string): string {
  if (isMailLinkCode(code)) return accountMessages.linkExpired
  return accountMessages.other(providerProblems[code.toLowerCase()] ?? providerProblem)
}

/** A problem of a new password, and which of its two fields it is about (spec section 5). */
export interface NewPasswordProblem {
  readonly field: 'password' | 'confirmation' | null
  readonly text: string
}

/** Checks a new password typed twice. Returns null if it may be sent. */
export function newPasswordProblem(password: string, confirmation: string): NewPasswordProblem | null {
  if (password === '') return { field: 'password', text: accountMessages.newPasswordMissing }
  if (confirmation === '') return { field: 'confirmation', text: accountMessages.newPasswordMissing }
  if (password !== confirmation) return { field: 'confirmation', text: accountMessages.passwordsDiffer }
  if (password.length < PASSWORD_MIN_LENGTH) return { field: 'password', text: accountMessages.passwordTooShort }
  return null
}

/** A problem of a password change, and which of its fields it is about. */
export interface PasswordChangeProblem {
  readonly field: 'current' | 'password' | 'confirmation' | null
  readonly text: string
}

/** Checks a password change before it is sent. Returns null if it may be. */
export function passwordChangeProblem(
  typed: Readonly<Record<'current' | 'password' | 'confirmation', string>>,
  hasPassword: boolean,
): PasswordChangeProblem | null {
  if (hasPassword && typed.current === '') return { field: 'current', text: accountMessages.passwordMissing }
  return newPasswordProblem(typed.password, typed.confirmation)
}

/** Returns why a password change was refused, and the field. */
export function refusedPassword(error: unknown): PasswordChangeProblem {
  if (codeOf(error) === 'invalid_password') return { field: 'current', text: accountMessages.other(messageOf(error)) }
  const { field, text } = refusedWords(error)
  return { field: field === 'password' ? field : null, text }
}

/** Returns the sentence for a refusal of the accounts library (spec sections 5 and 8), and the next stage of the form. */
export function refusedWords(error: unknown): Refused {
  switch (codeOf(error)) {
    case 'invalid_email_or_password':
      return { field: 'password', text: accountMessages.wrongPassword, next: 'stay' }
    case 'user_already_exists':
      return { field: null, text: accountMessages.userAlreadyExists, next: 'start' }
    case 'email_not_verified':
      return { field: null, text: accountMessages.notConfirmed, next: 'confirm' }
    case 'password_too_short':
      return { field: 'password', text: accountMessages.passwordTooShort, next: 'stay' }
    case 'invalid_two_factor_cookie':
    case 'too_many_attempts_request_new_code':
      return { field: null, text: accountMessages.other(messageOf(error)), next: 'start' }
    case 'invalid_otp':
    case 'otp_expired':
    case 'invalid_code':
    case 'invalid_backup_code':
      return { field: 'code', text: accountMessages.other(messageOf(error)), next: 'stay' }
    case 'password_guessable':
    case 'password_leaked':
      return { field: 'password', text: accountMessages.other(messageOf(error)), next: 'stay' }
    case 'disposable_email':
      return { field: 'email', text: accountMessages.other(messageOf(error)), next: 'stay' }
    case 'invalid_phone_number':
    case 'phone_number_exist':
      return { field: 'phone', text: accountMessages.other(messageOf(error)), next: 'stay' }
    case 'invalid_email':
      return { field: 'email', text: accountMessages.emailInvalid, next: 'stay' }
    default:
      return { field: null, text: accountMessages.other(messageOf(error)), next: 'stay' }
  }
}
