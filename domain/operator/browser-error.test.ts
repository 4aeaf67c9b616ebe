import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeError, engineOf, isLossOfWorker, MESSAGE_LENGTH, scrubMessage } from './browser-error.ts'

describe('a message', () => {
  test.each([
    // Identifiers of our own code stay.
    ["Cannot read properties of undefined (reading 'name')", "Cannot read properties of undefined (reading 'name')"],
    ['can\'t access property "name", x is undefined', "can't access property 'name', x is undefined"],
    ["undefined is not an object (evaluating 'a.b.c')", "undefined is not an object (evaluating 'a.b.c')"],
    ['x is not a function', 'x is not a function'],
    // Values go.
    [`Unexpected token 'j', "jean dupont" is not valid JSON`, 'Unexpected token [quoted] is not valid JSON'],
    [`"jean "le grand" dupont" is not valid JSON`, '[quoted] is not valid JSON'],
    [`Unexpected token 'j', "jean dup`, 'Unexpected token [quoted]'],
    [
      `Failed to execute 'querySelector' on 'Document': '#l'ami' is not a valid selector.`,
      `Failed to execute 'querySelector' on 'Document': [quoted] is not a valid selector.`,
    ],
    ["“jean reading 'x' dupont” was refused", '[quoted] was refused'],
    ['No fan jean.dupont+foot@example.fr here', 'No fan [mail] here'],
    ['No fan jean＠example.fr here', 'No fan [mail] here'],
    ['mail=jean%40example.fr', '[mail]'],
    ['Call 06 12 34 56 78', 'Call [number]'],
    ['Call +33 6 12 34 56 78 now', 'Call +[number] now'],
    ['Call 06.12.34.56.78 or 0033612345678', 'Call [token] or [token]'],
    ['Call ٠٦١٢٣٤٥٦٧٨', 'Call [number]'],
    ['Match 2078521 of 22 players', 'Match [number] of 22 players'],
    ['Code 123456', 'Code [number]'],
    ['Failed at https://tribune.fr/player/12?q=jean#x now', 'Failed at [address] now'],
    ['Failed at /match/12/jean now', 'Failed at [address] now'],
    ['Failed at rankings?q=jean now', 'Failed at [address] now'],
    ['Token eyJhbGciOi.J9eyJzdWIi.OiIxMjM0 refused', 'Token [token] refused'],
    ['Session 6f9619ff-8b86-d011-b42d-00c04fc964ff ended', 'Session [token] ended'],
    ['First line\nJean Dupont', 'First line'],
    ['  \n', ''],
  ])('%j is stored as %j', (message, stored) => {
    expect(scrubMessage(message)).toBe(stored)
  })

  const around = fc.tuple(fc.string({ maxLength: 40, unit: 'binary' }), fc.string({ maxLength: 40 }))

  test('has no mail address left, however it is surrounded', () => {
    fc.assert(
      fc.property(around, fc.emailAddress(), ([before, after], mail) => {
        const scrubbed = scrubMessage(`${before} ${mail} ${after}`)
        expect(scrubbed).not.toContain('@')
        expect(scrubbed).not.toContain(mail.split('@')[1])
      }),
    )
  })

  test('has no run of five digits left, however it is written', () => {
    const separator = fc.constantFrom('', ' ', '.', '-', ' (', ') ', '/', ', ')
    const digits = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), separator), { minLength: 5, maxLength: 20 })
    fc.assert(
      fc.property(around, digits, ([before, after], number) => {
        const scrubbed = scrubMessage(`${before} ${number.flat().join('')} ${after}`)
        expect(scrubbed).not.toMatch(/\d(?:[^\p{L}\d]{0,3}\d){4}/u)
      }),
    )
  })

  test('has at most its length, in well-formed characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (message) => {
        const scrubbed = scrubMessage(message)
        expect(Array.from(scrubbed).length).toBeLessThanOrEqual(MESSAGE_LENGTH)
        expect(scrubbed.isWellFormed()).toBe(true)
        expect(scrubbed).not.toMatch(/[\0\n\uE000\uE001]/)
      }),
    )
  })
})

describe('an error', () => {
  const ORIGIN = 'https://tribune.fr'
  const withStack = (stack: string) => ({ name: 'TypeError', message: 'x is not a function', stack })

  test.each([
    [
      'Chromium',
      `TypeError: x is not a function\n    at f (${ORIGIN}/assets/match-page-a8Fh2kL.js:1:2345)\n    at ${ORIGIN}/assets/index-B_-1234.js:12:9`,
      ['match-page-a8Fh2kL.js:1:2345', 'index-B_-1234.js:12:9'],
    ],
    ['WebKit', `f@${ORIGIN}/assets/index-B_-1234.js:1:2\n[native code]`, ['index-B_-1234.js:1:2']],
    ['the service worker', `Error: x\n    at ${ORIGIN}/sw.js:1:2`, ['sw.js:1:2']],
    ['another site', 'f@https://ailleurs.invalid/assets/index-B_-1234.js:1:2', []],
    ['a page', `f@${ORIGIN}/match/2078521?q=jean:1:2`, []],
    ['nowhere', '', []],
  ])('is placed by its frames in our own files, from %s', (_engine, stack, frames) => {
    expect(describeError(withStack(stack), ORIGIN)).toEqual({ message: 'TypeError: x is not a function', frames })
  })

  test('has at most three frames', () => {
    const stack = `${ORIGIN}/assets/index-B_-1234.js:1:2 `.repeat(9)
    expect(describeError(withStack(stack), ORIGIN)?.frames).toHaveLength(3)
  })

  test.each([
    ['an abort', new DOMException('', 'AbortError')],
    ['a refusal', { name: 'ApiError', message: 'Non.' }],
    ['an extension', withStack('at chrome-extension://abcdef/content.js:1:2')],
    ['an extension of Safari', withStack('f@safari-web-extension://abcdef/content.js:1:2')],
    ['a late layout', 'ResizeObserver loop completed with undelivered notifications.'],
  ])('is not reported for %s', (_name, thrown) => {
    expect(describeError(thrown, ORIGIN)).toBeNull()
  })

  test.each([
    ['Script error.', 'Script error.'],
    ['script error', 'Script error.'],
    ['Plain', 'Plain'],
    [{ fan: 'Jean' }, 'No message'],
    [undefined, 'No message'],
    [null, 'No message'],
    [12, 'No message'],
    [Symbol('jean'), 'No message'],
  ])('%j has the message %j and no place', (thrown, message) => {
    expect(describeError(thrown, ORIGIN)).toEqual({ message, frames: [] })
  })
})

test.each([
  [
    'Mozilla/5.0 (Linux; Android 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    'chromium',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/150.0.0.0', 'chromium'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/130.0 Mobile/15E148 Safari/604.1',
    'webkit',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 'gecko'],
  ['', 'other'],
])('%s is %s', (userAgent, engine) => {
  expect(engineOf(userAgent)).toBe(engine)
})

test.each([
  ['no-response', 'no-response :: [{"url":"/api/seasons"}]', true],
  ['QuotaExceededError', '', true],
  ['TypeError', 'Failed to fetch', true],
  ['TypeError', 'Load failed', true],
  ['TypeError', 'NetworkError when attempting to fetch resource.', true],
  ['TypeError', 'x is not a function', false],
])('%s « %s » in a worker is its loss of the network or storage: %s', (name, message, isLoss) => {
  expect(isLossOfWorker(name, message)).toBe(isLoss)
})
