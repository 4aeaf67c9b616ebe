import { describe, expect, test } from 'vitest'
import { handoverIn, handoverPath } from './app-handover.ts'

const APP = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

describe('a way back into the app', () => {
  test.each([
    [`/profile?app=${APP}`, { challenge: APP, alone: false, provider: null }],
    [`/profile?app=${APP}&alone=1`, { challenge: APP, alone: true, provider: null }],
    [`/profile?app=${APP}&provider=google&error=access_denied`, { challenge: APP, alone: false, provider: 'google' }],
  ])('is asked for by %s', (path, handover) => {
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
  ])('is not asked for by %s', (path) => {
    expect(handoverIn(path)).toBeNull()
  })

  test.each([true, false])('goes on after other pages, without the provider asked for once (alone: %s)', (alone) => {
    const path = handoverPath({ challenge: APP, alone, provider: 'google' })
    expect(handoverIn(path)).toEqual({ challenge: APP, alone, provider: null })
  })
})
