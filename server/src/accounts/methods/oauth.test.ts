import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDescribed } from '../../standins/openid/stand-in.ts'
import { type AccountsServer, joinAs, signIn, signUp, startAccountsServer, Visitor } from '../../testing/accounts.ts'
import { ORIGIN, PASSWORD } from '../../testing/constants.ts'
import { vouchedServerForFile } from '../../testing/for-file.ts'
import { type HostileProvider, startHostileProvider, visitProvider } from '../../testing/openid.ts'

const { server, standIn, database } = vouchedServerForFile(['google', 'apple', 'sso'])

const me = async (visitor: Visitor) => (await visitor.get('/api/me')).json().fan

const begin = async (visitor: Visitor, provider: string, path = 'sign-in/social') => {
  const answer = await visitor.post(`/api/auth/${path}`, {
    provider,
    callbackURL: '/match/7',
    errorCallbackURL: '/profile',
  })
  expect(answer.statusCode).toBe(200)
  return answer.json().url as string
}

type GivenIdentity = Parameters<typeof visitProvider>[1]

/** From the button to where the fan ends up. */
async function through(
  visitor: Visitor,
  provider: 'google' | 'apple' | 'sso',
  claims: GivenIdentity,
  path?: string,
): Promise<string> {
  return finish(visitor, await visitProvider(await begin(visitor, provider, path), claims))
}

async function finish(visitor: Visitor, { url, form }: Awaited<ReturnType<typeof visitProvider>>): Promise<string> {
  let answer =
    form === null
      ? await visitor.get(url)
      : // As a browser posts from another site: without the cookies that stay with this one.
        await new Visitor(server).post(url, form.toString(), {
          origin: new URL(standIn.providers[0]?.discoveryUrl ?? '').origin,
          'content-type': 'application/x-www-form-urlencoded',
        })
  if (form !== null) answer = await visitor.get(String(answer.headers.location))
  expect(answer.statusCode).toBe(302)
  return String(answer.headers.location)
}

describe.each(['google', 'apple', 'sso'] as const)('an account at %s', (provider) => {
  const emailOf = (name: string) => `${name}-${provider}@stade.invalid`

  it('creates an account here, with an address that needs no confirmation, and signs in to it again', async () => {
    const visitor = new Visitor(server)
    expect(await through(visitor, provider, { email: emailOf('neuve') })).toBe('/match/7')
    const fan = await me(visitor)
    expect(fan).toMatchObject({ email: emailOf('neuve'), email_verified: true })
    const again = new Visitor(server)
    await through(again, provider, { email: emailOf('neuve') })
    expect((await me(again)).id).toBe(fan.id)
    expect(server.outbox.list().filter(({ to }) => to.includes(emailOf('neuve')))).toEqual([])
  })

  it('opens the account whose address is the same, and its password stays', async () => {
    const owner = await joinAs(server, emailOf('connue'))
    const elsewhere = new Visitor(server)
    await through(elsewhere, provider, { email: emailOf('connue') })
    expect((await me(elsewhere)).id).toBe((await me(owner)).id)
    expect((await signIn(new Visitor(server), emailOf('connue'))).statusCode).toBe(200)
  })

  it('takes over an unconfirmed account, and its creator can no longer sign in', async () => {
    const stranger = new Visitor(server)
    await signUp(stranger, emailOf('convoitee'))
    const owner = new Visitor(server)
    await through(owner, provider, { email: emailOf('convoitee') })
    expect(await me(owner)).toMatchObject({ email: emailOf('convoitee'), email_verified: true })
    expect((await signIn(stranger, emailOf('convoitee'), PASSWORD)).statusCode).toBe(401)
    const { links } = await server.outbox.waitFor(emailOf('convoitee'))
    await stranger.get(links[0] ?? '')
    expect(await me(stranger)).toBeNull()
  })

  it.each(['makes none', 'opens none'])('%s with an address that the provider never checked', async (what) => {
    const email = emailOf(what === 'makes none' ? 'inventee' : 'usurpee')
    if (what === 'opens none') await joinAs(server, email)
    const visitor = new Visitor(server)
    expect(await through(visitor, provider, { email, verified: false })).toBe('/profile?error=email_not_found')
    expect(await me(visitor)).toBeNull()
    const { rows } = await server.tribune.app.pool.query(
      'SELECT FROM auth.account WHERE provider_id = $1 AND account_id = $2',
      [provider, Buffer.from(email).toString('base64url')],
    )
    expect(rows).toEqual([])
  })

  it('is refused by its owner, and the reason is passed on', async () => {
    const visitor = new Visitor(server)
    expect(await through(visitor, provider, { refused: true })).toMatch(/^\/profile\?error=access_denied/)
    expect(await me(visitor)).toBeNull()
  })

  it('stores nothing but the identity', async () => {
    await through(new Visitor(server), provider, { email: emailOf('discrete') })
    const { rows } = await server.tribune.app.pool.query(
      `SELECT access_token, refresh_token, id_token, scope FROM auth.account WHERE provider_id = $1`,
      [provider],
    )
    expect(new Set(rows.flatMap((row) => Object.values(row)))).toEqual(new Set([null]))
  })
})

