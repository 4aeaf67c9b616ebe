import type { Season } from '@tribune/contract/rankings.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { read } from '../../support/api.ts'
import { expect, test } from '../../support/world.ts'

test('the ranking of a finished season is a choice away, leads to the season of its champion, and both survive a reload', async ({
  page,
  world,
}) => {
  const { items } = await read<{ items: Season[] }>(world, '/api/seasons')
  const past = items.find(({ open }) => !open)
  const first = past?.champions[0]
  if (past === undefined || first === undefined) throw new Error('The demonstration promises a finished season')
  await page.goto('/rankings')
  await page.getByLabel('Saison', { exact: true }).selectOption(`${past.name} ${past.label}`)
  const ranking = new RegExp(`/rankings\\?season=${past.id}$`)
  await expect(page).toHaveURL(ranking)
  const champion = page.getByText(/^Champion/)
  await expect(champion).toContainText(first.player_name)
  await page.reload()
  await expect(champion).toBeVisible()
  await page.getByRole('list', { name: 'Classement de la saison' }).getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/player/${first.player_id}\\?season=${past.id}$`))
  const points = page.locator('dl > div', { hasText: 'Points de la saison' }).locator('dd')
  await expect(points).toHaveText(count(first.total_points))
  await page.reload()
  await expect(points).toHaveText(count(first.total_points))
  await page.getByRole('button', { name: 'Retour' }).click()
  await expect(page).toHaveURL(ranking)
  await page.goBack()
  await expect(page.getByLabel('Saison', { exact: true })).not.toHaveValue(String(past.id))
  await expect(champion).toHaveCount(0)
})
