import { createPublicKey, verify } from 'node:crypto'
import { CONFIRM_HEADER } from '@tribune/contract/account-constants.ts'
import { describe, expect, it } from 'vitest'
import { joinAs, signIn, signUp, Visitor } from '../testing/accounts.ts'
import { ADMIN_EMAIL } from '../testing/constants.ts'
import { accountsServerForFile } from '../testing/for-file.ts'

const server = accountsServerForFile()

const OWN_PASSWORD = 'mon-mot-a-moi'
const THEIRS = 'celui-de-l-intrus'
const me = async (visitor: Visitor) => (await visitor.get('/api/me')).json().fan
const linkOf = async (email: string, count = 1) => (await server.outbox.waitFor(email, count)).links[0] ?? ''

/** Follows a link that confirms the address but asks for a new password. */
async function openedElsewhere(visitor: Visitor, link: string): Promise<void> {
  const { statusCode, headers } = await visitor.get(link, { [CONFIRM_HEADER]: '1' })
  const to = new URL(String(headers.location), server.origin)
  expect([statusCode, to.pathname, to.searchParams.get('type')]).toEqual([302, '/profile', 'recovery'])
  expect(to.searchParams.get('confirmed')).toBe('/match/7')
  expect(to.searchParams.has('token')).toBe(false)
}

const choose = (visitor: Visitor, newPassword: string) => visitor.post('/api/auth/reset-password', { newPassword })

describe('a stranger who signs up with another person’s address', () => {
  it('before its owner knows of the product, cannot sign in once the owner opens the mail', async () => {
    const email = 'innocente@stade.invalid'
    const intruder = new Visitor(server)
    await signUp(intruder, email, { password: THEIRS, callbackURL: '/match/7' })
    const owner = new Visitor(server)
    await openedElsewhere(owner, await linkOf(email))
    expect(await me(owner)).toMatchObject({ email, email_verified: true })
    expect((await signIn(intruder, email, THEIRS)).statusCode).toBe(401)

    expect((await choose(owner, OWN_PASSWORD)).statusCode).toBe(200)
    expect((await signIn(intruder, email, THEIRS)).statusCode).toBe(401)
    expect((await signIn(owner, email, OWN_PASSWORD)).statusCode).toBe(200)
  })

  it.each([
    ['their own mail, sent before', 0],
    ['the mail that the stranger caused', 1],
  ])('cannot keep a password set while the owner’s confirmation is pending (owner opens %s)', async (_name, which) => {
    const email = `doublee-${which}@stade.invalid`
    const owner = new Visitor(server)
    await signUp(owner, email, { password: OWN_PASSWORD, callbackURL: '/match/7' })
    const first = await linkOf(email)
    const intruder = new Visitor(server)
    await signUp(intruder, email, { password: THEIRS, callbackURL: '/match/7' })
    const second = await linkOf(email, 2)
    await openedElsewhere(owner, [first, second][which] ?? '')
    expect((await signIn(intruder, email, THEIRS)).statusCode).toBe(401)
    expect((await choose(owner, OWN_PASSWORD)).statusCode).toBe(200)
    expect((await signIn(owner, email, OWN_PASSWORD)).statusCode).toBe(200)
  })

  it('cannot keep a password after the owner’s own sign-up failed', async () => {
    const email = 'hative@stade.invalid'
    await signUp(new Visitor(server), email, { password: THEIRS, callbackURL: '/match/7' })
    const owner = new Visitor(server)
    expect((await signUp(owner, email, { password: '123' })).statusCode).toBe(400)
    expect((await signIn(owner, email, OWN_PASSWORD)).statusCode).toBe(401)
    expect(owner.cookies.size).toBe(0)
    await openedElsewhere(owner, await linkOf(email))
    expect((await signIn(new Visitor(server), email, THEIRS)).statusCode).toBe(401)
  })

  it('gains nothing by a mark of another account, an invented one, or that of a former password', async () => {
    const email = 'marquee@stade.invalid'
    const [intruder, owner] = [new Visitor(server), new Visitor(server)]
    await signUp(owner, 'autre@stade.invalid', { password: OWN_PASSWORD })
    const other = owner.cookies.get('better-auth.sign_up') ?? ''
    await signUp(intruder, email, { password: THEIRS, callbackURL: '/match/7' })
    const former = intruder.cookies.get('better-auth.sign_up') ?? ''
    await signUp(intruder, email, { password: `${THEIRS}-2`, callbackURL: '/match/7' })
    const marks = [other, former, former.replace(/^./, 'x'), 'nothing']
    owner.cookies.set('better-auth.sign_up', marks[1] ?? '')
    await openedElsewhere(owner, await linkOf(email, 2))
    expect(new Set(marks).size).toBe(4)
    expect((await signIn(intruder, email, `${THEIRS}-2`)).statusCode).toBe(401)
  })
})