describe('a provider callback', () => {
  it('is accepted once', async () => {
    const visitor = new Visitor(server)
    const back = await visitProvider(await begin(visitor, 'google'), { email: 'unique@stade.invalid' })
    await finish(visitor, back)
    expect(await finish(visitor, back)).toMatch(/^http:\/\/tribune\.invalid:3000\/profile\?error=state_mismatch/)
    expect(await finish(new Visitor(server), back)).toMatch(/error=state_mismatch/)
  })

  it('belongs to the browser that began the sign-in: a stranger’s callback signs no other visitor in', async () => {
    const intruder = new Visitor(server)
    const back = await visitProvider(await begin(intruder, 'google'), { email: 'intrus@stade.invalid' })
    const victim = new Visitor(server)
    expect(await finish(victim, back)).toMatch(/error=state_mismatch/)
    expect(await me(victim)).toBeNull()
  })

  it.each([
    ['without a state', ({ searchParams }: URL) => searchParams.delete('state'), 'state_not_found'],
    [
      'with a state of its own making',
      ({ searchParams }: URL) => searchParams.set('state', 'x'.repeat(32)),
      'state_mismatch',
    ],
    ['with another code', ({ searchParams }: URL) => searchParams.set('code', 'another'), 'invalid_code'],
    [
      'from another issuer',
      ({ searchParams }: URL) => searchParams.set('iss', 'https://evil.example'),
      'issuer_mismatch',
    ],
    ['without a code', ({ searchParams }: URL) => searchParams.delete('code'), 'no_code'],
  ])('%s is refused', async (_what, change, code) => {
    const visitor = new Visitor(server)
    const { url } = await visitProvider(await begin(visitor, 'google'), { email: 'droite@stade.invalid' })
    const changed = new URL(url)
    change(changed)
    expect(await finish(visitor, { url: changed.href, form: null })).toMatch(new RegExp(`error=${code}`))
    expect(await me(visitor)).toBeNull()
  })

  it.each([
    ['another site to continue to', { callbackURL: 'https://evil.example/' }, 'INVALID_CALLBACK_URL'],
    ['a path that becomes one', { callbackURL: '/..//evil.example' }, 'INVALID_CALLBACK_URL'],
    ['another site for what failed', { errorCallbackURL: 'https://evil.example/' }, 'INVALID_ERROR_CALLBACK_URL'],
    ['more for the provider than we send', { additionalParams: { login_hint: 'x' } }, 'INVALID_REQUEST'],
    ['rights that we never ask for', { scopes: ['drive'] }, 'INVALID_REQUEST'],
    ['a provider that is not offered', { provider: 'facebook' }, undefined],
  ])('is never reached from a sign-in with %s', async (_what, more, code) => {
    const visitor = new Visitor(server)
    const answer = await visitor.post('/api/auth/sign-in/social', { provider: 'google', callbackURL: '/', ...more })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    if (code !== undefined) expect(answer.json().code).toBe(code)
  })
})

