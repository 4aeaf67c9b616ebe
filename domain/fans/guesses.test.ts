import { expect, test } from 'vitest'
import {
  CODE_TRIES,
  freeGuesses,
  GUESS_WINDOW_S,
  guessPrice,
  MAX_CODE_TRIES,
  MAX_GUESS_PRICE,
  maxGuesses,
} from './guesses.ts'

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

test.each(['appCode', 'recoveryCode'] as const)('a code is guessed at twenty times in a window: %s', (secret) => {
  expect([guessPrice(secret, 20), guessPrice(secret, 21)]).toEqual([16, null])
})

test.each(['mailCode', 'phoneCode', 'sentCode'] as const)(
  'a code that was sent is guessed at ten times in a window by those who did not ask for it, five of them free: %s',
  (secret) => {
    expect([5, 6, 7, 8, 10, 11].map((nth) => guessPrice(secret, nth))).toEqual([0, 1, 1, 2, 4, null])
    expect(freeGuesses(secret)).toBe(5)
  },
)

test('a sent code outlives all guesses of strangers, and a day of them finds one with a chance of 0.22 % at most', () => {
  const mailsAnHour = 10
  // A code may live at the turn of two windows, and of two hours.
  const ofStrangers = 2 * maxGuesses('mailCode') + 2 * mailsAnHour * CODE_TRIES
  expect(ofStrangers).toBeLessThan(MAX_CODE_TRIES)
  const aDay = (maxGuesses('mailCode') * 86_400) / GUESS_WINDOW_S + 24 * mailsAnHour * CODE_TRIES
  expect(aDay).toBe(2_160)
})

test('any number of strangers finds secrets no faster than the decision record states', () => {
  const windowsADay = 86_400 / GUESS_WINDOW_S
  expect(maxGuesses('password') * windowsADay).toBe(2_880)
  // For an app, three of a million codes are right at any time.
  expect((3 * maxGuesses('appCode') * windowsADay) / 1e6).toBeLessThan(0.006)
})

test('keeping strangers from a password costs minutes of a phone in each quarter of an hour', () => {
  const prices = Array.from({ length: maxGuesses('password') }, (_, n) => guessPrice('password', n + 1) ?? 0)
  expect(prices.reduce((sum, price) => sum + price, 0)).toBe(362)
})
