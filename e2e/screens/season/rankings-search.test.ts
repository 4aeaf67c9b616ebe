import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from '../support/screen.ts'
import { requests } from '../support/wire.ts'
import { list, ranking, rows, search } from './ranking.ts'

const second = async () => (await ranking('p_limit=2')).items[1]?.player_name ?? ''

test('a search forgives case, accents and spaces, waits for the keys to pause, and tells the rank of the season', async () => {
  const { items } = await ranking('p_limit=100&p_offset=100')
  const player = items.find(({ player_name }) => /[éèçñãö]/.test(player_name))
  if (player === undefined) throw new Error('Nobody has an accent')
  await open('/rankings')
  await expect.element(rows.first()).toBeVisible()
  const typed = player.player_name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  await userEvent.type(search, `  ${typed} `)
  const found = list.getByRole('link').filter({ hasText: player.player_name })
  await expect.element(found.first()).toBeVisible()
  await expect.element(found.first()).toMatchTextContent(String(player.rank))
  const asked = requests(/p_search=/).map(({ address }) => new URLSearchParams(address.split('?')[1]).get('p_search'))
  expect(asked.filter((text) => text !== '')).toEqual([typed])
  await expect.poll(() => location.pathname + location.search).toMatch(/\/rankings\?q=/)
})

test('a search stays on the way back from a player, and goes with its button', async () => {
  const name = await second()
  await open(`/rankings?q=${encodeURIComponent(name)}`)
  await expect.element(search).toHaveValue(name)
  await rows.first().getByRole('link').click()
  await expect.poll(() => location.pathname).toMatch(/^\/player\//)
  history.back()
  await expect.element(search).toHaveValue(name)
  await page.getByRole('button', { name: 'Effacer la recherche' }).click()
  await expect.element(search).toHaveFocus()
  await expect.poll(() => location.pathname + location.search).toBe('/rankings')
  await expect.element(rows.first()).toMatchTextContent('1er')
})

test('a search shows at most fifty players and the total, and an unknown name finds no player', async () => {
  const { total } = await ranking('p_search=a')
  await open('/rankings?q=a')
  await expect.element(page.getByText(/^Les 50 premiers sur .* Précise ta recherche\.$/)).toBeInTheDocument()
  expect(total).toBeGreaterThan(50)
  await expect.element(rows.first()).toHaveAttribute('aria-setsize', '50')
  await search.fill('  Zinédine "de Nulle Part"  ')
  await expect.element(page.getByText('Aucun joueur trouvé pour "Zinédine "de Nulle Part""')).toBeVisible()
})

test.each([
  ['a zero', 'q=%00'],
  ['two searches', 'q[]=1&q[]=2'],
  ['three thousand letters', `q=${'x'.repeat(3_000)}`],
  ['wildcards', 'q=%25_%5C'],
  ['their own players, perhaps', 'mine=perhaps'],
  ['a number that is too large', 'q=1e400'],
  ['a page before the first', 'page=-3&q='],
])('a screen comes when the address asks the ranking for %s', async (_name, query) => {
  await open(`/rankings?${query}`)
  const nobody = page.getByText('Aucun joueur trouvé pour', { exact: false })
  await expect.element(rows.first().or(nobody)).toBeVisible()
})
