import type { Season, SeasonRow } from '@tribune/contract/rankings.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { read } from '../../support/api.ts'
import { hold } from '../../support/home.ts'
import { expect, test } from '../../support/world.ts'

test('the ranking links to its leader, and a finished season survives a reload', async ({ page, world }) => {
  const rows = page.getByRole('list', { name: 'Classement de la saison' }).getByRole('listitem')
  await test.step('it comes where its shape stood, tells who leads the season, and leads to them', async () => {
    const { items } = await read<{ items: SeasonRow[] }>(world, '/api/rpc/get_season_ranking_corrected?p_limit=1')
    const [first] = items
    if (first === undefined) throw new Error('The test world has no season')
    const search = page.getByRole('searchbox', { name: 'Chercher un joueur' })
    const release = await hold(page, '**/api/rpc/get_season_ranking_corrected**')
    await page.goto('/rankings')
    await expect(page.getByRole('main').getByText('Chargement…')).toBeAttached()
    const before = await search.boundingBox()
    release()
    await expect(rows.first()).toContainText('1er')
    expect(await search.boundingBox()).toEqual(before)
    await expect(rows.first()).toContainText(first.player_name)
    await rows.first().getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/player/${first.player_id}$`))
    await page.context().unrouteAll()
  })
  await test.step('a finished season is a choice away, leads to the season of its champion, and both survive a reload', async () => {
    const { items } = await read<{ items: Season[] }>(world, '/api/seasons')
    const past = items.find(({ open }) => !open)
    const first = past?.champions[0]
    if (past === undefined || first === undefined) throw new Error('The demonstration has no finished season')
    await page.goto('/rankings')
    await page.getByLabel('Saison', { exact: true }).selectOption(`${past.name} ${past.label}`)
    const ranking = new RegExp(`/rankings\\?season=${past.id}$`)
    await expect(page).toHaveURL(ranking)
    const champion = page.getByText(/^Champion/)
    await expect(champion).toContainText(first.player_name)
    await page.reload()
    await expect(champion).toBeVisible()
    await rows.first().getByRole('link').click()
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
})
