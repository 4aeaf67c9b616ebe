import { describe, expect, it } from 'vitest'
import { confirmationMail, passwordResetMail } from './mails.ts'

const LINK = 'https://tribune.invalid/api/auth/verify-email?token=abc&callbackURL=%2F"><script>'

describe.each([
  ['confirmation', confirmationMail('a@stade.invalid', LINK), '24\u00a0heures'],
  ['new password', passwordResetMail('a@stade.invalid', LINK), '1\u00a0heure'],
])('the %s mail', (_name, mail, life) => {
  it('has its link and validity in the text and in the HTML', () => {
    expect(mail.text).toContain(`\n${LINK}\n`)
    expect(mail.text).toContain(life)
    expect(mail.html).toContain('token=abc&amp;callbackURL')
    expect(mail.html).toContain(life)
  })

  it('escapes the link inside its attribute', () => {
    expect(mail.html).not.toContain('<script>')
  })

  it('has colours for both themes and no external resources', () => {
    expect(mail.html).toContain('name="color-scheme" content="light dark"')
    expect(mail.html).toContain('@media (prefers-color-scheme: dark)')
    expect(mail.html).not.toMatch(/<(img|link|script)|url\(/)
  })
})