describe('a new fan who signs up', () => {
  it('and opens the mail in the same browser keeps the password, even after a sign-in that came too early', async () => {
    const email = 'fidele@stade.invalid'
    await signUp(new Visitor(server), email, { password: OWN_PASSWORD, callbackURL: '/match/7' })
    const visitor = new Visitor(server)
    expect((await signIn(visitor, email, OWN_PASSWORD)).statusCode).toBe(403)
    const opened = await visitor.get(await linkOf(email, 2))
    expect(opened.headers.location).toBe('/')
    expect([...visitor.cookies.keys()]).toEqual(['better-auth.session_token'])
    expect((await signIn(new Visitor(server), email, OWN_PASSWORD)).statusCode).toBe(200)
  })
})

const KEYS = '/api/auth/.well-known/jwks.json'
const part = (token: string, at: number) => JSON.parse(Buffer.from(token.split('.')[at] ?? '', 'base64url').toString())

/** Returns whether anybody who only has our public keys would believe it. */
async function isBelieved(token: string): Promise<boolean> {
  const { keys } = (await new Visitor(server).get(KEYS)).json()
  const jwk = keys.find(({ kid }: { kid: string }) => kid === part(token, 0).kid)
  const [head, claims, signature = ''] = token.split('.')
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return verify(null, Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))
}

describe('a token that identifies its fan', () => {
  it('is signed with a key whose public half anyone may read', async () => {
    const fan = await joinAs(server, 'signee@stade.invalid')
    const { id } = (await fan.get('/api/me')).json().fan
    const { token } = (await fan.get('/api/auth/token')).json()
    expect(await isBelieved(token)).toBe(true)
    const claims = part(token, 1)
    expect(claims).toMatchObject({
      sub: id,
      email: 'signee@stade.invalid',
      email_verified: true,
      iss: server.origin,
      aud: server.origin,
    })
    expect(claims.exp - claims.iat).toBe(15 * 60)
    expect(Object.keys(claims).sort()).toEqual(['aud', 'email', 'email_verified', 'exp', 'iat', 'iss', 'sub'])
  })

  it('is refused once changed', async () => {
    const fan = await joinAs(server, 'changee@stade.invalid')
    const { token } = (await fan.get('/api/auth/token')).json()
    const [head, , signature] = token.split('.')
    const claims = Buffer.from(JSON.stringify({ ...part(token, 1), email: ADMIN_EMAIL }))
    expect(await isBelieved([head, claims.toString('base64url'), signature].join('.'))).toBe(false)
  })

  it('is given only to a signed-in fan, and does not sign its bearer in', async () => {
    expect((await new Visitor(server).get('/api/auth/token')).statusCode).toBe(401)
    const fan = await joinAs(server, 'porteuse@stade.invalid')
    const { token } = (await fan.get('/api/auth/token')).json()
    const { fan: found } = (await new Visitor(server).get('/api/me', { authorization: `Bearer ${token}` })).json()
    expect(found).toBeNull()
    expect((await fan.get('/api/me')).headers['set-auth-jwt']).toBeUndefined()
  })

  it('keeps the private half of its key to itself', async () => {
    const { keys } = (await new Visitor(server).get(KEYS)).json()
    expect(keys.map((key: object) => Object.keys(key).sort())).toEqual([['alg', 'crv', 'kid', 'kty', 'x']])
    const { rows } = await server.tribune.app.pool.query('SELECT private_key FROM auth.jwks')
    expect(rows).toHaveLength(1)
    expect(rows[0].private_key).not.toMatch(/"d"|"x"/)
  })
})
