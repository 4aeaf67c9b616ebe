import { jwt } from 'better-auth/plugins/jwt'
import { realAddress } from './phones.ts'
import { DAY_S } from './settings.ts'

const ROTATION_S = 90 * DAY_S
const LIFE = '15m'

/** Tokens that tell who somebody is to whoever knows our public keys: short-lived, asked for, never sent along by themselves. */
export function signedClaims(publicUrl: string) {
  return jwt({
    disableSettingJwtHeader: true,
    jwks: {
      jwksPath: '/.well-known/jwks.json',
      keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' },
      rotationInterval: ROTATION_S,
    },
    jwt: {
      issuer: publicUrl,
      audience: publicUrl,
      expirationTime: LIFE,
      // Who came with a phone alone has no address to tell.
      definePayload: ({ user }) =>
        realAddress(user.email) === null ? {} : { email: user.email, email_verified: user.emailVerified },
    },
    schema: {
      jwks: {
        fields: {
          publicKey: 'public_key',
          privateKey: 'private_key',
          createdAt: 'created_at',
          expiresAt: 'expires_at',
        },
      },
    },
  })
}
