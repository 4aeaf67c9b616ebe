import { createHash } from 'node:crypto'
import { CONFIRM_HEADER, DELETION_CONFIRMATION } from '@tribune/contract/account-constants.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { shortAddress } from '@tribune/domain/fans/wallet.ts'
import { URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { forgetEnded } from '../../features/fans/accounts/queries.ts'
import { joinAs, signUp, Visitor } from '../../testing/accounts.ts'
import { top3 } from '../../testing/ballots.ts'
import { buildMatch } from '../../testing/builders.ts'
import { vouchedServerForFile } from '../../testing/for-file.ts'
import { visitProvider } from '../../testing/openid.ts'
import { openSession } from '../../testing/people.ts'
import {
  askToSign,
  enterByWallet,
  ethereumWallet,
  NEW_WALLETS,
  signedBy,
  solanaWallet,
  type TestWallet,
} from '../../testing/wallets.ts'

const { server } = vouchedServerForFile(['google'])
const VERIFY = '/api/auth/wallet/verify'

type Answer = Awaited<ReturnType<Visitor['post']>>
const me = async (visitor: Visitor) => (await visitor.get('/api/me')).json().fan
const refusal = (answer: Answer) => [answer.statusCode, answer.json().error?.code]
const identities = async (visitor: Visitor): Promise<{ id: string; provider: string; address: string | null }[]> =>
  (await visitor.get('/api/me/identities')).json().items
const unlink = (visitor: Visitor, id: string | undefined) => visitor.post('/api/me/identities/unlink', { id })
const idOf = async (email: string): Promise<string> => {
  const { rows } = await server.tribune.app.pool.query('SELECT id FROM auth."user" WHERE email = $1', [email])
  return rows[0].id
}

/** Signs up, or in. */
async function comeIn(wallet: TestWallet, visitor = new Visitor(server)): Promise<Visitor> {
  expect((await enterByWallet(visitor, wallet)).statusCode).toBe(200)
  return visitor
}

/** Adds a Google account with an address that no other fan has. */
async function addGoogle(visitor: Visitor, email: string): Promise<void> {
  const begun = await visitor.post('/api/auth/link-social', { provider: 'google', callbackURL: '/profile' })
  await visitor.get((await visitProvider(begun.json().url, { email })).url)
}

describe.each(['ethereum', 'solana'] as const)('a wallet of %s', (chain) => {
  const newWallet = NEW_WALLETS[chain]

  it('signs a new fan up, who has no address, and in again', async () => {
    const wallet = newWallet()
    const fan = await me(await comeIn(wallet))
    expect(fan).toMatchObject({ email: null, phone: null, verified: false, email_verified: false })
    expect((await me(await comeIn(wallet))).id).toBe(fan.id)
    expect((await me(await comeIn(newWallet()))).id).not.toBe(fan.id)
  })

  it('creates one account when it signs in twice at once', async () => {
    const wallet = newWallet()
    const visitors = [new Visitor(server), new Visitor(server), new Visitor(server)]
    const proofs = await Promise.all(visitors.map((visitor) => signedBy(visitor, wallet)))
    const answers = await Promise.all(visitors.map((visitor, index) => visitor.post(VERIFY, proofs[index] ?? {})))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const fans = await Promise.all(visitors.map(me))
    expect(new Set(fans.map(({ id }) => id)).size).toBe(1)
  })

  it('signs in once per signature: for one of six concurrent calls, and for no caller that sends it again', async () => {
    const visitor = new Visitor(server)
    const proof = await signedBy(visitor, newWallet())
    const codes = (await Promise.all(Array.from({ length: 6 }, () => new Visitor(server).post(VERIFY, proof)))).map(
      ({ statusCode }) => statusCode,
    )
    expect(codes.sort()).toEqual([200, ...Array(5).fill(401)])
    expect(refusal(await visitor.post(VERIFY, proof))).toEqual([401, 'challenge_over'])
  })

  it('is refused with a message that is five minutes old', async () => {
    const visitor = new Visitor(server)
    const [late, intime] = [await signedBy(visitor, newWallet()), await signedBy(visitor, newWallet())]
    server.clock.advance(4.9 * MINUTE_MS)
    expect((await new Visitor(server).post(VERIFY, intime)).statusCode).toBe(200)
    server.clock.advance(0.1 * MINUTE_MS)
    const answer = await visitor.post(VERIFY, late)
    server.clock.advance(-5 * MINUTE_MS)
    expect(refusal(answer)).toEqual([401, 'challenge_over'])
    expect(answer.json().error.message).toMatch(/^Trop de temps a passé/)
    expect(await me(visitor)).toBeNull()
  })

  it('has its message consumed by a wrong signature', async () => {
    const [visitor, wallet] = [new Visitor(server), newWallet()]
    const proof = await signedBy(visitor, wallet)
    const { signature } = await signedBy(visitor, wallet)
    expect(refusal(await visitor.post(VERIFY, { ...proof, signature }))).toEqual([401, 'wrong_signature'])
    expect(refusal(await visitor.post(VERIFY, proof))).toEqual([401, 'challenge_over'])
  })

  it.each([
    ['by another account', async (message: string) => newWallet().sign(message)],
    ['over other words', async (message: string, wallet: TestWallet) => wallet.sign(`${message} `)],
    [
      'for another site',
      async (message: string, wallet: TestWallet) => wallet.sign(message.replace('tribune', 'tr1bune')),
    ],
    [
      'with another end',
      async (message: string, wallet: TestWallet) => wallet.sign(message.replace(/(Expiration Time: )2/, '$13')),
    ],
    ['of nothing', async () => `0x${'00'.repeat(chain === 'ethereum' ? 65 : 64)}`],
    ['of numbers out of bounds', async () => `0x${'ff'.repeat(chain === 'ethereum' ? 65 : 64)}`],
  ])('is refused with a signature %s', async (_what, make) => {
    const [visitor, wallet] = [new Visitor(server), newWallet()]
    const { nonce, message } = await askToSign(visitor, wallet)
    const signature = await make(message, wallet)
    const { address } = wallet
    const answer = await visitor.post(VERIFY, { chain, address, nonce, signature })
    expect(refusal(answer)).toEqual([401, 'wrong_signature'])
    expect(await me(visitor)).toBeNull()
  })

  it('is refused with a message that was written for another account, or never', async () => {
    const [visitor, wallet, other] = [new Visitor(server), newWallet(), newWallet()]
    const { nonce, message } = await askToSign(visitor, other)
    const { address } = wallet
    for (const theirs of [nonce, '0'.repeat(32)]) {
      const signature = await wallet.sign(message)
      const answer = await visitor.post(VERIFY, { chain, address, nonce: theirs, signature })
      expect(refusal(answer)).toEqual([401, 'challenge_over'])
    }
  })

  it('signs in the fan who adds it, until they remove it', async () => {
    const wallet = newWallet()
    const email = `avec-${chain}@stade.invalid`
    const visitor = await joinAs(server, email)
    expect((await enterByWallet(visitor, wallet, { link: true })).statusCode).toBe(200)
    expect((await enterByWallet(visitor, wallet, { link: true })).statusCode).toBe(200)
    const [, added, ...more] = await identities(visitor)
    expect([added, more]).toMatchObject([{ provider: chain, address: shortAddress(wallet.address) }, []])
    const elsewhere = await comeIn(wallet)
    expect(await me(elsewhere)).toMatchObject({ email, email_verified: true })
    expect((await visitor.get('/api/me/data')).json().ways_in).toMatchObject([
      { provider: 'credential', address: null },
      { provider: chain, address: wallet.address },
    ])
    expect((await unlink(visitor, added?.id)).json()).toEqual({ unlinked: true })
    expect(await me(elsewhere)).toBeNull()
    expect((await me(await comeIn(wallet))).email).toBeNull()
  })

  it('cannot be taken from another fan', async () => {
    const wallet = newWallet()
    const owner = await comeIn(wallet)
    const other = await joinAs(server, `sans-${chain}@stade.invalid`)
    const answer = await enterByWallet(other, wallet, { link: true })
    expect(refusal(answer)).toEqual([409, 'wallet_taken'])
    expect(answer.json().error.message).toBe('Ce portefeuille ouvre déjà un autre compte.')
    expect((await identities(other)).map(({ provider }) => provider)).toEqual(['password'])
    expect(await me(owner)).not.toBeNull()
  })
})

describe('a fan with only a wallet', () => {
  it('cannot vote, and is asked to add a phone or a provider; with either one they can', async () => {
    const match = await buildMatch(server.tribune.app.db)
    const vote = (visitor: Visitor) => visitor.put(`/api/votes/${match.id}`, top3(match.playerIds.slice(0, 3)))
    const visitor = await comeIn(ethereumWallet())
    const refused = await vote(visitor)
    expect(refusal(refused)).toEqual([403, 'wallet_alone'])
    expect(refused.json().error.message).toMatch(/ajoute ton téléphone, Google ou Apple dans ton profil/)

    await addGoogle(visitor, 'cote-portefeuille@stade.invalid')
    expect((await vote(visitor)).statusCode).toBe(200)
    expect(await me(visitor)).toMatchObject({ email: null, verified: true, email_verified: false })
    const google = (await identities(visitor)).find(({ provider }) => provider === 'google')
    await unlink(visitor, google?.id)
    expect(refusal(await vote(visitor))).toEqual([403, 'wallet_alone'])

    const phoneNumber = '+33600000901'
    await visitor.post('/api/auth/phone-number/send-otp', { phoneNumber })
    const code = (await server.texts.waitFor(phoneNumber)).text.slice(0, 6)
    const added = { phoneNumber, code, updatePhoneNumber: true }
    expect((await visitor.post('/api/auth/phone-number/verify', added)).statusCode).toBe(200)
    expect((await vote(visitor)).statusCode).toBe(200)
  })

  it('keeps it, and their session, when they add another or a provider', async () => {
    const [first, second] = [ethereumWallet(), solanaWallet()]
    const visitor = await comeIn(first)
    const { id } = await me(visitor)
    await enterByWallet(visitor, second, { link: true })
    await addGoogle(visitor, 'troisieme-facon@stade.invalid')
    expect((await identities(visitor)).map(({ provider }) => provider)).toEqual(['ethereum', 'solana', 'google'])
    for (const wallet of [first, second]) expect((await me(await comeIn(wallet))).id).toBe(id)
  })

  it('cannot remove the last one', async () => {
    const visitor = await comeIn(solanaWallet())
    const [only] = await identities(visitor)
    expect(refusal(await unlink(visitor, only?.id))).toEqual([409, 'last_way_in'])
    await enterByWallet(visitor, ethereumWallet(), { link: true })
    expect((await unlink(visitor, only?.id)).statusCode).toBe(200)
  })

  it('signs in again with it before irreversible actions', async () => {
    const wallet = ethereumWallet()
    const visitor = await comeIn(wallet)
    server.clock.advance(61 * MINUTE_MS)
    const late = [
      await enterByWallet(visitor, solanaWallet(), { link: true }),
      await visitor.post('/api/functions/delete-user-account', DELETION_CONFIRMATION),
    ]
    await enterByWallet(visitor, wallet)
    const after = await visitor.post('/api/functions/delete-user-account', DELETION_CONFIRMATION)
    server.clock.advance(-61 * MINUTE_MS)
    expect(late.map(refusal)).toEqual([
      [403, 'sign_in_again'],
      [403, 'sign_in_again'],
    ])
    expect(after.statusCode).toBe(200)
    expect(refusal(await enterByWallet(new Visitor(server), wallet, { link: true }))).toEqual([
      401,
      'not_authenticated',
    ])
  })

  it('is not deleted by the nightly run like unconfirmed accounts', async () => {
    const wallet = ethereumWallet()
    const { id } = await me(await comeIn(wallet))
    const { pool, db } = server.tribune.app
    await pool.query(`UPDATE auth."user" SET created_at = now() - interval '1 year' WHERE id = $1`, [id])
    await pool.query('DELETE FROM auth.session WHERE user_id = $1', [id])
    await forgetEnded(db)
    expect((await me(await comeIn(wallet))).id).toBe(id)
  })
})

describe('signing in with a wallet', () => {
  it('replaces the session of another fan who is signed in', async () => {
    const visitor = await joinAs(server, 'remplacee@stade.invalid')
    const former = new Map(visitor.cookies)
    await comeIn(ethereumWallet(), visitor)
    expect((await me(visitor)).email).toBeNull()
    const before = new Visitor(server)
    for (const [name, value] of former) before.cookies.set(name, value)
    expect(await me(before)).toBeNull()
  })

  it('shows no token to a page’s scripts', async () => {
    const visitor = new Visitor(server)
    const answer = await enterByWallet(visitor, ethereumWallet())
    expect([answer.json(), answer.headers['set-auth-token']]).toEqual([{ status: true }, undefined])
  })

  it('waits for the second factor of a fan who has one, and adds no wallet before it', async () => {
    const wallet = ethereumWallet()
    const visitor = await comeIn(wallet)
    const begun = (await visitor.post('/api/auth/two-factor/enable', {})).json()
    const code = (later: number) => URI.parse(begun.totpURI).generate({ timestamp: Date.now() + later } as never)
    expect((await visitor.post('/api/auth/two-factor/verify-totp', { code: code(0) })).statusCode).toBe(200)

    const elsewhere = new Visitor(server)
    expect((await enterByWallet(elsewhere, wallet)).json()).toEqual({
      twoFactorRedirect: true,
      twoFactorMethods: ['app'],
    })
    expect(await me(elsewhere)).toBeNull()
    expect(refusal(await enterByWallet(elsewhere, solanaWallet(), { link: true }))).toEqual([401, 'not_authenticated'])
    await elsewhere.post('/api/auth/two-factor/verify-totp', { code: code(30_000) })
    expect(await me(elsewhere)).toMatchObject({ two_factor: true })
  })
})

describe('an unconfirmed address', () => {
  it('gets no wallet: a stranger who signed up with it keeps nothing', async () => {
    const email = 'pas-la-mienne@stade.invalid'
    await signUp(new Visitor(server), email)
    const authorization = `Bearer ${await openSession(server.tribune.app, await idOf(email))}`
    const wallet = ethereumWallet()
    const proof = await signedBy(new Visitor(server), wallet)
    const answer = await new Visitor(server).post(VERIFY, { ...proof, link: true }, { authorization })
    expect(refusal(answer)).toEqual([403, 'email_not_verified'])
    expect((await me(await comeIn(wallet))).email).toBeNull()
  })

  it.each(['link that confirms it', 'link that signs in', 'provider'])(
    'removes an earlier wallet, by a %s',
    async (by) => {
      const email = `convoitee-${createHash('md5').update(by).digest('hex')}@stade.invalid`
      const wallet = ethereumWallet()
      await signUp(new Visitor(server), email)
      const { links: confirming } = await server.outbox.waitFor(email)
      const { pool } = server.tribune.app
      await pool.query('INSERT INTO auth.account (user_id, provider_id, account_id) VALUES ($1, $2, $3)', [
        await idOf(email),
        wallet.chain,
        wallet.address,
      ])
      const owner = new Visitor(server)
      if (by === 'link that confirms it') {
        await owner.get(confirming[0] ?? '', { [CONFIRM_HEADER]: '1' })
      } else if (by === 'link that signs in') {
        await owner.post('/api/auth/sign-in/magic-link', { email, callbackURL: '/' })
        const { links } = await server.outbox.waitFor(email, 2)
        const token = new URL(links.find((one) => one.includes('link=')) ?? '').searchParams.get('link')
        await owner.get(`/api/auth/magic-link/verify?token=${token}`)
      } else {
        const begun = await owner.post('/api/auth/sign-in/social', { provider: 'google', callbackURL: '/' })
        await owner.get((await visitProvider(begun.json().url, { email })).url)
      }
      expect(await me(owner)).toMatchObject({ email, email_verified: true })
      expect((await me(await comeIn(wallet))).email).toBeNull()
    },
  )
})
