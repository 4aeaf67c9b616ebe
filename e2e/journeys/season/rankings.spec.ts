import type { Page } from '@playwright/test'
import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { madeUpRanking } from '../../shared/ranking.ts'
import { read } from '../../support/api.ts'
import { hold } from '../../support/home.ts'
import { expectStill, watchShifts } from '../../support/shifts.ts'
import { expect, test } from '../../support/world.ts'

const RANKING = '**/api/rpc/get_season_ranking_corrected**'

const rows = (page: Page) => page.getByRole('list', { name: 'Classement de la saison' }).getByRole('listitem')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Chercher un joueur' })

/** So many made-up players instead of the world's, answered page by page as the server would. */
async function madeUp(page: Page, count: number): Promise<void> {
  await page.context().route(RANKING, (route) => {
    const asked = new URL(route.request().url()).searchParams
    return route.fulfill({ json: madeUpRanking(count, asked) })
  })
}

test('the ranking comes where its shape stood, tells who leads the season, and leads to them', async ({
  page,
  world,
}) => {
  const { items } = await read<{ items: SeasonRow[] }>(world, '/api/rpc/get_season_ranking_corrected?p_limit=1')
  const [first] = items
  if (first === undefined) throw new Error('The world promises a season')
  const letIn = await hold(page, RANKING)
  await page.goto('/rankings')
  await expect(page.getByRole('main').getByText('Chargement…')).toBeAttached()
  const before = await search(page).boundingBox()
  letIn()
  const leader = rows(page).first()
  await expect(leader).toContainText('1er')
  expect(await search(page).boundingBox()).toEqual(before)
  await expect(leader).toContainText(first.player_name)
  await leader.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/player/${first.player_id}$`))
})

test('pages that load by themselves shift nothing', async ({ page }) => {
  await madeUp(page, 35)
  const shifts = await watchShifts(page)
  await page.goto('/rankings')
  await expect(rows(page).first()).toBeVisible()
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(page.getByText('35\u00a0joueurs au classement')).toBeAttached({ timeout: 100 })
  }).toPass()
  await expectStill(shifts, 0.02)
})
