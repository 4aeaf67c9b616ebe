import type { Locator, Page, Route } from '@playwright/test'
import type { MatchState } from './orders.ts'
import { NAMES } from './samples.ts'
import { expect, type World } from './world.ts'

/** A player in the list of a match. */
export function row(page: Page, playerId: number): Locator {
  return page.locator(`[data-player="${playerId}"]`)
}

/** The row of a player; a tap places them. */
export function target(page: Page, playerId: number): Locator {
  return row(page, playerId).getByRole('button').first()
}

export async function openMatch(page: Page, id: number): Promise<void> {
  await page.goto(`/match/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
}

/** Picks players by keyboard. */
export async function choose(page: Page, ...playerIds: number[]): Promise<void> {
  for (const id of playerIds) await target(page, id).press('Enter')
}

/** Removes a pick, in the choice of places that its row opens. */
export async function remove(page: Page, playerId: number): Promise<void> {
  await target(page, playerId).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer du podium' }).click()
}

export const podium = (page: Page) => page.getByRole('region', { name: 'Mon podium' })

/** The server has one or two picks, which do not count. */
export const incomplete = (page: Page) => podium(page).getByText('Ne compte pas encore')

/** Makes ballot routes that a journey adds later apply. A page that the worker takes over after its load would bypass them. */
export async function watchBallots(page: Page): Promise<void> {
  await page.context().route('**/api/votes/*', (route) => route.fallback())
}

/** Opens a match for a signed-in fan, and waits for the read of their ballot: until then the screen may take them for a visitor. */
export async function openAsFan(page: Page, address: string): Promise<void> {
  const read = page.waitForResponse((answer) => answer.url().includes('/api/votes/'))
  await page.goto(address)
  await (await read).finished()
}

/** Opens an open match for a signed-in fan; returns it with the ids of its first six players. */
export async function atMatch(page: Page, world: World, state: MatchState = {}) {
  const fan = await world.signIn(page)
  const match = await world.build({ names: NAMES, home: 'Stade Clairmont', away: 'AS Belleroche', ...state })
  await watchBallots(page)
  await openAsFan(page, `/match/${match.id}`)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = match.playerIds
  await expect(target(page, a)).toBeVisible()
  return { fan, id: match.id, a, b, c, d, e, f }
}

/** Holds ballots until released, and records their bodies. */
export async function holdBallots(page: Page, then: (route: Route) => Promise<void> = (route) => route.continue()) {
  const sent: number[][] = []
  const gate = Promise.withResolvers<void>()
  await page.context().route('**/api/votes/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    const { top3 } = route.request().postDataJSON() as { top3: { position: number; player_id: number }[] }
    sent.push([...top3].sort((one, other) => one.position - other.position).map(({ player_id }) => player_id))
    await gate.promise
    await then(route)
  })
  return { sent, release: () => gate.resolve() }
}
