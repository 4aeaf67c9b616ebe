import { expect, test } from 'vitest'
import { GUESS_WINDOW_S, guessPrice, MAX_GUESS_PRICE, maxGuesses } from './guesses.ts'

test.each([
  [1, 0],
  [10, 0],
  [11, 1],
  [12, 1],
  [13, 2],
  [15, 4],
  [19, 16],
  [21, MAX_GUESS_PRICE],
  [30, MAX_GUESS_PRICE],
  [31, null],
])('the %ith guess of strangers at a password costs %s', (nth, price) => {
  expect(guessPrice('password', nth)).toBe(price)
})

test.each(['mailCode', 'phoneCode', 'appCode', 'sentCode', 'recoveryCode'] as const)(
  'a code is guessed at twenty times in a window: %s',
  (secret) => {
    expect([guessPrice(secret, 20), guessPrice(secret, 21)]).toEqual([16, null])
  },
)

test('strangers, however many, find what they find no faster than the record says', () => {
  const windowsADay = 86_400 / GUESS_WINDOW_S
  expect(maxGuesses('password') * windowsADay).toBe(2_880)
  // A code lives ten minutes or more and is void after five wrong tries; of a million codes, three are right at once for an app.
  expect((3 * maxGuesses('appCode') * windowsADay) / 1e6).toBeLessThan(0.006)
})

test('keeping strangers from a password costs minutes of a phone in each quarter of an hour', () => {
  const prices = Array.from({ length: maxGuesses('password') }, (_, n) => guessPrice('password', n + 1) ?? 0)
  expect(prices.reduce((sum, price) => sum + price, 0)).toBe(362)
})