describe('a sign-in method that is added', () => {
  const list = async (visitor: Visitor) =>
    ((await visitor.get('/api/me/identities')).json().items as { id: string; provider: string }[]) ?? []
  const providers = async (visitor: Visitor) => (await list(visitor)).map(({ provider }) => provider)
  const unlink = (visitor: Visitor, id: string | undefined) => visitor.post('/api/me/identities/unlink', { id })

  it('opens the account from then on, under any address, until it is removed', async () => {
    const fan = await joinAs(server, 'relieuse@stade.invalid')
    expect(await providers(fan)).toEqual(['password'])
    expect(await through(fan, 'google', { email: 'autre-adresse@stade.invalid' }, 'link-social')).toBe('/match/7')
    expect(await providers(fan)).toEqual(['password', 'google'])

    const elsewhere = new Visitor(server)
    await through(elsewhere, 'google', { email: 'autre-adresse@stade.invalid' })
    expect(await me(elsewhere)).toMatchObject({ email: 'relieuse@stade.invalid' })

    const added = (await list(fan)).find(({ provider }) => provider === 'google')
    expect((await unlink(fan, added?.id)).json()).toEqual({ unlinked: true })
    expect(await providers(fan)).toEqual(['password'])
    const later = new Visitor(server)
    await through(later, 'google', { email: 'autre-adresse@stade.invalid' })
    expect((await me(later)).email).toBe('autre-adresse@stade.invalid')
  })

  it('is refused if it already opens another fan’s account', async () => {
    await through(new Visitor(server), 'apple', { email: 'premiere@stade.invalid' })
    const second = await joinAs(server, 'seconde@stade.invalid')
    const back = await through(second, 'apple', { email: 'premiere@stade.invalid' }, 'link-social')
    expect(back).toMatch(/^\/profile\?error=account_already_linked_to_different_user/)
    expect(await providers(second)).toEqual(['password'])
  })

  it('is neither added nor removed without a recent sign-in, nor by another fan', async () => {
    const fan = await joinAs(server, 'lointaine@stade.invalid')
    await through(fan, 'google', { email: 'lointaine@stade.invalid' }, 'link-social')
    const [password, google] = await list(fan)
    const stranger = await joinAs(server, 'etrangere@stade.invalid')
    for (const id of [google?.id, password?.id]) expect((await unlink(stranger, id)).statusCode).toBe(404)
    expect((await unlink(fan, password?.id)).statusCode).toBe(404)

    server.clock.advance(61 * MINUTE_MS)
    const stale = [
      await unlink(fan, google?.id),
      await fan.post('/api/auth/link-social', { provider: 'apple', callbackURL: '/' }),
    ]
    server.clock.advance(-61 * MINUTE_MS)
    expect(stale.map((answer) => [answer.statusCode, answer.json().error.code])).toEqual([
      [403, 'sign_in_again'],
      [403, 'sign_in_again'],
    ])
    const nobody = await new Visitor(server).post('/api/auth/link-social', { provider: 'apple', callbackURL: '/' })
    expect([nobody.statusCode, nobody.json().error.code]).toEqual([401, 'not_authenticated'])
    expect(await providers(fan)).toEqual(['password', 'google'])
  })

  it('leaves one session where the fan was signed in already', async () => {
    const fan = await joinAs(server, 'encore@stade.invalid')
    const before = (await fan.get('/api/me/sessions')).json().items
    await signIn(fan, 'encore@stade.invalid')
    await through(fan, 'google', { email: 'encore@stade.invalid' })
    const after = (await fan.get('/api/me/sessions')).json().items
    expect([before.length, after.length]).toEqual([1, 1])
    expect(after[0].id).not.toBe(before[0].id)
  })
})

