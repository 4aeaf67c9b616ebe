import * as words from '@tribune/french/sentences/messages/mails.ts'
import type { Mail } from '../../infra/mail/mailer.ts'
import { layOut } from './layout.ts'
import { PHONE_CODE_LIFE_MINUTES } from './texts.ts'

/** Validity of the links, as stated in the texts below. */
export const CONFIRMATION_LIFE_HOURS = 24
export const PASSWORD_RESET_LIFE_HOURS = 1
export const SIGN_IN_LIFE_MINUTES = 15

/** Makes the mail that confirms an address: its link opens the account. */
export function confirmationMail(to: string, link: string): Mail {
  return mail(to, words.confirmation(CONFIRMATION_LIFE_HOURS), link)
}

/** Makes the mail with a link to choose a new password. */
export function passwordResetMail(to: string, link: string): Mail {
  return mail(to, words.passwordReset(PASSWORD_RESET_LIFE_HOURS), link)
}

/** Makes the mail that notifies a fan of a changed or first password. */
export function passwordChangedMail(to: string, resetPage: string): Mail {
  return mail(to, words.passwordChanged, resetPage)
}

/** Makes the mail that notifies a fan of the end of their account, where the operator has deleted it. */
export function accountDeletedMail(to: string): Mail {
  return mail(to, words.accountDeleted)
}

/** Makes the mail to the operator about what needs an act. */
export function operatorMail(to: string, text: words.MailText, area: string): Mail {
  return mail(to, text, area)
}

/** Makes the mail with the code of a second-factor challenge, for a fan who signs in with a phone or a wallet. */
export function factorMail(to: string, code: string): Mail {
  return mail(to, words.factor(code, PHONE_CODE_LIFE_MINUTES))
}

/**
 * Makes the mail that signs in or up: by its link, or by its code on the device that requested it.
 * @param isKnown Whether the address has an account that somebody has signed in to before.
 */
export function signInMail(to: string, link: string, code: string, isKnown: boolean): Mail {
  return mail(to, words.signIn(code, isKnown, SIGN_IN_LIFE_MINUTES), link)
}

function mail(to: string, text: words.MailText, link: string | null = null): Mail {
  return { to, subject: text.subject, ...layOut(text, link) }
}
