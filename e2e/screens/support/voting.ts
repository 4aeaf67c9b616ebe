import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { MatchState } from '../../support/orders.ts'
import { NAMES } from '../../support/samples.ts'
import { open, press } from './screen.ts'
import { requests } from './wire.ts'
import { signIn, world } from './world.ts'

/** Matches the requests that save a ballot, by method and path (`wire.ts`). */
export const BALLOTS = /^PUT \/api\/votes\/\d+$/
/** Error response of an overloaded server. */
export const BUSY = { error: { code: 'busy', message: 'Il y a beaucoup de monde. Réessaie dans un instant.', id: 'x' } }
/** Matches the requests that read a match. */
export const SCREEN = /^\/api\/rpc\/get_match_screen/

/** Locates a player's row in the list of a match. */
export function row(playerId: number): Locator {
  return page.css(`[data-player="${playerId}"]`)
}

/** Locates the main button of a player's row: a tap puts the player on the podium. */
export function target(playerId: number): Locator {
  return row(playerId).getByRole('button').first()
}

export const rows = () => page.css('[data-player]')
export const podium = () => page.getByRole('region', { name: 'Mon podium' })
export const dialog = (name?: string) => page.getByRole('dialog', name === undefined ? {} : { name })
export const button = (name: string | RegExp) => page.getByRole('button', { name })

export async function openMatch(id: number): Promise<void> {
  await open(`/match/${id}`)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
}

/** Remembers on this phone that a result has been revealed, so that nothing covers its match. */
export function rememberRevealed(id: number): void {
  localStorage.setItem('tribune-reveals', JSON.stringify([[id, 1, 1]]))
}

/** Signs in a new fan and opens a new match, by default open to votes. Returns both, with the ids of the match's first six players as `a` to `f`. */
export async function atMatch(state: MatchState = {}) {
  const fan = await signIn()
  const match = await world.build({ names: NAMES, home: 'Stade Clairmont', away: 'AS Belleroche', ...state })
  await open(`/match/${match.id}`)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = match.playerIds
  await expect.element(target(a)).toBeVisible()
  return { fan, id: match.id, playerIds: match.playerIds, a, b, c, d, e, f }
}

/** Picks players by keyboard. */
export async function choose(...playerIds: number[]): Promise<void> {
  for (const id of playerIds) await press(target(id), '{Enter}')
}

/** Removes a pick in the dialog that its row opens. */
export async function remove(playerId: number): Promise<void> {
  await press(target(playerId), '{Enter}')
  await dialog().getByRole('button', { name: 'Retirer du podium' }).click()
}

/** Expects that a player is picked, or is not. */
export const expectPicked = (playerId: number, picked = true) =>
  expect.element(target(playerId)).toHaveAttribute('aria-pressed', String(picked))
/** Waits until the server has stored the picks on screen. It also stores fewer than three, which do not count. */
export const expectSaved = () =>
  expect.element(page.getByText(/^(?:Enregistré|Ne compte pas encore|Ne compte plus)$/)).toBeVisible()

/** Returns the ballots that the app has sent since the test began, each as player ids by position. */
export function ballotsSent(): number[][] {
  return requests(/^\/api\/votes\/\d+$/, 'PUT').map(({ body }) => {
    const { top3 } = JSON.parse(body) as { top3: { position: number; player_id: number }[] }
    return [...top3].sort((one, other) => one.position - other.position).map(({ player_id }) => player_id)
  })
}

/** Signs in through the dialog that opens when a visitor taps a player. */
export async function signInByDialog(): Promise<void> {
  await dialog('Connecte-toi pour voter').getByRole('button', { name: 'Avec un mot de passe' }).click()
  const signInDialog = dialog('Connexion')
  await signInDialog.getByLabelText('Adresse e-mail').fill(world.fan.email)
  await signInDialog.getByLabelText('Mot de passe', { exact: true }).fill(world.fan.password)
  await signInDialog.getByRole('button', { name: 'Se connecter' }).click()
  await expect.element(signInDialog).not.toBeInTheDocument()
}

/** Locates the voting buttons in the list of players. */
export const controls = () => page.css('[data-player] button')

export async function scrollTo(locator: Locator): Promise<void> {
  ;(await locator.findElement()).scrollIntoView({ block: 'center' })
}
