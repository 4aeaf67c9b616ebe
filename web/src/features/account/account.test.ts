import { describe, expect, it, test, vi } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { linkProblem, newPasswordProblem, problemIn, refusedWords } from './account-rules.ts'
import { fanName, phoneWords } from './profile/fan-words.ts'
import { deviceName } from './security/device-words.ts'
import { withWallet } from './sign-in/use-wallets.ts'
import { harmlessName, hexOf, type Wallet, walletRefusal } from './sign-in/wallet-rules.ts'
import { handoverIn, handoverPath, readAnswer } from './sign-in-return/profile-address.ts'

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

test.each([
  [{ email: 'a@stade.invalid', phone: '+33612345678' }, 'a@stade.invalid'],
  [{ email: null, phone: '+33612345678' }, '06\u00a012\u00a034\u00a056\u00a078'],
  [{ email: null, phone: null }, 'Supporter'],
])('%o is called %j', (fan, name) => {
  expect(fanName(fan)).toBe(name)
})

it.each([
  ['+33612345678', '06\u00a012\u00a034\u00a056\u00a078'],
  ['+32470123456', '+32470123456'],
  ['', ''],
])('%j is shown as %j', (phone, words) => {
  expect(phoneWords(phone)).toBe(words)
})

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome sur Android'],
  [`${ANDROID} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, 'Samsung Internet sur Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari sur iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome sur iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge sur Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox sur Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox sur Linux'],
  ['curl/8.0', 'Appareil inconnu'],
  ['', 'Appareil inconnu'],
  [null, 'Appareil inconnu'],
])('%j is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test.each([
  ['MetaMask', 'MetaMask'],
  ['  Coin\u00a0base \n Wallet ', 'Coin base Wallet'],
  ['\u202eksaMateM\u0000', 'ksaMateM'],
  ['<b>Gras</b>', '<b>Gras</b>'],
  ['👛'.repeat(40), '👛'.repeat(24)],
  ['\u200b\u200b', ''],
  [12, ''],
  [undefined, ''],
])('the name %j is shown as %j', (name, shown) => {
  expect(harmlessName(name)).toBe(shown)
})

test.each([
  [{ code: 4001, message: 'x' }, 'refused'],
  [new Error('User rejected the request.'), 'refused'],
  [new Error('Approval denied'), 'refused'],
  [{ code: -32_002, message: 'Request of type wallet_requestPermissions already pending' }, 'pending'],
  [{ code: 4100 }, 'silent'],
  [null, 'silent'],
  ['locked', 'silent'],
])('a wallet that throws %j means %s', (thrown, meaning) => {
  expect(walletRefusal(thrown)).toBe(meaning)
})

test('bytes are converted to hexadecimal digits', () => {
  expect([hexOf([]), hexOf(Uint8Array.of(0, 10, 255))]).toEqual(['0x', '0x000aff'])
})

describe('the wallets of a page', () => {
  const wallet = (name: string, chain: Wallet['chain'] = 'ethereum'): Wallet => ({ name, chain, connect: vi.fn() })

  test('are listed once for each chain, however often they announce themselves', () => {
    const all = [wallet('A'), wallet('A'), wallet('A', 'solana'), wallet('B')].reduce<readonly Wallet[]>(withWallet, [])
    expect(all.map(({ name, chain }) => `${name} ${chain}`)).toEqual(['A ethereum', 'A solana', 'B ethereum'])
  })

  test('are four at most', () => {
    expect(
      ['A', 'B', 'C', 'D', 'E'].map((name) => wallet(name)).reduce<readonly Wallet[]>(withWallet, []),
    ).toHaveLength(4)
  })
})

const APP = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

describe('a handover to the app', () => {
  test.each([
    [`/profile?app=${APP}`, { challenge: APP, alone: false, provider: null }],
    [`/profile?app=${APP}&alone=1`, { challenge: APP, alone: true, provider: null }],
    [`/profile?app=${APP}&provider=google&error=access_denied`, { challenge: APP, alone: false, provider: 'google' }],
  ])('is requested by %s', (path, handover) => {
    expect(handoverIn(path)).toEqual(handover)
  })

  test.each([
    '/profile',
    '/profile?app=',
    '/profile?app=garbage',
    `/profile?app=${APP}A`,
    `/profile?app=${APP.slice(1)}`,
    `/profile?app=${APP.replace('-', '%00')}`,
    `/profile?app=javascript:alert(1)`,
    `/points?app=${APP}`,
    `//evil.invalid/profile?app=${APP}`,
    '',
  ])('is not requested by %s', (path) => {
    expect(handoverIn(path)).toBeNull()
  })

  test.each([true, false])(
    'continues after other pages, without the provider, which is used once (alone: %s)',
    (alone) => {
      const path = handoverPath({ challenge: APP, alone, provider: 'google' })
      expect(handoverIn(path)).toEqual({ challenge: APP, alone, provider: null })
    },
  )
})

describe('an address of the profile', () => {
  const link = { kind: 'signIn', token: '12', until: Number.NaN, back: '/profile' }

  test.each([
    ['', { kind: 'none' }],
    ['?app=garbage&provider=google', { kind: 'none' }],
    ['?link=12', { kind: 'exchange', link }],
    ['?link=12&until=1700&back=/match/7', { kind: 'exchange', link: { ...link, until: 1700, back: '/match/7' } }],
    ['?confirm=12&back=//evil.invalid', { kind: 'exchange', link: { ...link, kind: 'confirm' } }],
    ['?confirm=12&back=/%09/evil.invalid', { kind: 'exchange', link: { ...link, kind: 'confirm' } }],
    ['?error=access_denied', { kind: 'refused', error: 'access_denied', deadReset: false }],
    ['?type=recovery&error=INVALID_TOKEN', { kind: 'refused', error: 'INVALID_TOKEN', deadReset: true }],
    ['?type=recovery&error=access_denied', { kind: 'refused', error: 'access_denied', deadReset: false }],
    ['?type=recovery', { kind: 'recovery', recovery: { confirmed: null } }],
    ['?type=recovery&confirmed=/match/7', { kind: 'recovery', recovery: { confirmed: '/match/7' } }],
    ['?type=recovery&confirmed=javascript:alert(1)', { kind: 'recovery', recovery: { confirmed: null } }],
    ['?factor=app+guess&back=/match/7', { kind: 'proving', proving: { proofs: ['app'], back: '/match/7' } }],
  ])('with %s asks for one thing', (search, answer) => {
    expect(readAnswer(search)).toEqual(answer)
  })
})
