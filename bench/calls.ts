import { createTokenSigner, sessionCookieName } from '@tribune/server/http/signed-token.ts'
import type { Call } from './harness.ts'
import { SECRET } from './start-server.ts'
import { FIRST_PLAYER, MATCHES, PLAYERS } from './world.ts'

/** The list that the home screen reads. */
export const HOME: Call = { path: '/api/rpc/get_home_matches?window_past_minutes=10080&window_future_minutes=10080' }

export interface Ballot {
  readonly fan: string
  readonly matchId: number
  readonly picks: readonly number[]
}

/** Returns a complete ballot of each fan in turn, and then of each for another match: two of one fan and match at a time would contradict each other. */
export function ballotsOf(fans: readonly string[]): () => Ballot {
  let next = 0
  return () => {
    const index = next++
    return {
      fan: fans[index % fans.length] ?? '',
      matchId: 1 + ((index + Math.floor(index / fans.length)) % MATCHES),
      picks: picks(),
    }
  }
}

/** A base that no stored ballot is newer than: the app names one with every ballot. */
const NEWEST = '2099-12-31T23:59:59.999Z'
const signer = createTokenSigner(SECRET)

export function voteOf({ fan, matchId, picks }: Ballot): Call {
  const cookie = `${sessionCookieName(false)}=${encodeURIComponent(signer.sign(`bench-${fan}`))}`
  return {
    method: 'PUT',
    path: `/api/votes/${matchId}`,
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({
      top3: picks.map((player_id, place) => ({ position: place + 1, player_id })),
      base: NEWEST,
      attempt: 1,
    }),
  }
}

/** Picks three different players. Low numbers are far more frequent, because crowds agree. */
export function picks(): number[] {
  const chosen = new Set<number>()
  while (chosen.size < 3) chosen.add(FIRST_PLAYER + Math.floor(Math.random() ** 2 * PLAYERS))
  return [...chosen]
}
