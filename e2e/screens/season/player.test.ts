import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../support/screen.ts'
import { allow } from '../support/wire.ts'
import { castBallot, signIn, world } from '../support/world.ts'

test.each(['987654321', 'abc', '99999999999999999999999', '1e3', '-', '%F0%9F%A6%8A', '0x10'])(
  'the id %s, which is invalid or unknown, has a page that says so, with a link to the ranking',
  async (id) => {
    allow(/^404 \/api\/(players_ref\/|rpc\/get_player_(full_team|complete)_history\?p_player_id=)987654321\b/)
    await open(`/player/${id}`)
    await expect.element(page.getByText('Joueur introuvable')).toBeVisible()
    expect(document.title).toBe('Joueur introuvable · Tribune')
    await expect.element(page.getByRole('link', { name: 'Voir le classement' })).toHaveAttribute('href', '/rankings')
  },
)

test('a player the fan has picked is marked, and so is the match', async () => {
  const match = await world.build({ rating: 7, names: ['Ousmane Choisi', 'Autre Un', 'Autre Deux'] })
  const [first = 0, second = 0, third = 0] = match.playerIds
  await signIn()
  expect(await castBallot(match.id, [second, first, third])).toMatchObject({ status: 200 })
  await world.finish(match.id, 61)
  await open(`/player/${first}`)
  await expect.element(page.getByText('Déjà sur ton podium')).toBeVisible()
  await expect.element(page.getByText('Ton 2e\u00a0choix')).toBeVisible()
})
