import type { Page, Route } from '@playwright/test'
import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { castBallot, read } from '../../support/api.ts'
import { testStates } from '../../support/axe.ts'
import { hold } from '../../support/home.ts'
import { DESKTOP, LONG_NAME, STRANGE_NAMES } from '../../support/samples.ts'
import { expectStill, watchShifts } from '../../support/shifts.ts'
import { eachOf, expect, test, type World } from '../../support/world.ts'

const RANKING = '**/api/rpc/get_season_ranking_corrected**'
const POINTS = '**/api/match_player_points**'
const OFFSET = /p_offset=(\d+)/

const list = (page: Page) => page.getByRole('list', { name: 'Classement de la saison' })
const rows = (page: Page) => list(page).getByRole('listitem')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Chercher un joueur' })
const fail = (route: Route) => route.fulfill({ status: 500, body: '{}' })

async function ranking(world: World, query: string) {
  const path = `/api/rpc/get_season_ranking_corrected?${query}`
  return read<{ items: SeasonRow[]; total: number }>(world, path)
}

/** So many made-up players instead of the world's, answered page by page as the server would. */
async function madeUp(page: Page, count: number, change: Partial<SeasonRow> = {}): Promise<void> {
  await page.context().route(RANKING, (route) => {
    const asked = new URL(route.request().url()).searchParams
    const [offset, limit] = [Number(asked.get('p_offset')), Number(asked.get('p_limit'))]
    const items = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, index) => ({
      rank: offset + index + 1,
      player_id: offset + index + 1,
      player_name: STRANGE_NAMES[index] ?? `Joueur ${offset + index + 1}`,
      last_team: index === 0 ? LONG_NAME : 'FC Rive',
      photo_url: null,
      matches_played: 12,
      total_points: 20_000 - offset - index,
      wins: 0,
      podiums: 0,
      trend: 'stable',
      updated_at: '2026-01-01T00:00:00Z',
      ...change,
    }))
    return route.fulfill({ json: { items, total: count, season: { name: 'Index', label: '2025-2026' } } })
  })
}

/** Answers with all players at once, as when the season is added up on the phone: no waiting for page after page. */
async function allAtOnce(page: Page, count: number): Promise<void> {
  await madeUp(page, count)
  await page.context().route(RANKING, async (route) => {
    const address = new URL(route.request().url())
    address.searchParams.set('p_limit', String(count))
    await route.fallback({ url: address.href })
  })
}

