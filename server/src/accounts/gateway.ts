import type { IncomingHttpHeaders } from 'node:http'
import { CHALLENGE_HEADER } from '@tribune/contract/account-constants.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import { mountFetchHandler } from '../http/fetch-handler.ts'
import { createForeignCheck, trustedOrigins } from '../http/origins.ts'
import type { Fan } from '../http/session.ts'
import {
  bearerOf,
  cookieOf,
  createTokenSigner,
  presentedToken,
  sessionCookieName,
  type TokenSigner,
} from '../http/signed-token.ts'
import { withKnownOutcome } from '../infra/database/outcome.ts'
import { Refusal } from '../kernel/refusal.ts'
import { percentDecoded } from '../kernel/text.ts'
import { isMailboxTaken } from './contacts/mailboxes.ts'
import { rowOf, rulesOf } from './endpoints.ts'
import { checkCaptcha } from './guards/captcha.ts'
import { requireFresh } from './guards/freshness.ts'
import { type Fields, fieldsOf, guessOf, isSecondProof, settleGuess } from './guards/guessed.ts'
import { type Guess, RANKS } from './guards/guesses.ts'
import type { Redeemed } from './guards/proof-of-work.ts'
import type { AccountName } from './guards/queries.ts'
import { FAN_HEADER } from './hook.ts'
import { hashingFor, MANY_PER_SLOT } from './methods/password/hashing.ts'
import { ANSWER_MAX_BYTES, ASSERTION_PATH } from './methods/saml.ts'
import type { AccountsApp } from './parts.ts'
import { refusal, refused, refusedCodeOf, tooMany, unpaid } from './refusals.ts'
import type { EndpointRules } from './rules.ts'
import { CHALLENGE } from './second-factor/waiting.ts'
import { ACCOUNTS_PREFIX, ADDRESS_HEADER } from './settings.ts'

/** Serves the endpoints of `endpoints.ts` below `/api/auth`. */
export function createAccounts(app: AccountsApp): FastifyPluginAsync {
  return async (http) => {
    const { guesses, judge, known, post, texts } = app.accounts
    const isForeign = createForeignCheck(app.publicUrl)
    const withoutToken = createTokenFilter(app.publicUrl)
    const signedIn = new WeakMap<FastifyRequest, string | null>()
    const codesSent = new WeakMap<FastifyRequest, () => Promise<Guess | null>>()
    const signer = createTokenSigner(...app.config.secrets)
    const sessionCookie = sessionCookieName(app.publicUrl.startsWith('https:'))
    mountFetchHandler(http, {
      prefix: ACCOUNTS_PREFIX,
      large: { path: ASSERTION_PATH, bytes: ANSWER_MAX_BYTES },
      origin: app.publicUrl,
      addressHeader: ADDRESS_HEADER,
      caller: (headers) => oneCaller(headers, sessionCookie, signer),
      async handle(request, call) {
        const { pathname, searchParams } = new URL(request.url)
        const path = pathname.slice(ACCOUNTS_PREFIX.length)
        const rules = openRules(path, call)
        const wait = app.accounts.rates.takeFrom(call.ip, rowOf(path), rules.perMinute)
        if (wait > 0) return tooMany('TOO_MANY_REQUESTS', wait, call)
        const intercepted = rules.intercept?.(call.body) ?? null
        if (intercepted !== null) return intercepted
        const sent = sentFields(rules, call)
        if (rules.caller === 'script' && isForeign(call.headers)) throw new Refusal('foreign_origin')
        const fan = await freshFan(app, rules, sent, call)
        if (strayPath(searchParams, sent) !== null) return refusal(403, 'INVALID_CALLBACK_URL', call)
        const response = await serve(app, { rules, path, sent, fan, request, call })
        const challenged = () => challengedFan(app, request)
        if (response.ok) codesSent.set(call, () => guessOf(app, rules.sends, sent, fan, { call, challenged }))
        signedIn.set(call, response.headers.get(FAN_HEADER))
        response.headers.delete(FAN_HEADER)
        return withoutToken(response, call.headers)
      },
    })
    // After the library's own cookies. Neither a refused call nor a link that a mail scanner opens gets a device cookie.
    http.addHook('onSend', async (call, reply) => {
      const isIssued = call.method === 'POST' && reply.statusCode < 400
      const device = isIssued ? app.devices.issue(call, reply) : (app.devices.of(call)?.id ?? null)
      const fanId = signedIn.get(call)
      // The code is sent, and a fan who has signed in stays so.
      const warn = (error: unknown) => call.log.warn({ reqId: call.id, err: error }, 'device not stored')
      const code = await codesSent.get(call)?.().catch(warn)
      if (code && device !== null) await guesses.grant(code, device).catch(warn)
      if (fanId != null) await known.remember(fanId, device).catch(warn)
    })
    http.addHook('onClose', async () => void (await Promise.all([post.flush(), texts.flush(), judge.close()])))
  }
}

