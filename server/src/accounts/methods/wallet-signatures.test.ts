import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { Visitor } from '../../testing/accounts.ts'
import { ORIGIN } from '../../testing/constants.ts'
import { accountsServerForFile } from '../../testing/for-file.ts'
import {
  askToSign,
  enterByWallet,
  ethereumWallet,
  signedBy,
  solanaWallet,
  type TestWallet,
} from '../../testing/wallets.ts'
import { walletMessage } from './wallet.ts'

const server = accountsServerForFile()
const VERIFY = '/api/auth/wallet/verify'
const CHALLENGE = '/api/auth/wallet/challenge'
/** The order of the curve's group: a signature (r, s) is as good with s taken from it. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

type Answer = Awaited<ReturnType<Visitor['post']>>
const me = async (visitor: Visitor) => (await visitor.get('/api/me')).json().fan
const refusal = (answer: Answer) => [answer.statusCode, answer.json().error?.code]

/** Signs up, or in. */
async function comeIn(wallet: TestWallet): Promise<Visitor> {
  const visitor = new Visitor(server)
  expect((await enterByWallet(visitor, wallet)).statusCode).toBe(200)
  return visitor
}

describe('a message to sign', () => {
  it('is what EIP-4361 says, for this site, one account and five minutes', async () => {
    const wallet = ethereumWallet()
    const { message, nonce } = await askToSign(new Visitor(server), wallet)
    const read = parseSiweMessage(message)
    const { host: domain } = new URL(ORIGIN)
    expect(validateSiweMessage({ message: read, address: wallet.address as `0x${string}`, domain, nonce })).toBe(true)
    expect(read).toMatchObject({ uri: ORIGIN, version: '1', chainId: 1, statement: expect.stringMatching(/^[ -~]+$/) })
    const life = Number(read.expirationTime) - Number(read.issuedAt)
    expect(life).toBe(5 * MINUTE_MS)
  })

  it('names the chain, so that no signature is valid on the other', () => {
    const challenge = { nonce: 'a', issuedAt: new Date(0), endsAt: new Date(1) }
    const [ethereum, solana] = (['ethereum', 'solana'] as const).map((chain) =>
      walletMessage(ORIGIN, { chain, address: 'x' }, challenge).split('\n'),
    )
    expect(solana?.[0]).toBe('tribune.invalid:3000 wants you to sign in with your Solana account:')
    expect(solana).toContain('Chain ID: mainnet')
    expect(ethereum?.filter((line) => !solana?.includes(line))).toEqual([
      'tribune.invalid:3000 wants you to sign in with your Ethereum account:',
      'Chain ID: 1',
    ])
  })

  it('is found only by its own chain and account, in any spelling of the address', async () => {
    const [visitor, wallet] = [new Visitor(server), ethereumWallet()]
    const small = { ...wallet, address: wallet.address.toLowerCase() }
    const big = { ...wallet, address: `0x${wallet.address.slice(2).toUpperCase()}` }
    const { nonce, message } = await askToSign(visitor, small)
    expect(message).toContain(`\n${wallet.address}\n`)
    const proof = { nonce, signature: await wallet.sign(message) }
    const { address } = solanaWallet()
    expect(refusal(await visitor.post(VERIFY, { ...proof, chain: 'solana', address }))).toEqual([401, 'challenge_over'])
    expect((await visitor.post(VERIFY, { ...proof, chain: 'ethereum', address: big.address })).statusCode).toBe(200)
    expect((await me(await comeIn(small))).id).toBe((await me(visitor)).id)
  })

  it('is written thirty times a minute for one client address, at most', async () => {
    const [visitor, { chain, address }] = [new Visitor(server), ethereumWallet()]
    const statuses: number[] = []
    for (let asked = 0; asked < 32; asked += 1) {
      statuses.push((await visitor.post(CHALLENGE, { chain, address })).statusCode)
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429])
  })

  it('stores nothing here that names the account', async () => {
    const wallet = ethereumWallet()
    const { nonce, message } = await askToSign(new Visitor(server), wallet)
    const { rows } = await server.tribune.app.pool.query('SELECT t::text AS row FROM auth.verification t')
    const all = rows.map(({ row }) => row).join('\n')
    expect(all).toContain(/Issued At: (.*)/.exec(message)?.[1])
    expect(all).not.toContain(nonce)
    expect(all.toLowerCase()).not.toContain(wallet.address.toLowerCase().slice(2))
  })

  it.each([
    ['nothing', {}],
    ['another chain', { chain: 'bitcoin', address: '0x' }],
    ['an address of the other chain', { chain: 'solana', address: ethereumWallet().address }],
    ['an address of the other chain, too', { chain: 'ethereum', address: solanaWallet().address }],
    ['an address too short', { chain: 'ethereum', address: '0x12' }],
    ['a key too short', { chain: 'solana', address: '1'.repeat(33) }],
    ['an address in other letters', { chain: 'ethereum', address: `0x${'１'.repeat(40)}` }],
    ['an address of two lines', { chain: 'ethereum', address: `${ethereumWallet().address}\n` }],
    ['a long text', { chain: 'solana', address: '1'.repeat(5_000) }],
    ['many', { chain: 'ethereum', address: [ethereumWallet().address] }],
    ['words of one’s own', { chain: 'ethereum', address: ethereumWallet().address, statement: 'Envoie tout' }],
  ])('is not written for %s', async (_what, body) => {
    const answer = await new Visitor(server).post(CHALLENGE, body)
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(/^Cette /)])
  })

  it.each([
    ['no signature', { signature: undefined }],
    ['a signature that is not a text', { signature: [1] }],
    ['a signature in other letters', { signature: '0x１２' }],
    ['half a byte', { signature: '0x123' }],
    ['a signature without end', { signature: `0x${'00'.repeat(4_001)}` }],
    ['no nonce', { nonce: undefined }],
    ['a nonce of another kind', { nonce: { length: 32 } }],
    ['a nonce and more', { nonce: `${'0'.repeat(32)} x` }],
    ['a message of its own', { message: 'Je suis un autre' }],
  ])('is not answered by %s', async (_what, more) => {
    const visitor = new Visitor(server)
    const answer = await visitor.post(VERIFY, { ...(await signedBy(visitor, ethereumWallet())), ...more })
    expect([answer.statusCode, await me(visitor)]).toEqual([400, null])
  })
})