test('a row tells rank, player, club, points, matches, trend and performance in words, and leads to the player', async ({
  page,
  world,
}) => {
  const [first] = (await ranking(world, 'p_limit=1')).items
  if (first === undefined) throw new Error('The world promises a season')
  await page.goto('/rankings')
  const { name, label } = await read<{ name: string; label: string }>(world, '/api/season')
  await expect(page.getByLabel('Saison', { exact: true }).locator('option:checked')).toHaveText(`${name} ${label}`)
  const leader = rows(page).first()
  const share = Math.min(100, Math.round(first.total_points / 30))
  for (const told of [
    '1er',
    first.player_name,
    first.last_team ?? '',
    'matchs',
    `${share}\u00a0% de 3\u202f000 points`,
  ]) {
    await expect(leader).toContainText(told)
  }
  await expect(leader).toContainText(/En hausse sur 7 jours|En baisse sur 7 jours|Stable sur 7 jours/)
  await leader.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/player/${first.player_id}$`))

  await test.step('a rise, and a full performance bar', async () => {
    await madeUp(page, 20, { trend: 'up', total_points: 4_500 })
    await page.goto('/rankings')
    await expect(rows(page).first()).toContainText('En hausse sur 7 jours')
    await expect(rows(page).first()).toContainText('100\u00a0% de 3\u202f000 points')
  })
})

test('the list comes by twenty, then by five, by itself, to the end that tells how many there are', async ({
  page,
}) => {
  await madeUp(page, 32)
  const asked: string[] = []
  page.on('request', (request) => {
    const [, offset = ''] = OFFSET.exec(request.url()) ?? []
    if (offset !== '') asked.push(offset)
  })
  await page.goto('/rankings')
  await expect(page.getByText('32\u00a0joueurs au classement')).toBeAttached({ timeout: 30_000 })
  expect(asked).toEqual(['0', '20', '25', '30'])
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', '32')
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

test('ten thousand players cost what fits on the screen, and the way back finds the place', async ({
  page,
  complaints,
}) => {
  complaints.allow(/^404 \/api\/(players_ref\/|rpc\/get_player_(full_team|complete)_history\?p_player_id=)\d+\b/)
  await allAtOnce(page, 10_000)
  await page.goto('/rankings')
  await expect(page.getByText('10\u202f000\u00a0joueurs au classement')).toBeAttached()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
  const middle = list(page).getByRole('link', { name: 'Joueur 50' }).first()
  await expect(middle).toBeAttached()
  expect(await rows(page).count()).toBeLessThan(40)
  // By its address: scrolling it into view brings other rows in, of which another one may be the first.
  const address = (await middle.getAttribute('href')) ?? ''
  const row = list(page).locator(`a[href="${address}"]`)
  await row.click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await page.goBack()
  await expect(row).toBeInViewport()
})

test('a search forgives case, accents and spaces, waits for the keys to pause, and tells the rank of the season', async ({
  page,
  world,
}) => {
  const { items } = await ranking(world, 'p_limit=100&p_offset=100')
  const player = items.find(({ player_name }) => /[éèçñãö]/.test(player_name))
  if (player === undefined) throw new Error('Nobody has an accent')
  await page.goto('/rankings')
  await expect(rows(page).first()).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('p_search=')) asked.push(new URL(request.url()).searchParams.get('p_search') ?? '')
  })
  const typed = player.player_name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  await search(page).pressSequentially(`  ${typed} `)
  const found = list(page).getByRole('link', { name: player.player_name })
  await expect(found.first()).toBeVisible()
  await expect(found.first()).toContainText(String(player.rank))
  expect(asked.filter((text) => text !== '')).toEqual([typed])
  await expect(page).toHaveURL(/\/rankings\?q=/)
})

test('a search stays on the way back from a player, and goes with its button', async ({ page, world }) => {
  const [, second] = (await ranking(world, 'p_limit=2')).items
  await page.goto(`/rankings?q=${encodeURIComponent(second?.player_name ?? '')}`)
  await expect(search(page)).toHaveValue(second?.player_name ?? '')
  await rows(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/player\//)
  await page.goBack()
  await expect(search(page)).toHaveValue(second?.player_name ?? '')
  await page.getByRole('button', { name: 'Effacer la recherche' }).click()
  await expect(search(page)).toBeFocused()
  await expect(page).toHaveURL(/\/rankings$/)
  await expect(rows(page).first()).toContainText('1er')
})

test('a search shows fifty at most and says of how many, another finds nobody', async ({ page, world }) => {
  const { total } = await ranking(world, 'p_search=a')
  await page.goto('/rankings?q=a')
  await expect(page.getByText(/^Les 50 premiers sur .* Précise ta recherche\.$/)).toBeAttached()
  expect(total).toBeGreaterThan(50)
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', '50')
  await search(page).fill('  Zinédine "de Nulle Part"  ')
  await expect(page.getByText('Aucun joueur trouvé pour "Zinédine "de Nulle Part""')).toBeVisible()
})

test('a screen comes whatever the address asks of the ranking', async ({ page }) => {
  const long = `q=${'x'.repeat(3_000)}`
  await eachOf(['q=%00', 'q[]=1&q[]=2', long, 'q=%25_%5C', 'mine=perhaps', 'q=1e400', 'page=-3&q='], async (query) => {
    await page.goto(`/rankings?${query}`)
    await expect(rows(page).first().or(page.getByText('Aucun joueur trouvé pour'))).toBeVisible()
  })
})

test('the ranking that is awaited, empty, added up here or not to be had says so, and comes', async ({
  page,
  world,
}) => {
  await test.step('while it is read there are rows of its shape, and nothing moves when it comes', async () => {
    const letIn = await hold(page, RANKING)
    await page.goto('/rankings')
    await expect(page.getByRole('main').getByText('Chargement…')).toBeAttached()
    const before = await search(page).boundingBox()
    letIn()
    await expect(rows(page).first()).toBeVisible()
    expect(await search(page).boundingBox()).toEqual(before)
    await page.context().unroute(RANKING)
  })
  await test.step('an empty season says so, and « Actualiser » looks again', async () => {
    await madeUp(page, 0)
    await page.goto('/rankings')
    await expect(page.getByText('Aucun joueur encore agrégé.')).toBeVisible()
    await page.context().unroute(RANKING)
    await page.getByRole('main').getByText('Actualiser', { exact: true }).click()
    await expect(rows(page).first()).toBeVisible()
  })
  await test.step('added up here, it can be searched too', async () => {
    const [, second] = (await ranking(world, 'p_limit=2')).items
    await page.context().route(RANKING, fail)
    await page.goto('/rankings')
    await expect(rows(page).first()).toBeVisible({ timeout: 30_000 })
    await search(page).fill(second?.player_name ?? '')
    await expect(list(page).locator(`a[href="/player/${second?.player_id}"]`)).toBeVisible({ timeout: 30_000 })
  })
  await test.step('that cannot be read, nor added up here, it shows the error; « Réessayer » mends it', async () => {
    await page.context().route(POINTS, fail)
    await page.goto('/rankings')
    await expect(page.getByRole('alert')).toContainText('Erreur de chargement du classement\u00a0:', {
      timeout: 30_000,
    })
    await page.context().unroute(RANKING)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(rows(page).first()).toBeVisible()
  })
})

test('pages that fail to follow keep what is there, and can be asked for again', async ({ page }) => {
  await madeUp(page, 25)
  await page
    .context()
    .route(RANKING, (route) => (route.request().url().includes('p_offset=0') ? route.fallback() : fail(route)))
  await page.goto('/rankings')
  await expect(page.getByText('La suite du classement n’a pas pu être chargée.')).toBeAttached({ timeout: 30_000 })
  await expect(rows(page).first()).toBeVisible()
  await madeUp(page, 25)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByText('25\u00a0joueurs au classement')).toBeAttached({ timeout: 30_000 })
})

test('« Actualiser » reads the first page anew while the old one stays in sight', async ({ page }) => {
  await madeUp(page, 20)
  await page.goto('/rankings')
  await expect(rows(page).first()).toContainText('20\u202f000')
  await madeUp(page, 20, { total_points: 77 })
  await page.getByRole('button', { name: 'Actualiser' }).click()
  await expect(rows(page).first()).toContainText('77')
  await page.context().route(RANKING, fail)
  await page.context().route(POINTS, fail)
  await page.getByRole('button', { name: 'Actualiser' }).click()
  await expect(page.getByText('Erreur de chargement du classement')).toBeVisible({ timeout: 30_000 })
  await expect(rows(page).first()).toContainText('77')
})

test('the players of a fan’s own podiums are marked, and can be shown alone', async ({ page, world }) => {
  const fan = await world.signIn(page)
  const open = await world.build()
  const { items } = await ranking(world, 'p_limit=40')
  expect(await castBallot(world, fan.cookie, open.id, open.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
  const mine = [items[4], items[30]].map((row) => row?.player_id ?? 0)
  await page.context().route('**/api/rpc/get_my_podium_players', async (route) => {
    const told = items.filter((row) => mine.includes(row.player_id))
    await route.fulfill({ json: { player_ids: [...mine, ...open.playerIds.slice(0, 3)], items: told } })
  })
  await page.goto('/rankings')
  const marked = list(page).getByRole('link', { name: 'Déjà sur ton podium' })
  await expect(marked.first()).toHaveAttribute('href', `/player/${mine[0]}`)
  const toggle = page.getByRole('button', { name: 'Mes joueurs sur mon podium' })
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(toggle.getByText('sur mon podium')).toBeVisible()
  expect((await search(page).boundingBox())?.width).toBeGreaterThan(120)
  await toggle.click()
  const own = page.getByRole('list', { name: 'Mes joueurs au classement' })
  await expect(own.getByRole('link')).toHaveCount(2)
  await expect(own.getByRole('link').last()).toHaveAttribute('href', `/player/${mine[1]}`)
  await expect(page.getByText('2\u00a0joueurs de tes podiums au classement')).toBeVisible()
  await expect(page).toHaveURL(/mine=true/)
  await search(page).fill('zzzz')
  await expect(page.getByText('Aucun joueur trouvé pour "zzzz"')).toBeVisible()
  await page.getByRole('button', { name: 'Tout le classement' }).click()
  await page.getByRole('button', { name: 'Effacer la recherche' }).click()
  await expect(rows(page).first()).toContainText('1er')
})

test('signed out, nobody is marked and « Mes joueurs » is not asked for; the podium stands above the list, on a wide screen beside it', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/rankings?mine=true')
  await expect(rows(page).first()).toBeVisible()
  await expect.poll(() => asked.some((url) => url.endsWith('/api/me'))).toBe(true)
  await expect(page.getByRole('button', { name: 'Mes joueurs' })).toHaveCount(0)
  expect(asked.filter((url) => url.includes('get_my_podium_players'))).toEqual([])

  await test.step('the podium', async () => {
    const podium = page.getByRole('list', { name: 'Les trois premiers de la saison' }).filter({ visible: true })
    await expect(podium).toHaveCount(1)
    expect((await podium.boundingBox())?.y).toBeLessThan((await search(page).boundingBox())?.y ?? 0)
    await page.setViewportSize(DESKTOP)
    const aside = page.getByRole('complementary')
    await expect(aside.getByRole('list', { name: 'Les trois premiers de la saison' })).toBeVisible()
    await expect(podium).toHaveCount(1)
  })
})

test('the keyboard goes from row to row, also out of sight, and the search is never left behind', async ({ page }) => {
  await allAtOnce(page, 60)
  await page.goto('/rankings')
  await expect(page.getByText('60\u00a0joueurs au classement')).toBeAttached()
  await search(page).focus()
  // Each row is a link and a star.
  for (let stop = 1; stop < 2 * 15; stop += 1) await page.keyboard.press('Tab')
  const focused = page.locator('a:focus')
  await expect(focused).toHaveAttribute('href', '/player/15')
  const [at, box] = [await focused.boundingBox(), await search(page).boundingBox()]
  expect(at?.y ?? 0).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(list(page).locator('a[href="/player/60"]')).toBeVisible()
  await page.keyboard.press('Tab')
  const row = list(page)
    .getByRole('listitem')
    .filter({ has: page.locator(':focus') })
  await expect(row.getByRole('link')).toHaveAttribute('href', /\/player\/1[56]/)
})

test('the keyboard goes from row to row on a phone too busy to say that it has scrolled', async ({ page }) => {
  await page.addInitScript(() => {
    for (const kind of ['scroll', 'scrollend']) {
      window.addEventListener(kind, (event) => event.stopImmediatePropagation(), { capture: true })
    }
  })
  await allAtOnce(page, 60)
  await page.goto('/rankings')
  await expect(page.getByText('60\u00a0joueurs au classement')).toBeAttached()
  await search(page).focus()
  for (let stop = 1; stop < 2 * 40; stop += 1) await page.keyboard.press('Tab')
  await expect(page.locator('a:focus')).toHaveAttribute('href', '/player/40')
})

testStates('the ranking', [
  ['loading', '/rankings', 'Chargement…', (page) => page.context().route(RANKING, () => {})],
  ['the list', '/rankings', '20\u00a0joueurs au classement', (page) => madeUp(page, 20, { trend: 'down' })],
  ['empty', '/rankings', 'Aucun joueur encore agrégé.', (page) => madeUp(page, 0)],
  ['nobody found', '/rankings?q=zzzz', 'Aucun joueur trouvé pour "zzzz"', async () => {}],
  [
    'the error',
    '/rankings',
    'Erreur de chargement du classement',
    async (page) => {
      await page.context().route(RANKING, fail)
      await page.context().route(POINTS, fail)
    },
  ],
])
