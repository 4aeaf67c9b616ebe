import type { IncomingHttpHeaders } from 'node:http'
import { CHALLENGE_HEADER } from '@tribune/contract/account-constants.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import { mountFetchHandler } from '../http/fetch-handler.ts'
import { createForeignCheck, trustedOrigins } from '../http/origins.ts'
import type { Fan } from '../http/session.ts'
import { createTokenSigner, sessionCookieName } from '../http/signed-token.ts'
import { Refusal } from '../kernel/refusal.ts'
import { isMailboxTaken } from './contacts/mailboxes.ts'
import { rulesOf } from './endpoints.ts'
import { type Fields, fieldsOf } from './guards/fields.ts'
import { requireFresh } from './guards/freshness.ts'
import { guessedAccount, settleGuess } from './guards/lockout.ts'
import { oneCaller } from './guards/one-caller.ts'
import { strayPath } from './guards/return-path.ts'
import { ANSWER_MAX_BYTES, ASSERTION_PATH } from './methods/saml/saml.ts'
import { accounts } from './parts.ts'
import { refusal, refused, refusedCodeOf, tooMany } from './refusals.ts'
import type { EndpointRules } from './rules.ts'
import { ACCOUNTS_PREFIX, ADDRESS_HEADER } from './settings.ts'

/** Serves the endpoints of `endpoints.ts` below `/api/auth`. */
export function createAccounts(app: App): FastifyPluginAsync {
  return async (http) => {
    const { post, texts, judge } = accounts(app)
    const isForeign = createForeignCheck(app.publicUrl)
    const withoutToken = createTokenFilter(app.publicUrl)
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
        const rules = rulesOf(pathname.slice(ACCOUNTS_PREFIX.length))
        const isOpen = rules !== undefined && (call.method !== 'POST' || rules.body !== undefined)
        if (!isOpen) throw new Refusal('not_found')
        const intercepted = rules.intercept?.(call.body) ?? null
        if (intercepted !== null) return intercepted
        const sent = sentFields(rules, call)
        if (rules.caller === 'script' && isForeign(call.headers)) throw new Refusal('foreign_origin')
        const fan = await freshFan(app, rules, sent, call)
        const refusedEarly = await refuseEarly(app, rules, searchParams, sent, call)
        if (refusedEarly !== null) return refusedEarly
        const account = guessedAccount(rules.guess, sent, fan, app.config.smsCountries)
        const response = await forward(app, rules, account, request, call)
        return withoutToken(response, call.headers)
      },
    })
    // After the library's own cookies. Neither a refused call nor a link that a mail scanner opens gets a device cookie.
    http.addHook('onSend', async (call, reply) => {
      if (call.method === 'POST' && reply.statusCode < 400) app.devices.issue(call, reply)
    })
    http.addHook('onClose', async () => void (await Promise.all([post.flush(), texts.flush(), judge.close()])))
  }
}

/** Returns the refusal of a call that would redirect off site, or that lacks the proof of work it needs; `null` for any other call. */
async function refuseEarly(
  app: App,
  { captcha }: EndpointRules,
  query: URLSearchParams,
  sent: Fields,
  call: FastifyRequest,
) {
  if (strayPath(query, sent) !== null) return refusal(403, 'INVALID_CALLBACK_URL', call)
  if (!captcha) return null
  const proof = call.headers[CHALLENGE_HEADER]?.toString()
  const why = await accounts(app).work.redeem(call, proof, typeof sent.email === 'string' ? sent.email : null)
  return why === null ? null : refusal(why === 'MISSING_RESPONSE' ? 400 : 403, why, call)
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

/** Returns the caller if a call needs a fresh session, and refuses an older one; `null` if it needs none, or if nobody is signed in and need not be. */
async function freshFan(app: App, { fresh }: EndpointRules, sent: Fields, call: FastifyRequest): Promise<Fan | null> {
  const need = typeof fresh !== 'object' ? fresh : fresh.with in sent ? 'always' : undefined
  const fan = need === undefined ? null : await app.sessions.read(call.headers)
  if (fan !== null) requireFresh(app, fan)
  else if (need === 'always') throw new Refusal('not_authenticated')
  return fan
}

/** Forwards a call to the library. Counts a guess at an account first, and refuses while the account is locked. */
async function forward(app: App, rules: EndpointRules, account: string | null, request: Request, call: FastifyRequest) {
  const { lockout } = accounts(app)
  const locked = account === null ? 0 : await lockout.begin(account)
  if (locked > 0) return tooMany(locked, call)
  const response = await askLibrary(app, request, rules.queue)
  const code = await refusedCodeOf(response, rules)
  if (account !== null) await settleGuess(lockout, account, code)
  return code === undefined ? response : refused(response, code, call)
}

function askLibrary(app: App, request: Request, queue: EndpointRules['queue']): Promise<Response> {
  const { auth, hashing, choosing } = accounts(app)
  const answer = async () => {
    try {
      return await auth.handler(request)
    } catch (error) {
      if (!isMailboxTaken(error)) throw error
      return Response.json({ code: 'USER_ALREADY_EXISTS' }, { status: 422 })
    }
  }
  return queue === undefined ? answer() : { hashing, choosing }[queue].run(answer)
}