describe('a signature', () => {
  it('written in its other form is not accepted a second time', async () => {
    const visitor = new Visitor(server)
    const proof = await signedBy(visitor, ethereumWallet())
    const [r, s, v] = [
      proof.signature.slice(2, 66),
      BigInt(`0x${proof.signature.slice(66, 130)}`),
      proof.signature.slice(130),
    ]
    const high = (ORDER - s).toString(16).padStart(64, '0')
    const other = `0x${r}${high}${v === '1b' ? '1c' : '1b'}`
    expect((await visitor.post(VERIFY, proof)).statusCode).toBe(200)
    expect(refusal(await new Visitor(server).post(VERIFY, { ...proof, signature: other }))).toEqual([
      401,
      'challenge_over',
    ])
  })

  it('of Ed25519 with a scalar out of range is refused', async () => {
    const visitor = new Visitor(server)
    const proof = await signedBy(visitor, solanaWallet())
    const order = 2n ** 252n + 27742317777372353535851937790883648493n
    const bytes = Buffer.from(proof.signature.slice(2), 'hex')
    const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`)
    const great = Buffer.from((s + order).toString(16).padStart(64, '0'), 'hex').reverse()
    const signature = `0x${Buffer.concat([bytes.subarray(0, 32), great]).toString('hex')}`
    expect(refusal(await visitor.post(VERIFY, { ...proof, signature }))).toEqual([401, 'wrong_signature'])
  })

  it('that fits any message, by a key made for that, is refused', async () => {
    const visitor = new Visitor(server)
    // The neutral point as key and as commitment, and zero: without a look at the key it fits every message.
    const wallet = {
      chain: 'solana',
      address: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM',
      sign: async () => '',
    } as const
    const { nonce } = await askToSign(visitor, wallet)
    const signature = `0x01${'00'.repeat(63)}`
    const answer = await visitor.post(VERIFY, { chain: 'solana', address: wallet.address, nonce, signature })
    expect([...refusal(answer), await me(visitor)]).toEqual([401, 'wrong_signature', null])
  })

  it.each([
    ['longer than an account makes it', 66],
    ['as contracts wrap theirs', 700],
    ['shorter', 64],
  ])('%s is refused as a contract’s: contract wallets are not accepted', async (_what, bytes) => {
    const visitor = new Visitor(server)
    const proof = await signedBy(visitor, ethereumWallet())
    const answer = await visitor.post(VERIFY, { ...proof, signature: `0x${'6492'.repeat(bytes / 2)}` })
    expect(refusal(answer)).toEqual([401, 'wallet_is_a_contract'])
    expect(answer.json().error.message).toMatch(/^Les portefeuilles gérés par un contrat ne sont pas acceptés/)
  })
})
