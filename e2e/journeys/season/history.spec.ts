import type { Page, Route } from '@playwright/test'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import { castBallot, read, signIn } from '../../support/api.ts'
import { testStates } from '../../support/axe.ts'
import { hold } from '../../support/home.ts'
import type { MatchState } from '../../support/orders.ts'
import { DESKTOP, HOME_READ, LONG_CLUB } from '../../support/samples.ts'
import { eachOf, expect, test, type World } from '../../support/world.ts'

const WINNERS = '**/api/rpc/get_match_winners**'
const PLAIN = '**/api/home_fixtures**'
const DAY_MINUTES = 1_440
/** A made-up match is on no server: its screen says so. */
const NO_SUCH_MATCH = /^404 \/api\/rpc\/get_match_screen\?match_id=\d+$/

const fail = (route: Route) => route.fulfill({ status: 500, body: '{}' })
const cards = (page: Page) => page.getByRole('main').getByRole('listitem')
const card = (page: Page, id: number) => cards(page).filter({ has: page.locator(`a[href="/match/${id}"]`) })
const filter = (page: Page) => page.getByRole('combobox', { name: 'Compétition' })
const tile = (page: Page, label: RegExp) => page.locator('dl > div').filter({ hasText: label }).locator('dd')
const finished = (state: MatchState): MatchState => ({
  status: 'finished',
  finishedAgo: 120,
  kickoffIn: -240,
  ...state,
})

async function played(world: World): Promise<HomeFixture[]> {
  const path = '/api/rpc/get_home_matches?window_past_minutes=43200&window_future_minutes=0'
  return (await read<{ items: HomeFixture[] }>(world, path)).items.filter((match) => match.status === 'finished')
}

/** So many matches over thirty days instead of the world's, the first the newest. */
async function madeUp(page: Page, count: number, change: Partial<HomeFixture> = {}): Promise<void> {
  await page.context().route(HOME_READ, (route) => {
    const items = Array.from({ length: count }, (_, index) => {
      const at = new Date(Date.now() - 3 * 3_600_000 - (index * 29 * 86_400_000) / Math.max(1, count)).toISOString()
      return {
        match_id: index + 1,
        match_date: at,
        status: 'finished',
        minute: null,
        home_team: `Stade Amont ${index + 1}`,
        home_team_id: 1,
        home_team_logo: null,
        away_team: index % 4 === 0 ? LONG_CLUB : 'AS Aval',
        away_team_id: 2,
        away_team_logo: null,
        competition_id: 61 + (index % 3),
        competition_name: ['Ligue 1', 'Serie A', 'Coupe de France'][index % 3] ?? '',
        competition_logo: null,
        competition_coefficient: 1.2,
        home_score: 3,
        away_score: 1,
        finished_at: at,
        updated_at: at,
        extra: null,
        period: 'FT',
        kickoff_hour_known: true,
        statusReason: null,
        postponedUntil: null,
        ...change,
      }
    })
    return route.fulfill({ json: { items: items.reverse() } })
  })
}

test('the finished matches of thirty days are listed by day, newest first, without older ones and those in play', async ({
  page,
  world,
}) => {
  const old = await world.build(
    finished({ home: 'Stade Trente', kickoffIn: -30 * DAY_MINUTES + 60, finishedAgo: 30 * DAY_MINUTES - 180 }),
  )
  const older = await world.build(
    finished({ home: 'Stade Trente-et-un', kickoffIn: -30 * DAY_MINUTES - 60, finishedAgo: 30 * DAY_MINUTES - 60 }),
  )
  const live = await world.build({ home: 'Stade En-Jeu' })
  await page.goto('/history')
  await expect(page.getByRole('heading', { level: 1, name: 'Historique' })).toBeVisible()
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings.first()).toContainText(/aujourd’hui|hier/i)
  expect(await headings.count()).toBeGreaterThanOrEqual(29)
  const ids = (await played(world)).map((match) => match.match_id)
  expect([ids.includes(old.id), ids.includes(older.id), ids.includes(live.id)]).toEqual([true, false, false])
  await expect(tile(page, /Matchs terminés/)).toHaveText(ids.length.toLocaleString('fr-FR'))
  await headings.last().scrollIntoViewIfNeeded()
  await expect(card(page, old.id)).toBeAttached()
  await expect(page.getByText('Stade Trente-et-un')).toHaveCount(0)
  await expect(page.getByText('Stade En-Jeu')).toHaveCount(0)
})

