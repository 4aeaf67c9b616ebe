import type { IncomingHttpHeaders } from 'node:http'
import { runWithTransaction } from '@better-auth/core/context'
import { APP_CODE_LIFE_S } from '@tribune/domain/app-return.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { makeAppCode } from '../../accounts/app-return.ts'
import { type Attempts, createAttempts } from '../../accounts/attempts.ts'
import { CHALLENGED_PATHS } from '../../accounts/challenge.ts'
import { type Fields, fieldsOf } from '../../accounts/fields.ts'
import { type AccountsLibrary, createLibrary } from '../../accounts/library.ts'
import { oneCaller } from '../../accounts/one-caller.ts'
import { strayPath } from '../../accounts/return-path.ts'
import { ASSERTION_PATH, postAgain } from '../../accounts/saml.ts'
import { ACCOUNTS_PREFIX, ADDRESS_HEADER } from '../../accounts/settings.ts'
import type { App } from '../../app.ts'
import type { Db } from '../../database/pool.ts'
import { mountFetchHandler } from '../../http/fetch-handler.ts'
import { Gate } from '../../http/gate.ts'
import { createForeignCheck, trustedOrigins } from '../../http/origins.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Fan } from '../../http/session.ts'
import { createTokenSigner, sessionCookieName } from '../../http/signed-token.ts'
import type { Mail } from '../../mail/mailer.ts'
import { createPost, type Post } from '../../mail/post.ts'
import type { Sms } from '../../sms/sender.ts'
import { disownBallots, lockOpenMatches, withdrawBallots } from '../votes/queries.ts'
import {
  callerOf,
  guessedAccount,
  HASHING,
  HASHING_PATHS,
  isFresh,
  isOpenPath,
  isPostedByProvider,
  LINK_PATHS,
  LOCKS_S,
  SCRIPT_PATHS,
  UNJUDGED,
  WRONG_GUESSES,
} from './policy.ts'
import { presentRefusal } from './present.ts'
import { countWaysIn, endAccount, endSessionSoon, endSessionsOf, lockFan } from './queries.ts'

interface Accounts {
  readonly auth: AccountsLibrary
  readonly post: Post<Mail>
  readonly texts: Post<Sms>
  readonly hashing: Gate
  /** Wrong passwords and codes, by account. */
  readonly attempts: Attempts
}

/** Most to one address, and to one phone, whose texts cost. */
const MAILS_PER_HOUR = 10
const TEXTS_PER_HOUR = 5

const accountsOf = new WeakMap<App, Accounts>()

/** The one accounts library of a server, built when first needed. */
function accounts(app: App): Accounts {
  const known = accountsOf.get(app)
  if (known !== undefined) return known
  const post = createPost<Mail>(
    { what: 'mail', send: (mail) => app.mailer.send(mail), perHour: MAILS_PER_HOUR },
    app.log,
  )
  const texts = createPost<Sms>({ what: 'SMS', send: (sms) => app.sms.send(sms), perHour: TEXTS_PER_HOUR }, app.log)
  const attempts = createAttempts(app.pool, app.config.secret)
  const built = { auth: createLibrary(app, post, texts), post, texts, hashing: new Gate(HASHING), attempts }
  accountsOf.set(app, built)
  return built
}

