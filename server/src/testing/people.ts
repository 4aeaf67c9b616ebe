import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createPerson, hashPassword } from '../features/accounts/service.ts'
import { createTokenSigner, sessionCookieName } from '../http/signed-token.ts'
import type { Database } from '../infra/database/pool.ts'
import type { Clock } from '../kernel/clock.ts'
import { ADMIN_EMAIL, call, ORIGIN, type TestServer } from './app.ts'

const PASSWORD = 'virage-nord'

/** A fan with a session: `cookie` is what a browser would send. */
export interface SignedIn {
  readonly id: string
  readonly cookie: string
}

/** Signs in with a password, through the accounts library. */
export async function signIn(server: TestServer, email: string): Promise<SignedIn> {
  const passwordHash = await hashPassword(server.app, PASSWORD)
  const { id } = await createPerson(server.app, { email, name: 'Fan', passwordHash })
  const body = { email, password: PASSWORD }
  const answer = await call(server, 'POST', '/api/auth/sign-in/email', { body, headers: { origin: ORIGIN } })
  if (answer.statusCode !== 200) throw new Error(`Sign-in answered ${answer.statusCode}: ${answer.body}`)
  const session = answer.cookies.find(({ name }) => name === sessionCookieName(false))
  if (session === undefined) throw new Error('Sign-in set no session')
  return { id, cookie: `${session.name}=${encodeURIComponent(session.value)}` }
}

export const signInAdmin = (server: TestServer) => signIn(server, ADMIN_EMAIL)

/** Where fans are kept: a test server is one. */
interface FanStore {
  readonly app: { readonly db: Database; readonly config: { readonly secret: string } }
  readonly clock: Pick<Clock, 'now'>
}

/** Many fans at once: session rows, and cookies signed as the accounts library signs them. */
export async function signInMany(server: FanStore, count: number, verified = true): Promise<SignedIn[]> {
  const { db, config } = server.app
  const prefix = randomUUID()
  const expires = new Date(server.clock.now().getTime() + 86_400_000)
  const { rows } = await sql<{ id: string; token: string }>`
    WITH fans AS (
      INSERT INTO auth."user" (name, email, email_verified)
      SELECT 'Fan ' || n, ${`${prefix}-`} || n || '@example.invalid', ${verified} FROM generate_series(1, ${count}) AS n
      RETURNING id
    )
    INSERT INTO auth.session (user_id, token, expires_at, created_at)
    SELECT id, 'token-' || id, ${expires}, ${server.clock.now()} FROM fans
    RETURNING user_id AS id, token`.execute(db)
  const signer = createTokenSigner(config.secret)
  const name = sessionCookieName(false)
  return rows.map(({ id, token }) => ({ id, cookie: `${name}=${encodeURIComponent(signer.sign(token))}` }))
}

/** One fan, verified unless told otherwise. */
export async function signInOne(server: FanStore, verified = true): Promise<SignedIn> {
  const [fan] = await signInMany(server, 1, verified)
  if (fan === undefined) throw new Error('No fan was made')
  return fan
}
