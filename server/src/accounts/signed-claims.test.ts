import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { joinAs, Visitor } from '../testing/accounts.ts'
import { ADMIN_EMAIL } from '../testing/constants.ts'
import { accountsServerForFile } from '../testing/for-file.ts'

const server = accountsServerForFile()

const KEYS = '/api/auth/.well-known/jwks.json'
const part = (token: string, at: number) => JSON.parse(Buffer.from(token.split('.')[at] ?? '', 'base64url').toString())

/** Whether anybody who only has our public keys would believe it. */
async function isBelieved(token: string): Promise<boolean> {
  const { keys } = (await new Visitor(server).get(KEYS)).json()
  const jwk = keys.find(({ kid }: { kid: string }) => kid === part(token, 0).kid)
  const [head, claims, signature = ''] = token.split('.')
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return verify(null, Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))
}

describe('a token that identifies its fan', () => {
  it('is signed with a key that everybody may read', async () => {
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

  it('is not believed once changed', async () => {
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
