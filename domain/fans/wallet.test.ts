import { expect, it } from 'vitest'
import { isWalletChain, shortAddress } from './wallet.ts'

it.each([
  ['0x52908400098527886E0F7030069857D2E4169EE7', '0x5290…9EE7'],
  ['4Nd1mYQtBsiQuMSQWwoG4SWEu9JPkvzWyJpBbV6hGQcw', '4Nd1mY…GQcw'],
])('the address %s is shown as %s', (address, shown) => {
  expect(shortAddress(address)).toBe(shown)
})

it.each([
  ['ethereum', true],
  ['solana', true],
  ['google', false],
  ['credential', false],
])('%s is a wallet: %s', (way, is) => {
  expect(isWalletChain(way)).toBe(is)
})
