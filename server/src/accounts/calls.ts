import type { IncomingHttpHeaders } from 'node:http'
import { CHALLENGE_HEADER } from '@tribune/contract/account-calls.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import { mountFetchHandler } from '../http/fetch-handler.ts'
import { createForeignCheck, trustedOrigins } from '../http/origins.ts'
import type { Fan } from '../http/session.ts'
import { createTokenSigner, sessionCookieName } from '../http/signed-token.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Attempts } from './attempts.ts'
import { CHALLENGED_PATHS } from './challenge.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { isMailboxTaken } from './mailboxes.ts'
import { oneCaller } from './one-caller.ts'
import { accounts } from './parts.ts'
import {
  CHOOSING_PATHS,
  callerOf,
  guessedAccount,
  HASHING_PATHS,
  isOpenPath,
  isPostedByProvider,
  requireFresh,
  SCRIPT_PATHS,
  WRONG_GUESSES,
} from './policy.ts'
import { refusal, refused, refusedCodeOf, tooMany } from './refusals.ts'
import { strayPath } from './return-path.ts'
import { ANSWER_MAX_BYTES, ASSERTION_PATH, postAgain } from './saml.ts'
import { ACCOUNTS_PREFIX, ADDRESS_HEADER } from './settings.ts'

/** Everything below `/api/auth`: sign-up with confirmation by mail, sign-in, sign-out, forgotten password. */
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
        const path = pathname.slice(ACCOUNTS_PREFIX.length)
        if (!isOpenPath(path)) throw new Refusal('not_found')
        const again = path === ASSERTION_PATH ? postAgain(call.body) : null
        if (again !== null) return again
        const sent = sentFields(path, call)
        if (SCRIPT_PATHS.has(path) && isForeign(call.headers)) throw new Refusal('foreign_origin')
        const fan = await freshFan(app, path, sent, call)
        const refused = await refuseEarly(app, path, searchParams, sent, call)
        if (refused !== null) return refused
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
    // After the library's own cookies. A refused call leaves no trace, nor does a link opened by whatever reads mails.
    http.addHook('onSend', async (call, reply) => {
      if (call.method === 'POST' && reply.statusCode < 400) app.devices.give(call, reply)
    })
    http.addHook('onClose', async () => void (await Promise.all([post.flush(), texts.flush(), judge.close()])))
  }
}

/** Refuses a call that would lead elsewhere, or that costs work and does not bring the proof of enough; `null` for any other. */
async function refuseEarly(app: App, path: string, query: URLSearchParams, sent: Fields, call: FastifyRequest) {
  if (strayPath(query, sent) !== null) return refusal(403, 'INVALID_CALLBACK_URL', call)
  if (!CHALLENGED_PATHS.includes(path)) return null
  const proof = call.headers[CHALLENGE_HEADER]?.toString()
  const why = await accounts(app).work.take(call, proof, typeof sent.email === 'string' ? sent.email : null)
  return why === null ? null : refusal(why === 'MISSING_RESPONSE' ? 400 : 403, why, call)
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
  const { auth, hashing, choosing } = accounts(app)
  const answer = async () => {
    try {
      return await auth.handler(request)
    } catch (error) {
      if (!isMailboxTaken(error)) throw error
      return Response.json({ code: 'USER_ALREADY_EXISTS' }, { status: 422 })
    }
  }
  if (CHOOSING_PATHS.has(path)) return choosing.run(answer)
  return HASHING_PATHS.has(path) ? hashing.run(answer) : answer()
}
