import type { WalletChain } from '@tribune/domain/fans/wallet.ts'
import type { SignedIn } from '@tribune/server/testing/people.ts'
import { inject } from 'vitest'
import { commands } from 'vitest/browser'
import { callsOf, type Wish, type WorldFacts } from '../../support/orders.ts'
import { askDirectly } from './wire.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly facts: WorldFacts
  }
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    ask(wish: Wish): Promise<unknown>
    signIn(verified: boolean): Promise<SignedIn>
    resume(fan: SignedIn): Promise<void>
    enterAsOperator(): Promise<void>
    signOut(): Promise<void>
    /** Creates a wallet and returns its address. Its private key stays outside the page. */
    makeWallet(chain: WalletChain): Promise<string>
    signByWallet(address: string, message: string): Promise<string>
    /** Serves `body` as a script of another site, until `mend` is called. */
    serveScript(address: string, body: string): Promise<void>
    /** Aborts requests that do not use `fetch`, such as those of pictures and event streams, until `mend` is called. */
    cut(address: string): Promise<void>
    /** Holds requests that do not use `fetch`. `mend` lets them continue. */
    stall(address: string): Promise<void>
    mend(address: string): Promise<void>
    /**
     * Answers the requests of a recount, which come from its worker, by their paths, until `endAudit`: null loses a request, and without an answer there is
     * 404. The request for `held` waits for `releaseAudit`.
     */
    serveAudit(answers: Readonly<Record<string, string | null>>, held?: string): Promise<void>
    releaseAudit(): Promise<void>
    endAudit(): Promise<void>
    /** Starts to record the addresses that open another program, such as the native app. `appLinks` returns those recorded since then. */
    hearAppLinks(): Promise<void>
    appLinks(): Promise<string[]>
    /** Exchanges a code for a session, as the native app does. Returns the response's status and the email address of the fan who is then signed in. */
    enterApp(code: string, verifier: string): Promise<{ status: number; email: string | null }>
    /** Waits until the browser has saved a file. */
    nextDownload(): Promise<{ name: string; base64: string }>
    emulate(media: {
      readonly colorScheme?: 'light' | 'dark'
      readonly forcedColors?: 'active' | 'none'
      readonly reducedMotion?: 'reduce' | 'no-preference'
    }): Promise<void>
  }
}

/** The running product. All test files share it, so that a test sees the data of earlier tests. */
export const world = callsOf(inject('facts'), (wish) => commands.ask(wish))

/** Signs a new fan in, without the sign-in screens. */
export function signIn(verified = true): Promise<SignedIn> {
  return commands.signIn(verified)
}

/** Restores the session of a fan in this browser, after someone else has signed in. */
export function resume(fan: SignedIn): Promise<void> {
  return commands.resume(fan)
}

/** Runs `act` and returns the file that the browser then downloads. */
export async function savedAfter(act: () => Promise<void>): Promise<{ name: string; bytes: Uint8Array }> {
  const [{ name, base64 }] = await Promise.all([commands.nextDownload(), act()])
  return { name, bytes: Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)) }
}

/** Sends a GET request in the browser's session and returns its JSON. Throws on an error status. */
export async function read<T>(path: string): Promise<T> {
  const answer = await askDirectly(path)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}

/** Sends a request in the browser's session. Returns the status, and the error code or `null`. */
export async function send(method: 'POST' | 'PUT', path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' }
  const answer = await askDirectly(path, { method, headers, body: JSON.stringify(body) })
  const { error } = (await answer.json()) as { error?: { code: string } }
  return { status: answer.status, code: error?.code ?? null }
}

/** Signs the browser in as the operator. A fan's earlier session stays open on the server, like one on another phone. */
export function enterAsOperator(): Promise<void> {
  return commands.enterAsOperator()
}

/** Casts the ballot of the fan who is signed in. */
export function castBallot(matchId: number, playerIds: readonly number[]) {
  const top3 = playerIds.map((player_id, index) => ({ position: index + 1, player_id }))
  return send('PUT', `/api/votes/${matchId}`, { top3 })
}
