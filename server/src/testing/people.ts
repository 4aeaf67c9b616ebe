import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AccountsApp } from '../accounts/parts.ts'
import { createPerson, hashPassword } from '../features/fans/sign-in/service.ts'
import { createTokenSigner, sessionCookieName } from '../http/signed-token.ts'
import type { Database } from '../infra/database/pool.ts'
import type { Clock } from '../kernel/clock.ts'
import { call, type TestServer } from './app.ts'
import { ADMIN_EMAIL, ORIGIN, PASSWORD } from './constants.ts'

/** A fan with a session; `cookie` is the header of a browser. */
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

/** Opens a session without a password and gives its signed bearer token, as another device has it. */
export async function openSession(app: AccountsApp, fanId: string): Promise<string> {
  const { internalAdapter } = await app.accounts.auth.$context
  const { token } = await internalAdapter.createSession(fanId)
  return createTokenSigner(app.config.secret).sign(token)
}

/** An act of the operator's, for services called without a request. */
export const OPERATOR = { operatorId: randomUUID(), correlationId: randomUUID() }

export const signInAdmin = (server: TestServer) => signIn(server, ADMIN_EMAIL)

/** The parts of a test server that store fans. */
interface FanStore {
  readonly app: { readonly db: Database; readonly config: { readonly secret: string } }
  readonly clock: Pick<Clock, 'now'>
}

/** Signs many fans in at once, by session rows, and cookies signed like those of the accounts library. */
export function signInMany(server: FanStore, count: 1, verified?: boolean): Promise<[SignedIn]>
export function signInMany(server: FanStore, count: 2, verified?: boolean): Promise<[SignedIn, SignedIn]>
export function signInMany(server: FanStore, count: 3, verified?: boolean): Promise<[SignedIn, SignedIn, SignedIn]>
export function signInMany(server: FanStore, count: number, verified?: boolean): Promise<SignedIn[]>
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
  return rows.map(({ id, token }) => ({ id, cookie: cookieOf(token, config.secret) }))
}

/** Opens another session of a fan, as on another device. */
export async function signInElsewhere({ app, clock }: FanStore, { id }: SignedIn): Promise<SignedIn> {
  const token = randomUUID()
  const expires_at = new Date(clock.now().getTime() + 86_400_000)
  await app.db.insertInto('auth.session').values({ user_id: id, token, expires_at, created_at: clock.now() }).execute()
  return { id, cookie: cookieOf(token, app.config.secret) }
}

/** Returns a fan with the id of their session. */
export async function withSession(
  db: Database,
  { id }: Pick<SignedIn, 'id'>,
): Promise<{ id: string; sessionId: string }> {
  const session = db.selectFrom('auth.session').select('id').where('user_id', '=', id)
  return { id, sessionId: (await session.executeTakeFirstOrThrow()).id }
}

const cookieOf = (token: string, secret: string) =>
  `${sessionCookieName(false)}=${encodeURIComponent(createTokenSigner(secret).sign(token))}`

/** Signs one fan in, verified by default. */
export async function signInOne(server: FanStore, verified = true): Promise<SignedIn> {
  const [fan] = await signInMany(server, 1, verified)
  return fan
}
