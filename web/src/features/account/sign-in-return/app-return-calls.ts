import { APP_CALLBACK } from '@tribune/contract/account-constants.ts'
import type { AccountBody } from '@tribune/contract/account-endpoints.ts'
import type { IdentityProviderId } from '@tribune/contract/accounts.ts'
import { appReturn as words } from '@tribune/french/sentences/account.ts'
import { isAppSecret } from '@tribune/protocol/app-return.ts'
import { isOnline } from '../../../lib/device/platform.ts'
import { phoneStorage } from '../../../lib/device/storage.ts'
import { accountAddress } from '../../../lib/http/account-api.ts'
import { messageOf, refusalOf, unansweredError } from '../../../lib/http/api-error.ts'
import { REQUEST_TIMEOUT_MS } from '../../../lib/limits.ts'
import { answerProblem } from '../account-rules.ts'

/** Interface of the native app. */
export interface Shell {
  /** Address of the product on the web. */
  readonly home: string
  /** Returns the header that signs a call with the app's session, or none for a visitor. */
  readonly sign: () => Readonly<Record<string, string>>
  /** Stores the token of the session. It is passed nowhere else, not even to the storage of the web view. */
  readonly hold: (token: string) => Promise<void> | void
}

/** Outcome of a callback: signed in, or a sentence that says why not. */
export type Returned = { readonly kind: 'in' } | { readonly kind: 'refused'; readonly message: string }

/** Storage key of the verifier. The phone may stop the app while the fan is in the browser, so the verifier is stored. It is useless without a code. */
const KEY = 'tribune-app-verifier'

/** Begins a sign-in. Returns the address to open in the phone's browser. Cancels an earlier one. */
export async function beginInBrowser({ home }: Pick<Shell, 'home'>, provider?: IdentityProviderId): Promise<string> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  phoneStorage.write(KEY, verifier)
  const query = { app: await challengeOf(verifier), ...(provider === undefined ? {} : { provider }) }
  return `${home}/profile?${new URLSearchParams(query)}`
}

/**
 * Completes a sign-in with the address that opened the app. An address that this app did not request, or a repeated one, changes nothing: the verifier is
 * valid once, and only for the callback that names its challenge. The new session replaces the app's earlier one, which the server ends.
 */
export async function returnFrom(address: string, { home, sign, hold }: Shell): Promise<Returned> {
  const answer = readReturn(address)
  const verifier = phoneStorage.read(KEY) ?? null
  const isOwn = answer !== null && verifier !== null && answer.app === (await challengeOf(verifier))
  // The same address may have arrived again while the challenge was computed.
  if (!isOwn || phoneStorage.read(KEY) !== verifier) return { kind: 'refused', message: words.unexpected }
  phoneStorage.remove(KEY)
  if (answer.error !== null) return { kind: 'refused', message: answerProblem(answer.error) }
  try {
    await hold(await exchange({ home, sign }, answer.code, verifier))
    return { kind: 'in' }
  } catch (error) {
    return { kind: 'refused', message: messageOf(error) }
  }
}

type Answer = { readonly app: string } & (
  | { readonly code: string; readonly error: null }
  | { readonly code: null; readonly error: string }
)

/** Parses the address by hand, because older browsers parse custom schemes differently. */
function readReturn(address: string): Answer | null {
  const start = `${APP_CALLBACK}?`
  if (!address.startsWith(start)) return null
  const query = new URLSearchParams(address.slice(start.length))
  const names = [...query.keys()].sort().join()
  const [app, code, error] = [query.get('app') ?? '', query.get('code'), query.get('error')]
  if (names === 'app,code' && isAppSecret(code)) return { app, code, error: null }
  return names === 'app,error' && error !== null ? { app, code: null, error } : null
}

async function exchange({ home, sign }: Omit<Shell, 'hold'>, code: string, verifier: string): Promise<string> {
  const body: AccountBody<'/app/exchange'> = { code, verifier }
  const answer = await fetch(home + accountAddress('/app/exchange'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sign() },
    body: JSON.stringify(body),
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
