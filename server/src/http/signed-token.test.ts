import { serializeSignedCookie } from 'better-call'
import { describe, expect, it } from 'vitest'
import { SECRET } from '../testing/constants.ts'
import { cookieKey, createSigner, createTokenSigner, presentedToken, sessionCookieName } from './signed-token.ts'

const NAME = sessionCookieName(false)
const signer = createTokenSigner(SECRET)

describe('a signed token', () => {
  it('is signed exactly as the accounts library signs its cookies', async () => {
    const cookie = await serializeSignedCookie(NAME, 'token-of-a-session', cookieKey(SECRET))
    const signed = presentedToken({ cookie }, NAME)
    expect(signed).toBe(signer.sign('token-of-a-session'))
    expect(signer.verify(signed ?? '')).toBe('token-of-a-session')
  })

  it('is signed by the newest secret, and accepted from any of them, as from before keys were derived', () => {
    const later = createTokenSigner('newest', 'newer', SECRET)
    expect(later.sign('token')).toBe(createTokenSigner('newest').sign('token'))
    for (const signed of [signer.sign('token'), createTokenSigner('newer').sign('token')]) {
      expect(later.verify(signed)).toBe('token')
    }
    expect(later.verify(createSigner(SECRET).sign('token'))).toBe('token')
    expect(signer.verify(later.sign('token'))).toBeNull()
  })

  it.each([
    ['unsigned', 'token-of-a-session'],
    ['empty', ''],
    ['only a signature', signer.sign('').slice(0)],
    ['of another token', `other.${signer.sign('token-of-a-session').split('.')[1]}`],
    ['cut short', signer.sign('token-of-a-session').slice(0, -1)],
    ['longer', `${signer.sign('token-of-a-session')}=`],
    ['signed with another secret', createTokenSigner('another').sign('token-of-a-session')],
    ['with a signature that is not ASCII', `token-of-a-session.${'é'.repeat(22)}`],
  ])('is refused when %s', (_name, signed) => {
    expect(signer.verify(signed)).toBeNull()
  })

  it('is refused when any one character of the signature differs', () => {
    const signed = signer.sign('token-of-a-session')
    for (let at = signed.lastIndexOf('.') + 1; at < signed.length; at += 1) {
      const changed = signed[at] === 'A' ? 'B' : 'A'
      expect(signer.verify(signed.slice(0, at) + changed + signed.slice(at + 1))).toBeNull()
    }
  })
})

describe('the token of a request', () => {
  it.each([
    ['alone', `${NAME}=abc`, 'abc'],
    ['among others', `theme=dark; ${NAME}=abc; lang=fr`, 'abc'],
    ['without spaces', `theme=dark;${NAME}=abc;lang=fr`, 'abc'],
    ['after a longer name', `x${NAME}=no; ${NAME}=abc`, 'abc'],
    ['after a name that begins alike', `${NAME}2=no; ${NAME}=abc`, 'abc'],
    ['encoded', `${NAME}=a%2Bb%3D`, 'a+b='],
    ['twice: the first', `${NAME}=abc; ${NAME}=def`, 'abc'],
    ['badly encoded', `${NAME}=%E0%A4%A`, null],
    ['not there', 'theme=dark', null],
    ['under the name of https pages', `${sessionCookieName(true)}=abc`, null],
  ])('is found in the cookies: %s', (_name, cookie, token) => {
    expect(presentedToken({ cookie }, NAME)).toBe(token)
  })

  it.each([
    ['Bearer abc', 'abc'],
    ['bearer  a%2Bb ', 'a+b'],
    ['Basic abc', 'from-cookie'],
  ])('is the bearer token where there is one: %s', (authorization, token) => {
    expect(presentedToken({ authorization, cookie: `${NAME}=from-cookie` }, NAME)).toBe(token)
  })
})
