import * as words from '@tribune/french/sentences/messages/mails.ts'
import { type MailText, signature } from '@tribune/french/sentences/messages/mails.ts'
import type { Mail } from '../infra/mail/mailer.ts'
import { escapeHtml } from '../kernel/text.ts'

/** Validity of links and codes, as stated in their texts. */
export const CONFIRMATION_LIFE_HOURS = 24
export const PASSWORD_RESET_LIFE_HOURS = 1
export const SIGN_IN_LIFE_MINUTES = 15
export const PHONE_CODE_LIFE_MINUTES = 10

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

const FONT = 'font-family:Archivo,Helvetica,Arial,sans-serif'

/** The light theme is inline, for clients that ignore style sheets; this overrides it in clients that support dark mode. */
const DARK = `
  .ground { background: #0b1020 !important; }
  .surface { background: #141b31 !important; border-color: #2a3558 !important; }
  .text { color: #f4f1e8 !important; }
  .quiet { color: #a7b0cc !important; }
  .gold { color: #f2c14e !important; }
  .silver { color: #c9d1de !important; }
  .bronze { color: #d98e55 !important; }
  .action { background: #c6f94a !important; color: #0b1020 !important; }`

/** Lays a mail out as plain text and as HTML, for both themes and without external resources. */
function layOut(mail: MailText, link: string | null): { text: string; html: string } {
  const action = mail.action === undefined || link === null ? null : { label: mail.action, link }
  return { text: plain(mail, action), html: page(mail, action) }
}

interface Action {
  readonly label: string
  readonly link: string
}

function plain({ title, paragraphs, afterwards }: MailText, action: Action | null): string {
  const link = action === null ? [] : [`${action.label}\u00a0:\n${action.link}`]
  return [title, ...paragraphs, ...link, ...afterwards, `-- \n${signature}`].join('\n\n')
}

function page({ preview, title, paragraphs, afterwards }: MailText, action: Action | null): string {
  const content = [
    ...paragraphs.map((text) => paragraph('text', 16, '#0b1020', text)),
    ...(action === null ? [] : [button(action)]),
    ...afterwards.map((text) => paragraph('quiet', 14, '#4b5573', text)),
  ]
  return frame(preview, title, content.join('\n'))
}

/** Frames the HTML of a mail's content: signature, title, and colours for both themes. `preview` and `title` are text. */
export function frame(preview: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; }
  @media (prefers-color-scheme: dark) {${DARK}
  }
</style>
</head>
<body class="ground" style="margin:0;padding:24px 12px;background:#f7f5ef;${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="surface" align="center" width="100%" cellpadding="0" cellspacing="0"
  style="max-width:480px;background:#ffffff;border:1px solid #dcd7c9;border-radius:12px;border-collapse:separate">
<tr><td style="padding:24px">
${paragraph('quiet', 14, '#4b5573', signature)}
<h1 class="text" style="margin:0 0 16px;font-size:24px;line-height:1.2;color:#0b1020">${escapeHtml(title)}</h1>
${content}
</td></tr>
</table>
</body>
</html>
`
}

export function paragraph(className: string, size: number, color: string, text: string): string {
  const style = `margin:0 0 16px;font-size:${size}px;line-height:1.5;color:${color}`
  return `<p class="${className}" style="${style}">${escapeHtml(text)}</p>`
}

export function button({ label, link }: Action): string {
  return `<p style="margin:0 0 16px"><a class="action" href="${escapeHtml(link)}"
  style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b1020;color:#c6f94a;font-size:16px;font-weight:700;text-decoration:none">${escapeHtml(label)}</a></p>`
}
