import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canRelyOnSentCodes, type FirstProof, sentProofAfter } from './second-proof.ts'

const BOTH = { phone: true, email: true }
const FIRST: readonly FirstProof[] = ['phone', 'wallet', 'mailbox']

describe('the code of a second-factor challenge', () => {
  test.each([
    ['mailbox', BOTH, 'phone'],
    ['phone', BOTH, 'email'],
    ['wallet', BOTH, 'phone'],
    ['mailbox', { phone: false, email: true }, null],
    ['phone', { phone: true, email: false }, null],
    ['wallet', { phone: false, email: true }, 'email'],
    ['wallet', { phone: true, email: false }, 'phone'],
    ['wallet', { phone: false, email: false }, null],
  ] as const)('after a %s, for a fan with %o, goes to: %s', (first, has, to) => {
    expect(sentProofAfter(first, has)).toBe(to)
  })

  test('never goes to the contact of the first proof, nor to an unconfirmed one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FIRST), fc.boolean(), fc.boolean(), (first, phone, email) => {
        const to = sentProofAfter(first, { phone, email })
        expect(to === 'phone' && (first === 'phone' || !phone)).toBe(false)
        expect(to === 'email' && (first === 'mailbox' || !email)).toBe(false)
      }),
    )
  })

  test('reaches a fan who relies on sent codes alone, however they sign in', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FIRST), fc.boolean(), fc.boolean(), (first, phone, email) => {
        if (canRelyOnSentCodes({ phone, email })) expect(sentProofAfter(first, { phone, email })).not.toBeNull()
      }),
    )
  })
})
