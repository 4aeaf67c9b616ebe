import { describe, expect, test } from 'vitest'
import { handoverIn, handoverPath, readAnswer } from './profile-address.ts'

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
