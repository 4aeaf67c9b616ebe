import type { SignedIn } from '@tribune/server/testing/people.ts'
import { inject } from 'vitest'
import { commands } from 'vitest/browser'
import { callsOf, type Wish, type WorldFacts } from '../../support/orders.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly facts: WorldFacts
  }
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    ask(wish: Wish): Promise<unknown>
    signIn(verified: boolean): Promise<SignedIn>
    signOut(): Promise<void>
    emulate(media: {
      readonly colorScheme?: 'light' | 'dark'
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

/** Reads an address as whoever is signed in. */
export async function read<T>(path: string): Promise<T> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}

/** Sends something as whoever is signed in. Returns the status and the refusal's code, if any. */
export async function send(method: 'POST' | 'PUT', path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(path, { method, headers, body: JSON.stringify(body) })
  const { error } = (await answer.json()) as { error?: { code: string } }
  return { status: answer.status, code: error?.code ?? null }
}

/** Signs the browser in as the operator. */
export async function enterAsOperator(): Promise<void> {
  const { email, password } = world.admin
  const { status } = await send('POST', '/api/auth/sign-in/email', { email, password })
  if (status !== 200) throw new Error(`The operator’s sign-in was answered ${status}`)
}

/** Casts the ballot of the fan who is signed in. */
export function castBallot(matchId: number, playerIds: readonly number[]) {
  const top3 = playerIds.map((player_id, index) => ({ position: index + 1, player_id }))
  return send('PUT', `/api/votes/${matchId}`, { top3 })
}
