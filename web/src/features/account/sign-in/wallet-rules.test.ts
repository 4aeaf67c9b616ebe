import { describe, expect, test, vi } from 'vitest'
import { withWallet } from './use-wallets.ts'
import { harmlessName, hexOf, type Wallet, walletRefusal } from './wallet-rules.ts'

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