/** Everything below `/api/auth`: sign-up with confirmation by mail, sign-in, sign-out, forgotten password. */
export function createAccounts(app: App): FastifyPluginAsync {
  return async (http) => {
    const { post, texts } = accounts(app)
    const isForeign = createForeignCheck(app.publicUrl)
    const withoutToken = createTokenFilter(app.publicUrl)
    const signer = createTokenSigner(app.config.secret)
    const sessionCookie = sessionCookieName(app.publicUrl.startsWith('https:'))
    mountFetchHandler(http, {
      prefix: ACCOUNTS_PREFIX,
      origin: app.publicUrl,
      addressHeader: ADDRESS_HEADER,
      caller: (headers) => oneCaller(headers, sessionCookie, signer),
      async handle(request, call) {
        const { pathname, searchParams } = new URL(request.url)
        const path = pathname.slice(ACCOUNTS_PREFIX.length)
        if (!isOpenPath(path)) throw new Refusal('not_found')
        const again = path === ASSERTION_PATH ? postAgain(call.body) : null
        if (again !== null) return again
        const sent = sentFields(path, call)
        if (SCRIPT_PATHS.has(path) && isForeign(call.headers)) throw new Refusal('foreign_origin')
        const fan = await freshFan(app, path, sent, call)
        if (strayPath(searchParams, sent) !== null) return refusal(403, 'INVALID_CALLBACK_URL', call)
        const response = await answerGuess(
          app,
          guessedAccount(path, sent, fan, app.config.smsCountries),
          request,
          call,
          path,
        )
        return withoutToken(response, call.headers)
      },
    })
    http.addHook('onClose', async () => void (await Promise.all([post.flush(), texts.flush()])))
  }
}

/** A browser of ours has the cookie; a token that its scripts can read would only be one to steal. */
function createTokenFilter(publicUrl: string) {
  const origins = new Set<string | undefined>(trustedOrigins(publicUrl))
  return (response: Response, { origin, 'sec-fetch-site': site }: IncomingHttpHeaders): Response => {
    if (site !== undefined || origins.has(origin)) response.headers.delete('set-auth-token')
    // Who may read it is said in one place, http/native-app.ts.
    response.headers.delete('access-control-expose-headers')
    return response
  }
}

/** What a call brings; what providers post to come back is the library's to read. */
function sentFields(path: string, { body, headers }: FastifyRequest): Fields {
  const sent = isPostedByProvider(path) ? {} : fieldsOf(body, headers['content-type'])
  if (sent === 'unsupported_media' || sent === 'invalid_request') throw new Refusal(sent)
  return sent as Fields
}

/** Who calls for what needs a session of the last hour; refuses an older one. `null` where none is needed, or nobody may call. */
async function freshFan(app: App, path: string, sent: Fields, call: FastifyRequest): Promise<Fan | null> {
  const caller = callerOf(path, sent)
  const fan = caller === 'anybody' ? null : await app.sessions.read(call.headers)
  if (fan !== null) requireFresh(app, fan)
  else if (caller === 'fresh') throw new Refusal('not_authenticated')
  return fan
}

/** Has the library answer; a guess at an account is counted before, unless too many were made already. */
async function answerGuess(app: App, account: string | null, request: Request, call: FastifyRequest, path: string) {
  const { attempts } = accounts(app)
  const locked = account === null ? 0 : await attempts.begin(account)
  if (locked > 0) return tooMany(locked, call)
  const response = await askLibrary(app, request, path)
  const code = await refusedCodeOf(response, path)
  if (account !== null) await settle(attempts, account, code)
  return code === undefined ? response : refused(response, code, call)
}

/** A right guess clears the account, and what was no guess is given back. */
async function settle(attempts: Attempts, account: string, refusedCode: string | null | undefined): Promise<void> {
  if (refusedCode === undefined) await attempts.right(account)
  else if (refusedCode === null || !WRONG_GUESSES.has(refusedCode)) await attempts.undo(account)
}

