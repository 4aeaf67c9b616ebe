import type { WalletChain } from '@tribune/domain/wallet.ts'
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
    /** Makes a wallet, whose key stays outside the page. Returns its address. */
    makeWallet(chain: WalletChain): Promise<string>
    signByWallet(address: string, message: string): Promise<string>
    /** Answers a script of another site until `mend` is called. */
    serveScript(address: string, body: string): Promise<void>
    /** Aborts requests that are no `fetch`, as of pictures and streams of events, until `mend` is called. */
    cut(address: string): Promise<void>
    /** Holds such requests until `mend` is called, which lets them go on. */
    stall(address: string): Promise<void>
    mend(address: string): Promise<void>
    /** Listens to what sends the browser to another program, from now on; `appLinks` returns it. */
    hearAppLinks(): Promise<void>
    appLinks(): Promise<string[]>
    /** Exchanges a code as the native app does; gives who is signed in there. */
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

/** The running product, which all files share: what a test leaves there, the next one finds. */
export const world = callsOf(inject('facts'), (wish) => commands.ask(wish))

/** Signs a new fan in, without the sign-in screens. */
export function signIn(verified = true): Promise<SignedIn> {
  return commands.signIn(verified)
}

/** Gives the browser back the session of a fan who was signed in before another fan. */
export function resume(fan: SignedIn): Promise<void> {
  return commands.resume(fan)
}

/** Returns the file that the browser saves after an act. */
export async function savedAfter(act: () => Promise<void>): Promise<{ name: string; bytes: Uint8Array }> {
  const [{ name, base64 }] = await Promise.all([commands.nextDownload(), act()])
  return { name, bytes: Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)) }
}

/** Reads an address in the session of the browser. */
export async function read<T>(path: string): Promise<T> {
  const answer = await askDirectly(path)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}

/** Sends a request in the session of the browser. Returns the status and the refusal's code, if any. */
export async function send(method: 'POST' | 'PUT', path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' }
  const answer = await askDirectly(path, { method, headers, body: JSON.stringify(body) })
  const { error } = (await answer.json()) as { error?: { code: string } }
  return { status: answer.status, code: error?.code ?? null }
}

/** Signs the browser in as the operator. The session of a fan who was signed in before stays open, as that of another phone. */
export function enterAsOperator(): Promise<void> {
  return commands.enterAsOperator()
}

/** Casts the ballot of the fan who is signed in. */
export function castBallot(matchId: number, playerIds: readonly number[]) {
  const top3 = playerIds.map((player_id, index) => ({ position: index + 1, player_id }))
  return send('PUT', `/api/votes/${matchId}`, { top3 })
}
