import { describe, expect, test } from 'vitest'
import { handoverIn, handoverPath } from './profile-address.ts'

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