/** Returns the rules of a path. Refuses one that is not open to the call's method with `not_found`. */
function openRules(path: string, { method }: FastifyRequest): EndpointRules {
  const rules = rulesOf(path)
  if (rules === undefined || (method === 'POST' && rules.body === undefined)) throw new Refusal('not_found')
  return rules
}

/** Serves a call that may be forwarded, once it has paid. Takes it off the counts again if it could not be served, as in a full queue. */
async function serve(app: AccountsApp, allowed: Allowed): Promise<Response> {
  const { rules, sent, call } = allowed
  const paid = await pay(app, rules, sent, call)
  if ('unpaid' in paid) return unpaid(paid.unpaid, call)
  return forward(app, allowed).catch(async (error: unknown) => {
    await paid
      .undo()
      .catch((cause: unknown) => call.log.warn({ reqId: call.id, err: cause }, 'a counted call could not be undone'))
    throw error
  })
}

/** Redeems the proof of work of a call that needs one. */
async function pay(
  app: AccountsApp,
  { captcha }: EndpointRules,
  { email }: Fields,
  call: FastifyRequest,
): Promise<Redeemed> {
  if (!captcha) return { undo: async () => {} }
  const proof = call.headers[CHALLENGE_HEADER]?.toString()
  return app.accounts.work.redeem(call, proof, typeof email === 'string' ? email : null)
}

/** Removes the session token from answers to our own pages: they have the cookie, and a token that scripts can read can be stolen. */
function createTokenFilter(publicUrl: string) {
  const origins = new Set<string | undefined>(trustedOrigins(publicUrl))
  return (response: Response, { origin, 'sec-fetch-site': site }: IncomingHttpHeaders): Response => {
    if (site !== undefined || origins.has(origin)) response.headers.delete('set-auth-token')
    // http/native-app.ts alone decides which origins may read it.
    response.headers.delete('access-control-expose-headers')
    return response
  }
}

/** Returns the fields of a call's body. The library itself reads the forms that providers post. */
function sentFields({ body: allowed }: EndpointRules, { body, headers }: FastifyRequest): Fields {
  const sent = allowed === 'form' ? {} : fieldsOf(body, headers['content-type'])
  if (sent === 'unsupported_media' || sent === 'invalid_request') throw new Refusal(sent)
  return sent as Fields
}

/**
 * Returns the signed-in fan if a call needs a fresh session, and refuses an older session. Returns `null` if the call needs none, or if no fan is signed in
 * and the call allows that.
 */
async function freshFan(app: App, { fresh }: EndpointRules, sent: Fields, call: FastifyRequest): Promise<Fan | null> {
  const need = typeof fresh !== 'object' ? fresh : fresh.with in sent ? 'always' : undefined
  const fan = need === undefined ? null : await app.sessions.read(call.headers)
  if (fan !== null) requireFresh(app, fan)
  else if (need === 'always') throw new Refusal('not_authenticated')
  return fan
}

/** A call that may be forwarded to the library. */
interface Allowed {
  readonly rules: EndpointRules
  readonly path: string
  readonly sent: Fields
  /** The signed-in fan, where the call needs a fresh session. */
  readonly fan: Fan | null
  readonly request: Request
  readonly call: FastifyRequest
}

/** Forwards a call to the library. Counts a guess at an account first, and refuses it while the caller is locked, or has not paid for it. */
async function forward(app: AccountsApp, allowed: Allowed): Promise<Response> {
  const { rules, path, sent, fan, request, call } = allowed
  const { auth, guesses, hashing, refusals, work } = app.accounts
  const guess = await guessOf(app, rules.guess, sent, fan, { call, challenged: () => challengedFan(app, request) })
  if (guess === null) return answered(app, allowed, { rank: RANKS.paid, account: null })
  const proof = call.headers[CHALLENGE_HEADER]?.toString()
  const { captcha } = app.config
  const redeem = async () => {
    if (captcha !== null) return checkCaptcha(captcha, path, request, await auth.$context)
    const redeemed = await work.redeem(call, proof, null)
    return 'unpaid' in redeemed ? redeemed.unpaid : null
  }
  const isBusy = guess.secret === 'password' && hashing.queued >= MANY_PER_SLOT * hashing.max
  const begun = await guesses.begin(guess, call, { proof, redeem, isBusy })
  // A flood that pays nothing would otherwise be refused as fast as it comes, at the cost of everyone's calls.
  if (isBusy && proof === undefined && !('rank' in begun)) await refusals.wait()
  if ('lockedS' in begun)
    return tooMany(
      isSecondProof(guess.secret) ? 'ACCOUNT_TEMPORARILY_LOCKED' : 'TOO_MANY_ATTEMPTS',
      begun.lockedS,
      call,
    )
  if ('unpaid' in begun) return unpaid(begun.unpaid, call)
  try {
    return await answered(app, allowed, { rank: begun.rank, account: guess.account }, (code) =>
      settleGuess(begun, code),
    )
  } catch (error) {
    await begun.undo()
    throw error
  }
}

