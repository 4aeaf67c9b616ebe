import { describe, expect, test } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { linkProblem, newPasswordProblem, problemIn, refusedWords } from './account-rules.ts'

describe('a form before it is sent', () => {
  test.each([
    ['password', '', '', 'email', '⚠️ Entre ton email'],
    ['password', '  ', 'secret', 'email', '⚠️ Entre ton email'],
    ['password', 'a@b.fr', '', 'password', '⚠️ Entre ton mot de passe'],
    ['signUp', 'a@b.fr', '', 'password', '⚠️ Entre ton mot de passe'],
    ['signUp', 'a@b.fr', '12345', 'password', '⚠️ Le mot de passe doit faire au moins 6 caractères'],
    ['forgot', ' ', '', 'email', '⚠️ Entre ton email pour réinitialiser ton mot de passe'],
    ['mail', ' ', '', 'email', '⚠️ Entre ton email'],
  ] as const)('%s with %j and %j', (stage, email, password, field, text) => {
    expect(problemIn(stage, { email, password, code: '', phone: '' })).toEqual({ field, text })
  })

  test.each(['', '12345', '1234567', '12345x', '１２３４５６'])('refuses the code %j', (code) => {
    const problem = { field: 'code', text: '⚠️ Entre le code à 6 chiffres' }
    expect(problemIn('linkSent', { email: 'a@b.fr', password: '', code, phone: '' })).toEqual(problem)
  })

  test('requires a phone number, and leaves its validation to the server', () => {
    const empty = { email: '', password: '', code: '', phone: ' ' }
    expect(problemIn('phone', empty)).toEqual({ field: 'phone', text: '⚠️ Entre ton numéro de mobile' })
    expect(problemIn('phone', { ...empty, phone: '06' })).toBeNull()
  })

  test.each(['12345', 'abcde', 'abcde-abcd', '1234567'])('refuses the second-factor code %j', (code) => {
    const problem = { field: 'code', text: '⚠️ Entre le code à 6 chiffres, ou un code de secours' }
    expect(problemIn('factor', { email: '', password: '', phone: '', code })).toEqual(problem)
  })

  test.each(['123456', '123 456', 'abcde-23456', ' abcde23456 '])('accepts the second-factor code %j', (code) => {
    expect(problemIn('factor', { email: '', password: '', phone: '', code })).toBeNull()
  })

  test.each(['123456', '123 456', ' 123\u202f456 '])('accepts the code %j', (code) => {
    expect(problemIn('linkSent', { email: 'a@b.fr', password: '', code, phone: '' })).toBeNull()
  })

  test('refuses a short password only for a new account, because an old one may have it', () => {
    expect(problemIn('password', { email: 'a@b.fr', password: '12345', code: '', phone: '' })).toBeNull()
    expect(problemIn('signUp', { email: 'a@b.fr', password: '123456', code: '', phone: '' })).toBeNull()
  })
})

describe('a new password', () => {
  test.each([
    ['', '', 'password', '⚠️ Entre ton nouveau mot de passe et confirme-le'],
    ['', 'secret', 'password', '⚠️ Entre ton nouveau mot de passe et confirme-le'],
    ['secret', '', 'confirmation', '⚠️ Entre ton nouveau mot de passe et confirme-le'],
    ['secret', 'Secret', 'confirmation', '⚠️ Les mots de passe ne correspondent pas'],
    ['12345', '12345', 'password', '⚠️ Le mot de passe doit faire au moins 6 caractères'],
  ])('%j and %j is refused at the %s', (password, confirmation, field, text) => {
    expect(newPasswordProblem(password, confirmation)).toEqual({ field, text })
  })

  test('with six characters is accepted if both entries match', () => {
    expect(newPasswordProblem('123456', '123456')).toBeNull()
  })
})

describe('a link that fails to sign in', () => {
  const dead = new ApiError('invalid_token', 'Ce lien n’est plus valable.', { status: 400 })

  test('counts as used before its end, and as expired after it', () => {
    const used =
      '⚠️ Ce lien a déjà servi, ou un e-mail plus récent l’a remplacé. Demandes-en un nouveau\u00a0: son code à 6 chiffres te connecte aussi.'
    expect(linkProblem(dead, 1_000, 1_000)).toBe(used)
    expect(linkProblem(dead, 1_000, 1_001)).toMatch(/^⚠️ Ce lien a expiré/)
    expect(linkProblem(dead, Number.NaN, 1_000)).toBe(used)
  })

  test('may not have reached the server at all', () => {
    const silence = new ApiError('offline', 'Tu es hors ligne.', {})
    expect(linkProblem(silence, 1_000, 5_000)).toBe('❌ Erreur: Tu es hors ligne.')
  })
})

describe('a refusal of the accounts library', () => {
  const refused = (code: string, message = 'Trop de demandes.') =>
    refusedWords(new ApiError(code, message, { status: 400 }))

  test('has the same sentence for a wrong password and for an unknown account', () => {
    const { text, next } = refused('invalid_email_or_password')
    expect(text).toMatch(
      /^❌ Mot de passe incorrect\. Vérifie ton mot de passe, utilise "Mot de passe oublié\u202f\?" /,
    )
    expect(text).toContain('ou "Créer un compte"')
    expect(next).toBe('stay')
  })

  test('of a known e-mail leads to the first stage', () => {
    expect(refused('user_already_exists')).toEqual({
      field: null,
      text: '⚠️ Un compte existe déjà avec cet email (peut-être créé avec Google/Apple). Utilisez la connexion.',
      next: 'start',
    })
  })

  test('of an unconfirmed address leads to the mail', () => {
    expect(refused('email_not_verified').next).toBe('confirm')
  })

  test.each([
    ['password_too_short', 'password'],
    ['invalid_email', 'email'],
  ])('with the code %s is shown at its field', (reason, field) => {
    expect(refused(reason).field).toBe(field)
  })

  test('of any other kind shows its message as an error', () => {
    expect(refused('too_many_requests').text).toBe('❌ Erreur: Trop de demandes.')
    expect(refusedWords(new Error('boom')).text).toMatch(/^❌ Erreur: /)
  })
})
