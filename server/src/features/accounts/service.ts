import { getCurrentAuthEndpointContext, runWithTransaction } from '@better-auth/core/context'
import { type AuthContext, betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware, createEmailVerificationToken } from 'better-auth/api'
import { bearer } from 'better-auth/plugins/bearer'
import type { FastifyBaseLogger, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { mountFetchHandler } from '../../http/fetch-handler.ts'
import { Gate } from '../../http/gate.ts'
import { trustedOrigins } from '../../http/origins.ts'
import { Refusal } from '../../http/refusal.ts'
import { createTokenSigner } from '../../http/signed-token.ts'
import {
  CONFIRMATION_LIFE_HOURS,
  confirmationMail,
  PASSWORD_RESET_LIFE_HOURS,
  passwordResetMail,
} from '../../mail/mails.ts'
import { createPost, type Post } from '../../mail/post.ts'
import {
  ACCOUNTS_PREFIX,
  ADDRESS_HEADER,
  accountSettings,
  DEFAULT_RATE,
  emailAddress,
  HASHING,
  HASHING_PATHS,
  isOpenPath,
  NAME_MAX_LENGTH,
  PASSWORD_SETTINGS,
  RATE_RULES,
  RateWindows,
  USER_AGENT_MAX_LENGTH,
} from './policy.ts'
import { presentRefusal } from './present.ts'

const HOUR_S = 3_600
const CONFIRMATION_LIFE_S = CONFIRMATION_LIFE_HOURS * HOUR_S
const MESSAGE_MAX_LENGTH = 200
/** What the library calls its errors though it answers 403: an address or a page that is not ours, a form sent from elsewhere. */
const CALLERS_FAULT = /^(Invalid \w+: |Blocked cross-site )/

interface Accounts {
  readonly auth: ReturnType<typeof createAuth>
  readonly post: Post
}

const accountsOf = new WeakMap<App, Accounts>()

/** The one accounts library of a server, built when first needed. */
function accounts(app: App): Accounts {
  const known = accountsOf.get(app)
  if (known !== undefined) return known
  const post = createPost(app.mailer, app.log)
  const built = { auth: createAuth(app, post), post }
  accountsOf.set(app, built)
  return built
}

/** Everything below `/api/auth`: sign-up with confirmation by mail, sign-in, sign-out, forgotten password. */
export function createAccounts(app: App): FastifyPluginAsync {
  return async (http) => {
    const { auth, post } = accounts(app)
    const hashing = new Gate(HASHING)
    const origins = new Set<string | undefined>(trustedOrigins(app.publicUrl))
    mountFetchHandler(http, {
      prefix: ACCOUNTS_PREFIX,
      origin: app.publicUrl,
      addressHeader: ADDRESS_HEADER,
      async handle(request, call) {
        const path = new URL(request.url).pathname.slice(ACCOUNTS_PREFIX.length)
        if (!isOpenPath(path)) throw new Refusal('not_found')
        const answer = () => auth.handler(request)
        const response = await (HASHING_PATHS.has(path) ? hashing.run(answer) : answer())
        if (response.status >= 400) return refused(response, call)
        // A browser of ours has the cookie; a token that its scripts can read would only be one to steal.
        if (origins.has(call.headers.origin)) response.headers.delete('set-auth-token')
        return response
      },
    })
    http.addHook('onClose', () => post.flush())
  }
}

/** A person of the first-start world: an account that needs no confirmation. The same e-mail again gives the same person. */
export async function createPerson(
  app: App,
  person: { email: string; name: string; password: string },
): Promise<{ id: string }> {
  const { internalAdapter, password, adapter } = await accounts(app).auth.$context
  const email = person.email.toLowerCase()
  const known = await internalAdapter.findUserByEmail(email)
  if (known !== null) return { id: known.user.id }
  const hash = await password.hash(person.password)
  return runWithTransaction(adapter, async () => {
    const user = { email, name: person.name, emailVerified: true }
    const { id } = await internalAdapter.createUser(user, { method: 'email-password' })
    await internalAdapter.linkAccount({ userId: id, providerId: 'credential', accountId: id, password: hash })
    return { id }
  })
}

/** Opens a session without a password and gives its signed bearer token, for the simulated fans and for measurements. */
export async function openSession(app: App, fanId: string): Promise<string> {
  const { internalAdapter } = await accounts(app).auth.$context
  const { token } = await internalAdapter.createSession(fanId)
  return createTokenSigner(app.config.secret).sign(token)
}

function createAuth(app: App, post: Post) {
  const windows = new RateWindows()
  return betterAuth({
    ...accountSettings(app.publicUrl),
    secret: app.config.secret,
    database: { db: app.db, type: 'postgres', schemaName: 'auth', transaction: true },
    logger: { level: 'warn', log: (level, message, ...details) => logOf(app.log, level, message, details) },
    rateLimit: { enabled: true, ...DEFAULT_RATE, customRules: RATE_RULES, customStorage: windows },
    emailAndPassword: {
      ...PASSWORD_SETTINGS,
      resetPasswordTokenExpiresIn: PASSWORD_RESET_LIFE_HOURS * HOUR_S,
      sendResetPassword: async ({ user, url }) => post.send(passwordResetMail(user.email, url)),
      onExistingUserSignUp: ({ user }) => signUpAgain(user, post),
    },
    emailVerification: {
      autoSignInAfterVerification: true,
      sendOnSignUp: true,
      sendOnSignIn: true,
      expiresIn: CONFIRMATION_LIFE_S,
      sendVerificationEmail: async ({ user, url }) => post.send(confirmationMail(user.email, url)),
    },
    plugins: [bearer({ requireSignature: true })],
    hooks: { before: createAuthMiddleware(checkSignUp) },
    databaseHooks: revocations(app),
  })
}

/** The library would answer a sign-up with a known e-mail as if it were new; the product tells the fan (spec, section 5). */
async function checkSignUp(call: { path: string; body?: unknown; context: AuthContext }): Promise<void> {
  if (call.path !== '/sign-up/email') return
  const { body } = call
  if (typeof body !== 'object' || body === null || !('email' in body) || typeof body.email !== 'string') return
  if (!emailAddress.safeParse(body.email).success) throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL' })
  const known = await call.context.internalAdapter.findUserByEmail(body.email)
  if (known?.user.emailVerified === true) {
    throw new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS', message: 'User already exists' })
  }
}

/**
 * A second sign-up with an e-mail that was never confirmed. Nobody has proven to own the first one, so the newer
 * password holds, and a mail goes out again. Only while that password is the account's sole way in.
 */
async function signUpAgain(user: { id: string; email: string; emailVerified: boolean }, post: Post): Promise<void> {
  if (user.emailVerified) return
  const { context, body } = getCurrentAuthEndpointContext()
  const ways = await context.internalAdapter.findAccounts(user.id)
  if (ways.every((way) => way.providerId === 'credential')) {
    await context.internalAdapter.updatePassword(user.id, await context.password.hash(body.password))
  }
  const token = await createEmailVerificationToken(context.secret, user.email, undefined, CONFIRMATION_LIFE_S)
  const back = encodeURIComponent(body.callbackURL ?? '/')
  post.send(confirmationMail(user.email, `${context.baseURL}/verify-email?token=${token}&callbackURL=${back}`))
}

/** Whatever ends a session or changes who someone is empties the memory of every server. */
function revocations(app: App) {
  const forget = async (id: string | undefined) => {
    if (id !== undefined) await app.sessions.forget(id)
  }
  return {
    user: {
      create: { before: async (user: { name: string }) => ({ data: { name: user.name.slice(0, NAME_MAX_LENGTH) } }) },
      update: { after: (user: { id: string } | null) => forget(user?.id) },
      delete: { after: (user: { id: string }) => forget(user.id) },
    },
    session: {
      create: {
        before: async ({ userAgent }: { userAgent?: string | null | undefined }) => ({
          data: { userAgent: userAgent?.slice(0, USER_AGENT_MAX_LENGTH) },
        }),
      },
      update: { after: (session: { userId: string } | null) => forget(session?.userId) },
      delete: { after: (session: { userId: string }) => forget(session.userId) },
    },
  }
}

async function refused(response: Response, call: FastifyRequest): Promise<Response> {
  if (response.status >= 500) throw new Error(`The accounts library answered ${response.status}`)
  const code = codeIn(await response.text())
  call.log.info({ code, status: response.status }, 'request refused')
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' })
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie)
  const retry = response.headers.get('x-retry-after')
  if (retry !== null) headers.set('retry-after', retry)
  return Response.json(presentRefusal(response.status, code, call.id), { status: response.status, headers })
}

function codeIn(body: string): string | null {
  try {
    const { code } = JSON.parse(body)
    return typeof code === 'string' ? code : null
  } catch {
    return null
  }
}

/**
 * What the library says, without the rows and parameters that a database error carries along, and without more of a caller's own
 * text than it takes to see what he tried.
 */
function logOf(log: FastifyBaseLogger, level: string, message: string, details: readonly unknown[]): void {
  const error = details.find((detail) => detail instanceof Error)
  const severity = level === 'error' && !CALLERS_FAULT.test(message) ? 'error' : 'warn'
  log[severity]({ cause: error === undefined ? undefined : causeOf(error) }, `accounts: ${cut(message)}`)
}

function causeOf({ name, message, stack }: Error) {
  const short = cut(message)
  return { name, message: short, stack: stack?.replace(message, () => short) }
}

function cut(text: string): string {
  return text.length > MESSAGE_MAX_LENGTH ? `${text.slice(0, MESSAGE_MAX_LENGTH)}…` : text
}
