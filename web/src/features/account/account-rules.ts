import { PASSWORD_MIN_LENGTH } from '@tribune/domain/refresh.ts'
import { accountMessages } from '../../i18n/fr-account.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'

export type SignInMode = 'signIn' | 'signUp'
export type SignInField = 'email' | 'password'

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
export function missingIn(mode: SignInMode, email: string, password: string): FormProblem | null {
  if (email.trim() === '') return { field: 'email', text: accountMessages.emailMissing }
  if (password === '') return { field: 'password', text: accountMessages.passwordMissing }
  if (mode === 'signUp' && password.length < PASSWORD_MIN_LENGTH) {
    return { field: 'password', text: accountMessages.passwordTooShort }
  }
  return null
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

/** The sentence for a refusal of the accounts (spec sections 5 and 8), and what the form does next. */
export function refusedWords(error: unknown): Refused {
  switch (error instanceof ApiError ? error.code : '') {
    case 'invalid_email_or_password':
      return { field: 'password', text: accountMessages.wrongPassword, next: 'stay' }
    case 'user_already_exists':
      return { field: null, text: accountMessages.userAlreadyExists, next: 'signIn' }
    case 'email_not_verified':
      return { field: null, text: accountMessages.notConfirmed, next: 'confirm' }
    case 'password_too_short':
      return { field: 'password', text: accountMessages.passwordTooShort, next: 'stay' }
    case 'invalid_email':
      return { field: 'email', text: accountMessages.emailInvalid, next: 'stay' }
    default:
      return { field: null, text: accountMessages.other(messageOf(error)), next: 'stay' }
  }
}