/** Answers a call from the library, once it is its turn if it chooses a password. */
async function answered(
  app: AccountsApp,
  { rules, request, call }: Allowed,
  place: { readonly rank: number; readonly account: AccountName | null },
  settle: (refusedCode: string | null | undefined) => Promise<void> = async () => {},
): Promise<Response> {
  const { choosing } = app.accounts
  const response = await hashingFor(call, place, (at) => {
    const ask = () => askLibrary(app, request)
    return rules.queue === 'choosing' ? choosing.run(ask, at) : ask()
  })
  const code = await refusedCodeOf(response, rules)
  await settle(code)
  return code === undefined ? response : refused(response, code, call)
}

/** Returns whether an answer of the library may hide an error of the database: a refusal, or a redirect to one. */
function isFailed({ headers, status }: Response): boolean {
  return status >= 400 || /[?&]error=/.test(headers.get('location') ?? '')
}

async function askLibrary(app: AccountsApp, request: Request): Promise<Response> {
  try {
    return await withKnownOutcome(() => app.accounts.auth.handler(request), isFailed)
  } catch (error) {
    if (!isMailboxTaken(error)) throw error
    return Response.json({ code: 'USER_ALREADY_EXISTS' }, { status: 422 })
  }
}

/** Returns the fan whose sign-in awaits its second proof in this browser. Its cookie has been verified as the request was written. */
async function challengedFan(app: AccountsApp, { headers }: Request): Promise<string | null> {
  const { createAuthCookie, internalAdapter } = await app.accounts.auth.$context
  const signed = cookieOf(headers.get('cookie') ?? undefined, createAuthCookie(CHALLENGE).name)
  const id = signed === null ? '' : decodeURIComponent(signed).replace(/\.[^.]*$/, '')
  return id === '' ? null : ((await internalAdapter.findVerificationValue(id))?.value ?? null)
}

/** Fields in which the accounts library accepts a callback, in a query or a body. */
const NAMES = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo'] as const
/** Any origin works: only the resolved path matters. */
const BASE = 'https://tribune.invalid'

/**
 * Returns whether a callback is unreadable, or leaves the product once its dots are resolved: `/..//evil.example` becomes `//evil.example`, another site.
 * The library refuses `//` and foreign origins, but checks a path before it resolves it.
 */
function leadsAway(path: string): boolean {
  const plain = percentDecoded(path)
  // None of our pages has such an address, and the library would throw on it.
  if (plain === null) return true
  if (!path.startsWith('/')) return false
  return [path, plain].some((form) => {
    const url = URL.canParse(form, BASE) ? new URL(form, BASE) : null
    return url === null || url.origin !== BASE || url.pathname.startsWith('//')
  })
}

/** Returns the first callback of a request that leads away from the product, or `null`. */
function strayPath(query: URLSearchParams, sent: Fields): string | null {
  const given = NAMES.flatMap((name) => [...query.getAll(name), sent[name]])
  return given.find((path): path is string => typeof path === 'string' && leadsAway(path)) ?? null
}

/** Cookies of the library and of its hooks, except the session's. */
const OTHER_COOKIES = ['state', 'relay_state', 'sign_up', 'recovery', 'two_factor']
/** One cookie as browsers write it. Anything else is ignored. */
const COOKIE = /^ ?([\w.-]+)=([\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*)$/

/**
 * Rewrites a call's credentials for the library, in one form and only as this server itself has read them (http/session.ts). Two parsers of the same
 * headers could see two different fans: one would be checked, and the other acted for.
 */
function oneCaller(
  headers: IncomingHttpHeaders,
  sessionCookie: string,
  signer: TokenSigner,
): Readonly<Record<string, string>> {
  const presented = presentedToken(headers, sessionCookie)
  // The library accepts other spellings of a signature, and knows only the newest key.
  const token = signAgain(presented, signer)
  const isBearer = bearerOf(headers.authorization) !== null
  const cookies = new Map<string, string>()
  const names = new Set(OTHER_COOKIES.map((name) => sessionCookie.replace('session_token', name)))
  for (const part of headers.cookie?.split(';') ?? []) {
    const [, name = '', value = ''] = COOKIE.exec(part) ?? []
    const resigned = names.has(name) && !cookies.has(name) ? signAgain(percentDecoded(value), signer) : null
    if (resigned !== null) cookies.set(name, encodeURIComponent(resigned))
  }
  if (token !== null && !isBearer) cookies.set(sessionCookie, encodeURIComponent(token))
  return {
    ...(cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
    ...(token !== null && isBearer ? { authorization: `Bearer ${token}` } : {}),
  }
}

/** Signs a value again with the newest key. Returns `null` for none, and for one that this server never signed. */
function signAgain(signed: string | null, signer: TokenSigner): string | null {
  const value = signed === null ? null : signer.verify(signed)
  return value === null ? null : signer.sign(value)
}
