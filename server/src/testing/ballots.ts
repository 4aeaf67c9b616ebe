import type { LightMyRequestResponse } from 'fastify'
import { readTally } from '../features/ballots/tally/queries.ts'
import { call, type TestServer } from './app.ts'
import type { SignedIn } from './people.ts'

/** Makes picks from player ids by position. */
export function top3(playerIds: readonly (number | undefined)[]) {
  return { top3: playerIds.map((player_id, index) => ({ position: index + 1, player_id })) }
}

/** Sends a ballot as the web does. */
export function cast(
  server: TestServer,
  fan: Pick<SignedIn, 'cookie'>,
  matchId: number,
  playerIds: readonly (number | undefined)[],
): Promise<LightMyRequestResponse> {
  return call(server, 'PUT', `/api/votes/${matchId}`, { cookie: fan.cookie, body: top3(playerIds) })
}

/** Reads the stored tally of a match, to compare it with a recount. */
export async function tallyIn({ app }: { readonly app: Pick<TestServer['app'], 'db'> }, matchId: number) {
  const { changes: _, ...tally } = await readTally(app.db, matchId)
  return tally
}
