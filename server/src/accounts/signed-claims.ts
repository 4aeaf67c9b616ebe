import { jwt } from 'better-auth/plugins/jwt'
import { realAddress } from './contacts/phones.ts'
import { DAY_S } from './settings.ts'

const ROTATION_S = 90 * DAY_S
const LIFE = '15m'

/** Short-lived JWTs that prove a fan's identity to holders of our public keys. Issued on request only, never sent with other answers. */
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
      // Fans with a phone or a wallet alone have no address.
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
