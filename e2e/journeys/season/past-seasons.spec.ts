import type { Page } from '@playwright/test'
import type { Season } from '@tribune/contract/rankings.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { read } from '../../support/api.ts'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { hold } from '../../support/home.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expect, test, type World } from '../../support/world.ts'

/** The open season, and the finished one with its champion. */
async function bothOf(world: World) {
  const { items } = await read<{ items: Season[] }>(world, '/api/seasons')
  const [now, past] = [items.find(({ open }) => open), items.find(({ open }) => !open)]
  const champion = past?.champions[0]
  if (now === undefined || past === undefined || champion === undefined)
    throw new Error('The demonstration promises a finished season')
  return { now, past, champion }
}

const chooser = (page: Page) => page.getByLabel('Saison', { exact: true })
const figure = (page: Page, label: string) => page.locator('dl > div', { hasText: label }).locator('dd')
const rows = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Ses matchs' }) }).getByRole('listitem')

test('the ranking of a finished season is a choice away, with its champion, and stands in the address', async ({
  page,
  world,
}) => {
  const { items } = await read<{ items: Season[] }>(world, '/api/seasons')
  const past = items.find(({ open }) => !open)
  if (past === undefined) throw new Error('The demonstration promises a finished season')
  await page.goto('/rankings')
  await page.getByLabel('Saison', { exact: true }).selectOption(`${past.name} ${past.label}`)
  await expect(page).toHaveURL(new RegExp(`/rankings\\?season=${past.id}$`))
  const champion = page.getByText(/^Champion/)
  await expect(champion).toContainText(past.champions[0]?.player_name ?? '?')
  const first = page.getByRole('list', { name: 'Classement de la saison' }).getByRole('listitem').first()
  await expect(first).toContainText(past.champions[0]?.player_name ?? '?')
  await expect(first).not.toContainText('sur 7 jours')
  await page.reload()
  await expect(champion).toBeVisible()
  await expectNoViolation(page, 'a finished season')
  await expectToFit(page, SMALL_PHONE)
  await page.goBack()
  await expect(page.getByLabel('Saison', { exact: true })).not.toHaveValue(String(past.id))
  await expect(champion).toHaveCount(0)
})

test('a player’s page has their past seasons, each a way to its ranking', async ({ page, world }) => {
  const { items } = await read<{ items: Season[] }>(world, '/api/seasons')
  const past = items.find(({ open }) => !open)
  await page.goto(`/player/${past?.champions[0]?.player_id}`)
  const seasons = page.getByRole('region', { name: 'Saisons passées' })
  await expect(seasons.getByRole('listitem')).toContainText(`${past?.name} ${past?.label}`)
  await expect(seasons.getByRole('listitem')).toContainText('1er')
  await expectNoViolation(page, 'a player with a past season')
  await seasons.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/rankings\\?season=${past?.id}$`))
})

test('a past ranking leads to its season on a player’s page: figures, form and matches follow the choice', async ({
  page,
  world,
}) => {
  const { now, past, champion } = await bothOf(world)
  const points = count(champion.total_points)
  await page.goto(`/rankings?season=${past.id}`)
  await page.getByRole('list', { name: 'Classement de la saison' }).getByRole('link').first().click()
  const inSeason = new RegExp(`/player/${champion.player_id}\\?season=${past.id}$`)
  await expect(page).toHaveURL(inSeason)
  await expect(chooser(page).locator('option:checked')).toHaveText(`${past.name} ${past.label}`)
  await expect(figure(page, 'Points de la saison')).toHaveText(points)
  await expect(figure(page, 'Rang à l’Index')).toHaveText('1er')
  await expect(page.getByRole('heading', { name: 'Sa fin de saison' })).toBeVisible()
  const season = `p_player_id=${champion.player_id}&p_season=${past.id}`
  const { total } = await read<{ total: number }>(world, `/api/rpc/get_player_full_team_history?${season}`)
  await expect(rows(page)).toHaveCount(Math.min(20, total))
  const matchesThen = await rows(page).allInnerTexts()
  await expectNoViolation(page, 'a player in a past season')
  await expectToFit(page, SMALL_PHONE)

  await chooser(page).selectOption(`${now.name} ${now.label}`)
  await expect(page).toHaveURL(new RegExp(`/player/${champion.player_id}$`))
  await expect(page.getByRole('heading', { name: 'Sa fin de saison' })).toHaveCount(0)
  await expect(rows(page).first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(inSeason)
  await expect(figure(page, 'Points de la saison')).toHaveText(points)
  expect(await rows(page).allInnerTexts()).toEqual(matchesThen)
  await page.reload()
  await expect(figure(page, 'Points de la saison')).toHaveText(points)
  await page.getByRole('button', { name: 'Retour' }).click()
  await expect(page).toHaveURL(new RegExp(`/rankings\\?season=${past.id}$`))
})

test('a season without a match of theirs, or that does not exist, leads to the open one', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^404 \/(api\/(season_player_points|rpc\/get_player_(full_team|complete)_history)|player\/\d+)\?/)
  const { past } = await bothOf(world)
  const { playerIds } = await world.build({ status: 'upcoming', kickoffIn: 240, names: ['Nino Demain'] })
  await page.goto(`/player/${playerIds[0]}?season=${past.id}`)
  await expect(page.getByText('Aucun match trouvé pour ce joueur dans cette saison.')).toBeVisible()
  await expect(figure(page, 'Points de la saison')).toHaveText('0')
  await expectNoViolation(page, 'a player without a match in the season')
  await page.getByRole('link', { name: 'Voir la saison en cours' }).click()
  await expect(page).toHaveURL(new RegExp(`/player/${playerIds[0]}$`))
  await expect(chooser(page)).toHaveCount(0)
  await page.goto(`/player/${playerIds[0]}?season=987654`)
  await expect(page.getByText('Cette saison n’existe pas.')).toBeVisible()
  await expect(figure(page, 'Points de la saison')).toHaveText('–')
  await expectNoViolation(page, 'a player in no season')
  for (const odd of ['abc', '-1', '1.5', '']) {
    await page.goto(`/player/${playerIds[0]}?season=${odd}`)
    await expect(page.getByText('Aucun match trouvé pour ce joueur.')).toBeVisible()
  }
})

test('a past season on its way moves nothing, and one that cannot be read says so', async ({ page, world }) => {
  const { past, champion } = await bothOf(world)
  const context = page.context()
  const reads = /\/api\/(players_ref|player_seasons|seasons|season_player_points|rpc\/get_player)/
  const release = await hold(page, reads)
  await page.goto(`/player/${champion.player_id}?season=${past.id}`)
  const heading = page.getByRole('heading', { name: 'Ses matchs' })
  await expect(heading).toBeVisible()
  await expectNoViolation(page, 'a past season on its way')
  release()
  await expect(chooser(page)).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  await context.unrouteAll()
  await context.route('**/api/rpc/get_player_*_history**', (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Erreur: ')
  await expectNoViolation(page, 'a past season that cannot be read')
  await context.unrouteAll()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(rows(page).first()).toBeVisible()
})
