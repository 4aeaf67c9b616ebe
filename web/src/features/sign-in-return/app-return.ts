import { APP_CALLBACK } from '@tribune/contract/account-calls.ts'
import type { IdentityProviderId } from '@tribune/contract/accounts.ts'
import { isAppSecret } from '@tribune/domain/app-return.ts'
import { REQUEST_TIMEOUT_MS } from '@tribune/domain/refresh.ts'
import { appReturn as words } from '../../i18n/fr-account.ts'
import { isOnline } from '../../lib/device/platform.ts'
import { messageOf, refusalOf, unansweredError } from '../../lib/http/api-error.ts'
import { answerProblem } from '../account/account-rules.ts'

/** What the native app knows and does. */
export interface Shell {
  /** Where the product is on the web. */
  readonly home: string
  /** Takes the token of the session. It goes nowhere else from here: not to the storage of the web view. */
  readonly hold: (token: string) => Promise<void> | void
}

/** What came of a way back: a session, or the sentence that says why not. */
export type Returned = { readonly kind: 'in' } | { readonly kind: 'refused'; readonly message: string }

/** The verifier stays in the app's own storage, which outlives the app while its fan is in the browser. It opens nothing by itself. */
const KEY = 'tribune-app-verifier'

/** Begins to sign in: gives the address to open in the phone's browser. Whatever was begun before is over. */
export async function beginInBrowser({ home }: Pick<Shell, 'home'>, provider?: IdentityProviderId): Promise<string> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  localStorage.setItem(KEY, verifier)
  const query = { app: await challengeOf(verifier), ...(provider === undefined ? {} : { provider }) }
  return `${home}/profile?${new URLSearchParams(query)}`
}

/**
 * Ends it, with the address that opened the app. One that this app did not ask for, or that comes again, changes nothing: the verifier
 * serves once, and only for the way back that names its challenge.
 */
export async function returnFrom(address: string, { home, hold }: Shell): Promise<Returned> {
  const answer = readReturn(address)
  const verifier = localStorage.getItem(KEY)
  const isOwn = answer !== null && verifier !== null && answer.app === (await challengeOf(verifier))
  // The same address may have come twice meanwhile.
  if (!isOwn || localStorage.getItem(KEY) !== verifier) return { kind: 'refused', message: words.unexpected }
  localStorage.removeItem(KEY)
  if (answer.error !== null) return { kind: 'refused', message: answerProblem(answer.error) }
  try {
    await hold(await exchange(home, answer.code, verifier))
    return { kind: 'in' }
  } catch (error) {
    return { kind: 'refused', message: messageOf(error) }
  }
}

type Answer = { readonly app: string } & (
  | { readonly code: string; readonly error: null }
  | { readonly code: null; readonly error: string }
)

/** Read by hand: browsers of old take such an address apart in ways of their own. */
function readReturn(address: string): Answer | null {
  const start = `${APP_CALLBACK}?`
  if (!address.startsWith(start)) return null
  const query = new URLSearchParams(address.slice(start.length))
  const names = [...query.keys()].sort().join()
  const [app, code, error] = [query.get('app') ?? '', query.get('code'), query.get('error')]
  if (names === 'app,code' && isAppSecret(code)) return { app, code, error: null }
  return names === 'app,error' && error !== null ? { app, code: null, error } : null
}

async function exchange(home: string, code: string, verifier: string): Promise<string> {
  const answer = await fetch(`${home}/api/auth/app/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, verifier }),
    credentials: 'omit',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw unansweredError(cause, isOnline())
  })
  const token = answer.headers.get('set-auth-token')
  if (!answer.ok || token === null) throw refusalOf(answer.status, await answer.json().catch(() => null))
  return token
}

async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