describe('an identity token', () => {
  let hostile: HostileProvider
  let deceived: AccountsServer

  beforeAll(async () => {
    const [google] = standIn.providers
    if (google === undefined) throw new Error('No provider')
    hostile = await startHostileProvider(google)
    deceived = await startAccountsServer(database.url, { origin: ORIGIN, identityProviders: [hostile.provider] })
  })
  afterAll(async () => {
    await deceived.close()
    await hostile.close()
  })

  type Forge = Parameters<HostileProvider['forge']>
  const now = () => Math.floor(Date.now() / 1_000)
  const forgeries: [string, ...Forge][] = [
    ['for another product', (claims) => ({ ...claims, aud: 'another-product' })],
    ['from another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['for another sign-in', (claims) => ({ ...claims, nonce: 'x'.repeat(32) })],
    ['for no sign-in at all', ({ nonce: _nonce, ...claims }) => claims],
    ['that has expired', (claims) => ({ ...claims, exp: now() - 600 })],
    ['signed by an unknown key', (claims) => claims, 'unknown'],
  ]

  it('that is valid opens an account', async () => {
    hostile.forge((claims) => claims)
    const visitor = new Visitor(deceived)
    expect(await through(visitor, 'google', { email: 'temoin@stade.invalid' })).toBe('/match/7')
    expect(await me(visitor)).not.toBeNull()
  })

  it.each(forgeries)('%s opens no account', async (_what, change, key) => {
    hostile.forge(change, key)
    const visitor = new Visitor(deceived)
    expect(await through(visitor, 'google', { email: 'temoin@stade.invalid' })).toMatch(
      /^\/profile\?error=unable_to_get_user_info/,
    )
    expect(await me(visitor)).toBeNull()
  })

  const NONCE = 'a-nonce-of-its-own-making'
  let tokens = 0
  const claims = (more: object = {}) => {
    tokens += 1
    const { iss } = { iss: new URL(standIn.providers[0]?.discoveryUrl ?? '').origin }
    const person = { sub: 'somebody', email: 'jeton@stade.invalid', email_verified: true }
    return { iss, aud: 'google', nonce: NONCE, iat: now(), exp: now() + 600, jti: String(tokens), ...person, ...more }
  }
  const hand = (token: string, more: object = { nonce: NONCE }, visitor = new Visitor(deceived)) =>
    visitor.post('/api/auth/sign-in/social', { provider: 'google', idToken: { token, ...more } })

  it('posted directly signs in once, however its signature is encoded', async () => {
    const token = hostile.sign(claims())
    const visitor = new Visitor(deceived)
    expect((await hand(token, { nonce: NONCE }, visitor)).statusCode).toBe(200)
    expect(await me(visitor)).toMatchObject({ email: 'jeton@stade.invalid' })
    const last = token.at(-1) ?? ''
    const otherwise =
      token.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + (last === 'z' || last === 'Z' ? -1 : 1))
    for (const again of [token, otherwise]) {
      const answer = await hand(again)
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'INVALID_TOKEN'])
    }
  })

  it('posted eight times at once signs in once', async () => {
    const token = hostile.sign(claims())
    const codes = (await Promise.all(Array.from({ length: 8 }, () => hand(token)))).map(({ statusCode }) => statusCode)
    expect(codes.sort()).toEqual([200, ...Array(7).fill(401)])
  })

  it.each([
    ['no nonce', {}, { nonce: undefined }, 400],
    ['a nonce anybody would guess', { nonce: 'abc' }, { nonce: 'abc' }, 400],
    ['another nonce', {}, { nonce: 'a-nonce-of-somebody-else' }, 401],
    ['another product’s name', { aud: 'another' }, { nonce: NONCE }, 401],
    ['another provider’s name', { iss: 'https://evil.example' }, { nonce: NONCE }, 401],
    ['an end in the past', { exp: 1 }, { nonce: NONCE }, 401],
    [
      'an address that is not verified',
      { email: 'neuve@stade.invalid', sub: 'new', email_verified: false },
      { nonce: NONCE },
      401,
    ],
    [
      'an address that is not verified, as a string',
      { email: 'neuve@stade.invalid', sub: 'new', email_verified: 'false' },
      { nonce: NONCE },
      401,
    ],
    [
      'an address without a verification claim',
      { email: 'neuve@stade.invalid', sub: 'new', email_verified: undefined },
      { nonce: NONCE },
      401,
    ],
  ])('posted directly with %s is refused', async (_what, change, sent, status) => {
    expect((await hand(hostile.sign(claims(change)), sent)).statusCode).toBe(status)
  })

  it('without a valid signature is refused', async () => {
    const [head, body] = hostile.sign(claims()).split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const token of [`${head}.${body}.`, `${none}.${body}.`, `${head}.${body}.AAAA`, 'a.b.c', 'nonsense', '']) {
      expect((await hand(token)).statusCode).toBe(401)
    }
  })
})

describe('the description of a provider', () => {
  it.each([
    ['it does', (address: string) => address, true],
    ['no server is there', () => 'http://127.0.0.1:9/', false],
    ['no page is there', (address: string) => `${address}/nowhere`, false],
    ['it describes something else', (address: string) => address.replace(/\.well-known.*/, 'jwks'), false],
  ])('is known where %s', async (_what, at, isKnown) => {
    expect(await isDescribed(at(standIn.providers[0]?.discoveryUrl ?? ''))).toBe(isKnown)
  })
})
