import type { MatchState, WorldCalls } from '../support/orders.ts'

/** A match counted from `ballots` complete ballots and closed, its first three as most of them had them. */
export async function countedMatch(world: WorldCalls, ballots: number, state: MatchState = {}) {
  const match = await world.build(state)
  const [first = 0, second = 0, third = 0] = match.playerIds
  await world.vote(
    match.id,
    Array.from({ length: ballots }, () => [first, second, third]),
  )
  await world.finish(match.id, 61)
  return { id: match.id, playerIds: match.playerIds, first, second, third }
}
