import type { Page } from '@playwright/test'
import { homeMatches, openLiveMatch } from '../../support/api.ts'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { HOME_READ, SMALL_PHONE } from '../../support/samples.ts'
import { expect, test, type World } from '../../support/world.ts'

async function screens(world: World): Promise<Record<string, string>> {
  const matches = await homeMatches(world)
  const of = (status: string) => matches.find((match) => match.status === status)?.match_id ?? 0
  const open = await openLiveMatch(world)
  return {
    home: '/',
    'a match open to votes': `/match/${open.match.match_id}`,
    'a finished match': `/match/${of('finished')}`,
    'a match to come': `/match/${of('upcoming')}`,
    'a match that does not exist': '/match/424242',
    rankings: '/rankings',
    'a player': `/player/${open.players[0]?.player_id ?? 0}`,
    points: '/points',
    'the profile, signed out': '/profile',
    'an unknown address': '/nulle-part',
  }
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('main').first()).toBeVisible()
}

/** The screen of an address, and that of a match, that nobody knows. */
const NOWHERE = /^404 \/(nulle-part$|match\/424242$|api\/rpc\/get_match_screen\?match_id=424242$)/

test('no screen has an accessibility violation, asks anybody but us, logs an error, or is wider than a small phone', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(NOWHERE)
  const strangers: string[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(world.url) && !request.url().startsWith('data:')) strangers.push(request.url())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  for (const [name, path] of Object.entries(await screens(world))) {
    await page.setViewportSize({ width, height })
    await page.goto(path)
    await settled(page)
    await expectNoViolation(page, name)
    await expectToFit(page, SMALL_PHONE)
  }
  expect(strangers).toEqual([])
  expect(errors).toEqual([])
})

test('the season is added up on the phone when its ranking cannot be read', async ({ page }) => {
  await page.goto('/rankings')
  const leader = page.getByRole('main').getByRole('listitem').first().getByRole('link')
  const address = (await leader.getAttribute('href')) ?? ''
  expect(address).toMatch(/^\/player\//)
  await page
    .context()
    .route('**/api/rpc/get_season_ranking_corrected**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.reload()
  // Every row of the season is read once, built for this fan alone: on a busy machine that may take longer than any screen.
  await expect(leader).toHaveAttribute('href', address, { timeout: 30_000 })
})

test('home falls back on the stored list, and says so only when that fails too', async ({ page }) => {
  await page.context().route(HOME_READ, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await page.context().route('**/api/home_fixtures**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.reload()
  await expect(page.getByText('Erreur de chargement des matchs :')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible()
})
