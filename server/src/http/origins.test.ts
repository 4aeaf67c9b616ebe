import { describe, expect, test } from 'vitest'
import { createForeignCheck, trustedOrigins } from './origins.ts'

describe('the pages that may act for a fan', () => {
  test.each([
    ['https://tribune.invalid', ['https://tribune.invalid']],
    ['https://tribune.invalid:8443', ['https://tribune.invalid:8443']],
    ['http://localhost:3000', ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']],
    ['http://127.0.0.1:3000', ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']],
    ['http://localhost.invalid:3000', ['http://localhost.invalid:3000']],
  ])('of a product at %s are %j', (publicUrl, origins) => {
    expect(trustedOrigins(publicUrl)).toEqual(origins)
  })
})

describe('a call to https://tribune.invalid', () => {
  const isForeign = createForeignCheck('https://tribune.invalid')
  const OURS = 'https://tribune.invalid'
  const OTHER = 'https://ailleurs.invalid'
  test.each([
    ['of no browser', {}, false],
    ['of our page', { 'sec-fetch-site': 'same-origin', origin: OURS }, false],
    [
      'of our page under another name',
      { 'sec-fetch-site': 'same-origin', origin: 'https://www.tribune.invalid' },
      false,
    ],
    ['typed by the fan', { 'sec-fetch-site': 'none' }, false],
    ['of our page in an old browser', { origin: OURS }, false],
    ['of another site', { 'sec-fetch-site': 'cross-site', origin: OTHER }, true],
    ['of another site that hides', { 'sec-fetch-site': 'cross-site', origin: 'null' }, true],
    ['of another site under our name', { 'sec-fetch-site': 'cross-site', origin: OURS }, true],
    ['of another site in an old browser', { origin: OTHER }, true],
    ['of a page in a frame, in an old browser', { origin: 'null' }, true],
    ['of a neighbour', { 'sec-fetch-site': 'same-site', origin: 'https://blog.tribune.invalid' }, true],
    ['of our page unsafe on its way', { origin: 'http://tribune.invalid' }, true],
    ['of a page on the fan’s machine', { origin: 'http://localhost:3000' }, true],
    ['of the native app', { authorization: 'Bearer a.b', origin: 'capacitor://localhost' }, false],
    ['with a password of the browser’s', { authorization: 'Basic YTpi', origin: OTHER }, true],
  ])('%s is foreign: %o → %s', (_name, headers, foreign) => {
    expect(isForeign(headers)).toBe(foreign)
  })
})

describe('a call to http://localhost:3000', () => {
  const isForeign = createForeignCheck('http://localhost:3000')
  test.each([
    ['http://localhost:5173', false],
    ['http://127.0.0.1:3000', false],
    ['http://[::1]:8080', false],
    ['http://localhost.invalid', true],
    ['https://ailleurs.invalid', true],
    ['nonsense', true],
  ])('of a page at %s is foreign: %s', (origin, foreign) => {
    expect(isForeign({ origin })).toBe(foreign)
  })
})
