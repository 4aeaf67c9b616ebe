import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { MatchState } from '../../support/orders.ts'
import { NAMES } from '../../support/samples.ts'
import { open, press } from './screen.ts'
import { signIn, world } from './world.ts'

/** The row of a player; a tap places them. */
const target = (playerId: number) => page.css(`[data-player="${playerId}"]`).getByRole('button').first()

/** Picks or removes players by keyboard, which has no double tap. */
export async function choose(...playerIds: number[]): Promise<void> {
  for (const id of playerIds) await press(target(id), '{Enter}')
}

/** Opens an open match for a signed-in fan; returns it with the ids of its first three players. */
export async function atMatch(state: MatchState = {}) {
  const fan = await signIn()
  const match = await world.build({ names: NAMES, home: 'Stade Clairmont', away: 'AS Belleroche', ...state })
  await open(`/match/${match.id}`)
  const [a = 0, b = 0, c = 0] = match.playerIds
  await expect.element(target(a)).toBeVisible()
  return { fan, id: match.id, a, b, c }
}