test('the tiles count matches, competitions, and matches a day over thirty days; on a wide screen there are two columns of cards, and the season’s leaders beside them', async ({
  page,
}) => {
  await madeUp(page, 75)
  await page.goto('/history')
  await expect(tile(page, /Matchs terminés/)).toHaveText('75')
  await expect(tile(page, /Compétitions/)).toHaveText('3')
  await expect(tile(page, /Matchs par jour/)).toHaveText('3')
  await test.step('a wide screen', async () => {
    await page.setViewportSize(DESKTOP)
    // Today has one card or two, by the hour; every day before it at least two.
    const tops = async () => {
      const boxes = await Promise.all([0, 1, 2].map((index) => cards(page).nth(index).boundingBox()))
      return new Set(boxes.map((box) => box?.y)).size
    }
    await expect.poll(tops).toBe(2)
    await expect(page.getByRole('complementary').getByText('En tête de la saison')).toBeVisible()
  })
})

test('a card shows the score and who won the vote, and its button opens the results', async ({ page, world }) => {
  const match = await world.build({ home: 'Stade Élu', away: 'AS Battue', score: [4, 2], names: ['Noé Vainqueur'] })
  await world.vote(
    match.id,
    Array.from({ length: 10 }, () => match.playerIds.slice(0, 3)),
  )
  await world.finish(match.id, 61)
  await page.goto('/history')
  const won = card(page, match.id)
  await expect(won.getByRole('heading', { level: 3 })).toHaveText(/^Stade Élu 4, AS Battue 2/)
  await expect(won).toContainText('Noé Vainqueur')
  await expect(won).toContainText('Élu du match')
  await won.getByRole('link', { name: /^Voir les résultats/ }).click()
  await expect(page).toHaveURL(new RegExp(`/match/${match.id}$`))
})