function askLibrary(app: App, request: Request, path: string): Promise<Response> {
  const { auth, hashing } = accounts(app)
  const answer = () => auth.handler(request)
  return HASHING_PATHS.has(path) ? hashing.run(answer) : answer()
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
    const now = new Date()
    const user = { email, name: person.name, emailVerified: true, createdAt: now, updatedAt: now }
    // Past what looks at newcomers: nobody is calling.
    const { id } = await adapter.create<typeof user, { id: string }>({ model: 'user', data: user })
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

/**
 * Takes a way into an account away, in one transaction, and the sessions elsewhere, which it may have opened: `not_found` where there was
 * none, `last_way_in` where none would be left.
 */
export async function removeWayIn(app: App, fan: Fan, remove: (db: Db) => Promise<boolean>): Promise<void> {
  await app.db.transaction().execute(async (transaction) => {
    await lockFan(transaction, fan.id)
    if (!(await remove(transaction))) throw new Refusal('not_found')
    if ((await countWaysIn(transaction, fan.id)) === 0) throw new Refusal('last_way_in')
    await endSessionsOf(transaction, fan.id, { but: fan.sessionId })
  })
  await app.sessions.forget(fan.id)
}

/**
 * Gives a code with which the native app opens a session of its own. A session that was opened in the browser for the app alone ends with
 * the code, exchanged or not.
 */
export async function handOver(app: App, fan: Fan, challenge: string, alone: boolean): Promise<string> {
  const { internalAdapter } = await accounts(app).auth.$context
  const code = await makeAppCode(internalAdapter, app.clock, {
    challenge,
    fan: fan.id,
    session: fan.sessionId,
    alone,
  })
  if (alone) {
    const end = new Date(app.clock.now().getTime() + APP_CODE_LIFE_S * 1_000)
    await endSessionSoon(app.db, fan.sessionId, end)
    await app.sessions.forget(fan.id)
  }
  return code
}

/** Refuses what cannot be undone to a session that began long ago: `sign_in_again`. */
export function requireFresh(app: App, fan: Fan): void {
  if (!isFresh(fan, app.clock.now())) throw new Refusal('sign_in_again')
}

/**
 * Ends an account for good, in one transaction: its row, and with it its ways in and its sessions; its ballots of open matches, which leave
 * their tallies; what is left of him on ballots of closed matches, which stay countable.
 */
export async function deleteAccount(app: App, fan: Fan): Promise<void> {
  await app.db.transaction().execute(async (transaction) => {
    const open = await lockOpenMatches(transaction, app.clock.offsetMs)
    await endAccount(transaction, fan)
    await withdrawBallots(transaction, fan.id, open)
    await disownBallots(transaction, fan.id)
  })
  await app.sessions.forget(fan.id)
}

/**
 * The library's code of a refusal, `null` where it gave none, `undefined` where it refused nothing. A link that is exchanged by a script is
 * refused by a redirection, made for browsers that open it themselves.
 */
async function refusedCodeOf(response: Response, path: string): Promise<string | null | undefined> {
  const code = response.status >= 400 ? codeIn(await response.text()) : null
  if (response.status >= 500 && code === UNJUDGED && CHALLENGED_PATHS.includes(path)) {
    throw new Refusal('challenge_unavailable')
  }
  if (response.status >= 500) throw new Error(`The accounts library answered ${response.status}`)
  if (response.status >= 400) return code
  const to = LINK_PATHS.has(path) && response.status === 302 ? response.headers.get('location') : null
  return to === null ? undefined : (new URL(to, 'http://localhost').searchParams.get('error') ?? undefined)
}

function tooMany(seconds: number, call: FastifyRequest): Response {
  const answer = refusal(429, 'TOO_MANY_ATTEMPTS', call)
  answer.headers.set('retry-after', String(seconds))
  return answer
}

function refused(response: Response, code: string | null, call: FastifyRequest): Response {
  const answer = refusal(Math.max(response.status, 400), code, call)
  for (const cookie of response.headers.getSetCookie()) answer.headers.append('set-cookie', cookie)
  const retry = LOCKS_S[code ?? ''] ?? response.headers.get('x-retry-after')
  if (retry !== null) answer.headers.set('retry-after', String(retry))
  return answer
}

function refusal(status: number, code: string | null, call: FastifyRequest): Response {
  call.log.info({ code, status }, 'request refused')
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  return Response.json(presentRefusal(status, code, call.id), { status, headers })
}

function codeIn(body: string): string | null {
  try {
    const { code } = JSON.parse(body)
    return typeof code === 'string' ? code : null
  } catch {
    return null
  }
}
