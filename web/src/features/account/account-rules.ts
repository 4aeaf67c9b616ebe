import { isOneTimeCode } from '@tribune/domain/one-time-code.ts'
import { PASSWORD_MIN_LENGTH } from '@tribune/domain/refresh.ts'
import { accountMessages, deletion, providerProblem, providerProblems } from '../../i18n/fr-account.ts'
import { ApiError, messageOf } from '../../lib/http/api-error.ts'

export type SignInMode = 'signIn' | 'signUp'
/** Where the fan stands: at a form, or before a mail that is on its way. */
export type FormStage = SignInMode | 'link' | 'phone' | 'forgot'
export type SignInStage = FormStage | 'confirm' | 'resetSent' | 'linkSent' | 'phoneSent' | 'factor'
export type SignInField = 'email' | 'password' | 'phone' | 'code'

/** A sentence, and the field it is about; null when it is about none. */
export interface FormProblem {
  readonly field: SignInField | null
  readonly text: string
}

/** What happened to a refused sign-in or sign-up, and where the form goes from there. */
export interface Refused extends FormProblem {
  readonly next: 'stay' | 'signIn' | 'confirm'
}

/** What is missing before anything is sent (spec section 5), the first field first. */
function missingIn(mode: SignInMode, email: string, password: string): FormProblem | null {
  if (email.trim() === '') return { field: 'email', text: accountMessages.emailMissing }
  if (password === '') return { field: 'password', text: accountMessages.passwordMissing }
  if (mode === 'signUp' && password.length < PASSWORD_MIN_LENGTH) {
    return { field: 'password', text: accountMessages.passwordTooShort }
  }
  return null
}

/** What is wrong with a form of any stage before anything is sent; null when it may be. */
export function problemIn(
  stage: SignInStage,
  { email, password, phone, code }: Readonly<Record<SignInField, string>>,
): FormProblem | null {
  const unknown = email.trim() === ''
  if (stage === 'forgot') return unknown ? { field: 'email', text: accountMessages.resetEmailMissing } : null
  if (stage === 'link') return unknown ? { field: 'email', text: accountMessages.emailMissing } : null
  if (stage === 'phone') return phone.trim() === '' ? { field: 'phone', text: accountMessages.phoneMissing } : null
  if (stage === 'linkSent' || stage === 'phoneSent') return codeProblem(code)
  if (stage === 'factor') return factorProblem(code)
  return missingIn(stage === 'signUp' ? 'signUp' : 'signIn', email, password)
}

/** What is missing of a code by mail; spaces, as the mail writes it, do not count. */
function codeProblem(code: string): FormProblem | null {
  return isOneTimeCode(code) ? null : { field: 'code', text: accountMessages.codeMissing }
}

/** What is missing of a code of the fan's app, or of a recovery code. */
function factorProblem(code: string): FormProblem | null {
  const isCode = isOneTimeCode(code) || RECOVERY_CODE.test(code.trim())
  return isCode ? null : { field: 'code', text: accountMessages.factorCodeMissing }
}

const RECOVERY_CODE = /^\w{5}-?\w{5}$/

/** What is missing of an app's first code, as a sentence. */
export function factorCodeProblem(code: string): string | null {
  return codeProblem(code)?.text ?? null
}

/** The code of a refusal; empty for anything else. */
export function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : ''
}

/** Why an account did not end (spec section 8); a failure that says nothing has a sentence of its own. */
export function deletionProblem(error: unknown): string {
  const code = codeOf(error)
  if (code === 'not_authenticated') return deletion.noSession
  return code === 'unreadable' ? deletion.silent : messageOf(error)
}

/** Whether the fan signed in too long ago for what they ask. */
export function mustSignInAgain(error: unknown): boolean {
  return codeOf(error) === 'sign_in_again'
}

/** Whether a link by mail is worth nothing any more. */
export function isDeadLink(error: unknown): boolean {
  return codeOf(error) === 'invalid_token'
}

/** Why a link by mail did not sign anybody in. `until` is when it ended by its own words, in milliseconds. */
export function linkProblem(error: unknown, until: number, now: number): string {
  if (!isDeadLink(error)) return accountMessages.other(messageOf(error))
  return now > until ? accountMessages.linkOver : accountMessages.linkUsed
}

/** Codes that the links of mails bring. */
const MAIL_LINK_CODE = /token|expired|attempts/i

/** Whether a code says that the link of a mail is dead. */
export function isMailLinkCode(code: string): boolean {
  return MAIL_LINK_CODE.test(code)
}

/** Why the way back from a mail's link, or from a provider, signed nobody in. */
export function answerProblem(code: string): string {
  if (isMailLinkCode(code)) return accountMessages.linkExpired
  return accountMessages.other(providerProblems[code.toLowerCase()] ?? providerProblem)
}

/** What is wrong with a new password, and at which of its two fields (spec section 5). */
export interface NewPasswordProblem {
  readonly field: 'password' | 'confirmation' | null
  readonly text: string
}

/** Checks a new password typed twice; null when it may be sent. */
export function newPasswordProblem(password: string, confirmation: string): NewPasswordProblem | null {
  if (password === '') return { field: 'password', text: accountMessages.newPasswordMissing }
  if (confirmation === '') return { field: 'confirmation', text: accountMessages.newPasswordMissing }
  if (password !== confirmation) return { field: 'confirmation', text: accountMessages.passwordsDiffer }
  if (password.length < PASSWORD_MIN_LENGTH) return { field: 'password', text: accountMessages.passwordTooShort }
  return null
}

/** What is wrong with a change of password, and at which of its fields. */
export interface PasswordChangeProblem {
  readonly field: 'current' | 'password' | 'confirmation' | null
  readonly text: string
}

/** Checks a change of password before it is sent; null when it may be. */
export function passwordChangeProblem(
  typed: Readonly<Record<'current' | 'password' | 'confirmation', string>>,
  hasPassword: boolean,
): PasswordChangeProblem | null {
  if (hasPassword && typed.current === '') return { field: 'current', text: accountMessages.passwordMissing }
  return newPasswordProblem(typed.password, typed.confirmation)
}

/** Why a change of password was refused, and at which field. */
export function refusedPassword(error: unknown): PasswordChangeProblem {
  if (codeOf(error) === 'invalid_password') return { field: 'current', text: accountMessages.other(messageOf(error)) }
  const { field, text } = refusedWords(error)
  return { field: field === 'password' ? field : null, text }
}

/** The sentence for a refusal of the accounts (spec sections 5 and 8), and what the form does next. */
export function refusedWords(error: unknown): Refused {
  switch (codeOf(error)) {
    case 'invalid_email_or_password':
      return { field: 'password', text: accountMessages.wrongPassword, next: 'stay' }
    case 'user_already_exists':
      return { field: null, text: accountMessages.userAlreadyExists, next: 'signIn' }
    case 'email_not_verified':
      return { field: null, text: accountMessages.notConfirmed, next: 'confirm' }
    case 'password_too_short':
      return { field: 'password', text: accountMessages.passwordTooShort, next: 'stay' }
    case 'invalid_two_factor_cookie':
    case 'too_many_attempts_request_new_code':
      return { field: null, text: accountMessages.other(messageOf(error)), next: 'signIn' }
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