test('a match whose vote is still open is listed without its result, and with the way to a vote or to its change', async ({
  page,
  world,
}) => {
  await test.step('a visitor may vote, and learns nothing of the result', async () => {
    const match = await world.build({ home: 'Stade Ouvert', names: ['Noé Secret'] })
    const cookie = await signIn(world, world.fan)
    expect(await castBallot(world, cookie, match.id, match.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
    await world.finish(match.id, 10)
    await page.goto('/history')
    const open = card(page, match.id)
    await expect(open).toContainText('Votes ouverts - Plus que quelques minutes !')
    await expect(open.getByRole('link', { name: /^Voter/ })).toBeVisible()
    await expect(open).not.toContainText('Noé Secret')
    await expect(open).not.toContainText('Voir les résultats')
  })
  await test.step('a fan who voted may change the vote from there', async () => {
    const match = await world.build({ home: 'Stade Choisi' })
    const { cookie } = await world.signIn(page)
    expect(await castBallot(world, cookie, match.id, match.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
    await world.finish(match.id, 10)
    await page.goto('/history')
    await card(page, match.id)
      .getByRole('link', { name: /^Vote effectué ! Changer mon vote/ })
      .click()
    await expect(page).toHaveURL(new RegExp(`/match/${match.id}$`))
  })
})

test('a chosen competition is in the address, restored on going back, and can be reset', async ({
  page,
  complaints,
}) => {
  complaints.allow(NO_SUCH_MATCH)
  await madeUp(page, 90)
  await page.goto('/history')
  await filter(page).selectOption({ label: 'Serie A (30)' })
  await expect(page).toHaveURL(/\/history\?c=62$/)
  await expect(tile(page, /Matchs terminés/)).toHaveText('30')
  await expect(tile(page, /Compétition/)).toHaveText('1')
  await expect(page.getByRole('main').getByText('Ligue 1', { exact: true })).toHaveCount(0)
  await cards(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/match\//)
  await page.goBack()
  await expect(filter(page)).toHaveValue('62')
  await page.getByRole('button', { name: 'Réinitialiser les filtres' }).click()
  await expect(page).toHaveURL(/\/history$/)
  await expect(tile(page, /Matchs terminés/)).toHaveText('90')
})

test('a competition nobody knows has no match, a filter that none can have shows all', async ({ page }) => {
  await eachOf(['99999', '9007199254740991'], async (c) => {
    await page.goto(`/history?c=${c}`)
    await expect(page.getByText('Aucun match terminé trouvé pour ces filtres.')).toBeVisible()
    await expect(filter(page)).toHaveValue(c)
    await page.getByRole('main').getByText('Réinitialiser les filtres', { exact: true }).click()
    await expect(cards(page).first()).toBeVisible()
  })
  const queries = ['c=', 'c=ligue-1', 'c=-61', 'c=6.1', 'c=1e300', 'c[]=61', 'c=%00', `c=${'9'.repeat(3_000)}`]
  await eachOf(queries, async (query) => {
    await page.goto(`/history?${query}`)
    await expect(cards(page).first()).toBeVisible()
    await expect(filter(page)).toHaveValue('')
  })
})

test('a history that is awaited, empty, without winners, stored only or not to be had says so, and comes', async ({
  page,
  world,
}) => {
  await test.step('skeletons have the shape of cards, and nothing shifts when the matches load', async () => {
    const letIn = await hold(page, HOME_READ)
    await page.goto('/history')
    await expect(page.getByRole('main').getByText('Chargement…')).toBeAttached()
    const before = await filter(page).boundingBox()
    letIn()
    await expect(cards(page).first()).toBeVisible()
    expect(await filter(page).boundingBox()).toEqual(before)
    await page.context().unroute(HOME_READ)
  })
  await test.step('an empty history says so, and « Actualiser » reads again', async () => {
    await madeUp(page, 0)
    await page.goto('/history')
    await expect(page.getByText('Aucun match terminé trouvé pour ces filtres.')).toBeVisible()
    await page.context().unroute(HOME_READ)
    await page.getByRole('main').getByText('Actualiser', { exact: true }).click()
    await expect(cards(page).first()).toBeVisible()
  })
  await test.step('a failure to read the winners leaves the cards as they are', async () => {
    await page.context().route(WINNERS, fail)
    await page.goto('/history')
    await expect(cards(page).first()).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('Élu du match')).toHaveCount(0)
    await page.context().unroute(WINNERS)
  })
  await test.step('the stored rows are the fallback when the procedure fails; when both fail there is an error to retry', async () => {
    const newest = (await played(world)).at(-1)
    await page.context().route(HOME_READ, fail)
    await page.goto('/history')
    await expect(card(page, newest?.match_id ?? 0)).toBeVisible({ timeout: 30_000 })
    await page.context().route(PLAIN, fail)
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Erreur de chargement de l’historique\u00a0:', {
      timeout: 30_000,
    })
    await page.context().unroute(HOME_READ)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(cards(page).first()).toBeVisible()
  })
})

test('« Actualiser » loads news, and a failure keeps the list', async ({ page }) => {
  await madeUp(page, 3)
  await page.goto('/history')
  await expect(cards(page)).toHaveCount(3)
  await madeUp(page, 5)
  await page.getByRole('button', { name: 'Actualiser' }).click()
  await expect(cards(page)).toHaveCount(5)
  await page.context().route(HOME_READ, fail)
  await page.context().route(PLAIN, fail)
  await page.getByRole('button', { name: 'Actualiser' }).click()
  await expect(page.getByText('Erreur de chargement de l’historique')).toBeVisible({ timeout: 30_000 })
  await expect(cards(page)).toHaveCount(5)
})

test('fifteen hundred matches are rendered as they come near, and going back restores the scroll position', async ({
  page,
  complaints,
}) => {
  complaints.allow(NO_SUCH_MATCH)
  await madeUp(page, 1_500)
  await page.goto('/history')
  await expect(tile(page, /Matchs terminés/)).toHaveText('1\u202f500')
  expect(await cards(page).count()).toBeLessThan(200)
  const days = page.getByRole('main').getByRole('heading', { level: 2 })
  expect(await days.count()).toBeGreaterThanOrEqual(29)
  await days.nth(20).scrollIntoViewIfNeeded()
  const section = page.getByRole('region').nth(20)
  const link = section.getByRole('link').first()
  await expect(link).toBeVisible()
  const address = (await link.getAttribute('href')) ?? ''
  await link.click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await page.goBack()
  await expect(page.locator(`main a[href="${address}"]`)).toBeInViewport()
})

test('the heading of the day stays in sight under the bar, and never over what has the focus', async ({ page }) => {
  await madeUp(page, 90)
  await page.goto('/history')
  await expect(cards(page).first()).toBeVisible()
  await filter(page).focus()
  for (let press = 0; press < 14; press += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  const focused = await page.locator('main a:focus').boundingBox()
  const heading = page.getByRole('main').getByRole('heading', { level: 2 }).filter({ visible: true })
  const bar = await page.locator('header', { has: page.getByRole('button', { name: 'Retour' }) }).boundingBox()
  const stuck = (await Promise.all((await heading.all()).map((one) => one.boundingBox()))).find(
    (box) => box !== null && Math.abs(box.y - ((bar?.y ?? 0) + (bar?.height ?? 0))) < 2,
  )
  expect(stuck).toBeDefined()
  expect(focused?.y ?? 0).toBeGreaterThanOrEqual((stuck?.y ?? 0) + (stuck?.height ?? 0))
})

test('the focus goes from day to day, also on a phone too busy to see which day is near', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, {
      IntersectionObserver: class {
        observe() {}
        disconnect() {}
      },
    })
  })
  // Three a day: the first eight are drawn at once, and the focus continues through four more days.
  await madeUp(page, 90)
  await page.goto('/history')
  await expect(cards(page).first()).toBeVisible()
  await filter(page).focus()
  const passed = new Set<string>()
  for (let press = 0; press < 20; press += 1) {
    await page.keyboard.press('Tab')
    passed.add(await page.evaluate(() => document.activeElement?.getAttribute('href') ?? 'elsewhere'))
  }
  expect([...passed]).toEqual(Array.from({ length: 20 }, (_, index) => `/match/${index + 1}`))
})

test('the history is opened from the ranking and left by « Retour »', async ({ page }) => {
  await page.goto('/rankings')
  await page.getByRole('link', { name: 'Historique' }).click()
  await expect(page).toHaveURL(/\/history$/)
  await page.getByRole('button', { name: 'Retour' }).click()
  await expect(page).toHaveURL(/\/rankings$/)
  await page.goto('/history')
  await page.getByRole('button', { name: 'Retour' }).click()
  await expect(page).toHaveURL(/\/(rankings)?$/)
})

testStates('the history', [
  ['loading', '/history', 'Chargement…', (page) => page.context().route(HOME_READ, () => {})],
  ['the list', '/history', 'Voir les résultats', (page) => madeUp(page, 40, { home_team: 'محمد 🦊 الفرجاني' })],
  ['one competition', '/history?c=61', 'Réinitialiser', (page) => madeUp(page, 40)],
  ['empty', '/history?c=99999', 'Aucun match terminé trouvé pour ces filtres.', (page) => madeUp(page, 40)],
  [
    'the error',
    '/history',
    'Erreur de chargement de l’historique',
    async (page) => {
      await page.context().route(HOME_READ, fail)
      await page.context().route(PLAIN, fail)
    },
  ],
])
