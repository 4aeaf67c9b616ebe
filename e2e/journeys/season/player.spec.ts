import type { Page } from '@playwright/test'
import { pointsFor } from '@tribune/domain/points.ts'
import { count } from '@tribune/french/format/numbers.ts'
import type { CareerMatch, CareerSketch } from '@tribune/server/testing/career.ts'
import { castBallot } from '../../support/api.ts'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { DESKTOP, PHONE, SMALL_PHONE } from '../../support/samples.ts'
import { eachOf, expect, test, type World } from '../../support/world.ts'

const MATCHES = 45
const CLUB = 'FC Rive-Haute'

/** Newest first: the first, second and third of their match, then all that gives no points. */
const SHOWN: readonly CareerMatch[] = [
  { team: CLUB, against: 'Aval SC', daysAgo: 2, rank: 1, points: 300, score: [2, 1] },
  { team: CLUB, against: 'Stade Amont', daysAgo: 6, away: true, rank: 2, points: 240, score: [0, 3] },
  { team: CLUB, against: 'Olympique Val', daysAgo: 10, minutes: 0 },
  { team: CLUB, against: 'Racing Cime', daysAgo: 14 },
  { team: CLUB, against: 'US Plaine', daysAgo: 18, result: 'none' },
  { team: CLUB, against: 'CS Delta', daysAgo: 22, rank: 7, points: 90 },
  { team: CLUB, against: 'AS Lac', daysAgo: 26, absent: true },
  { team: CLUB, against: 'FC Mont', daysAgo: 30, minutes: null, rank: 3, points: 210 },
  { team: 'FC Source', against: 'FC Mont', daysAgo: 40, rank: 4, points: 180 },
]
const OPEN: CareerMatch = { team: CLUB, against: 'Entente Baie', daysAgo: 0.1, result: 'open' }

const long = (count: number): CareerMatch[] =>
  Array.from({ length: count }, (_, index) => ({
    team: CLUB,
    against: `Rival ${index + 1}`,
    daysAgo: 2 + index * 3,
    ...(index % 4 === 3 ? {} : { rank: (index % 10) + 1, points: pointsFor((index % 10) + 1, 3) }),
  }))

async function openPlayer(page: Page, world: World, sketch: Partial<CareerSketch> = {}) {
  const built = await world.career({ name: 'Léo Rivage', club: CLUB, matches: SHOWN, ...sketch })
  await page.goto(`/player/${built.playerId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sketch.name ?? 'Léo Rivage')
  return built
}

const history = (page: Page) => page.locator('section', { has: page.getByRole('heading', { name: 'Ses matchs' }) })
const rows = (page: Page) => history(page).getByRole('listitem')
const chips = (page: Page) => page.getByRole('list', { name: /^(Ses \d|Son dernier)/ }).getByRole('link')
const figure = (page: Page, label: string) => page.locator('dl > div', { hasText: label }).locator('dd')

test('a player’s page says who they are and what their season is worth, and has their matches, a form and a chart', async ({
  page,
  world,
}) => {
  const { matchIds } = await openPlayer(page, world)
  await test.step('who they are, and what their season is worth', async () => {
    await expect(page).toHaveTitle('Léo Rivage · Tribune')
    await expect(page.getByText(CLUB).first()).toBeVisible()
    await expect(figure(page, 'Points de la saison')).toHaveText('1\u202f020')
    await expect(figure(page, 'Matchs joués')).toHaveText('7')
    await expect(figure(page, 'Rang à l’Index')).toHaveText(/^\d+(er|e)$/)
    await expect(figure(page, 'Fois premier')).toHaveText('1')
    await expect(figure(page, 'Podiums')).toHaveText('3')
    await expect(figure(page, 'Points par match')).toHaveText('145,7')
  })
  await test.step('the last five matches stand in the order in which they were played', async () => {
    await expect(page.getByText('Ses 5 derniers matchs, du plus ancien au plus récent')).toBeVisible()
    await expect(chips(page)).toHaveCount(5)
    await expect(chips(page).first()).toHaveAccessibleName(/US Plaine, Sans classement, /)
    await expect(chips(page).nth(2)).toHaveAccessibleName(/Olympique Val, N'a pas joué, /)
    await expect(chips(page).last()).toHaveAccessibleName(
      new RegExp(`^${CLUB} 2\\s–\\s1 Aval SC, 300\\spoints, #1 du match, \\d+ \\S+$`),
    )
  })
  await test.step('the chart is summed up in a sentence, read with the arrow keys, and told as a table', async () => {
    const chart = page.getByRole('figure', { name: 'Points par match' })
    await expect(
      chart.getByRole('img', {
        name: 'Graphique des points par match, sur 9\u00a0matchs\u00a0: 7\u00a0matchs avec résultat, 1\u202f020\u00a0points en tout, 145,7 en moyenne, 300 au mieux.',
      }),
    ).toBeVisible()
    const reader = chart.getByRole('slider', { name: 'Match à lire' })
    await reader.focus()
    await expect(reader).toHaveAttribute('aria-valuetext', /Aval SC.*#1 du match$/)
    await page.keyboard.press('ArrowLeft')
    await expect(reader).toHaveAttribute('aria-valuetext', /Stade Amont.*240\u00a0points, #2 du match$/)
    await expect(chart.getByRole('link')).toContainText('Stade Amont')
    await expect(chart.getByRole('link')).toContainText('3\u00a0–\u00a00 à l’extérieur')
    await page.keyboard.press('Home')
    await expect(chart.getByRole('link')).toContainText('FC Mont')
    await expect(chart.getByRole('row')).toHaveCount(SHOWN.length + 1)
    await expect(chart.getByRole('row').nth(1)).toContainText('#4 du match')
  })
  await test.step('a finger on a bar reads it', async () => {
    const reader = page.getByRole('slider', { name: 'Match à lire' })
    await reader.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const box = await reader.boundingBox()
    if (box === null) throw new Error('The chart is not drawn')
    const slot = box.width / SHOWN.length
    await page.touchscreen.tap(box.x + slot * 3.5, box.y + box.height / 2)
    await expect(page.getByRole('figure').getByRole('link')).toContainText('CS Delta')
  })
  await test.step('each match says what it gave the player, and leads to itself', async () => {
    const sentences = [
      '#1 du match',
      '#2 du match',
      "N'a pas joué",
      'Hors top 10',
      'Sans classement',
      '#7 du match',
      "N'a pas joué",
      '#3 du match',
      '#4 du match',
    ]
    await expect(rows(page)).toHaveCount(sentences.length)
    for (const [index, sentence] of sentences.entries()) await expect(rows(page).nth(index)).toContainText(sentence)
    await expect(rows(page).nth(0)).toContainText('300')
    await expect(rows(page).filter({ hasText: 'Premier match avec' })).toHaveCount(1)
    await expect(rows(page).nth(7)).toContainText(`Premier match avec ${CLUB}`)
    await rows(page).nth(1).getByRole('link').click()
    await expect(page).toHaveURL(`/match/${matchIds[1]}`)
  })
})

test('a match whose result is not out promises it, and gives no points away', async ({ page, world }) => {
  await openPlayer(page, world, { matches: [OPEN, ...SHOWN] })
  await expect(rows(page).nth(0)).toContainText('Résultat à venir')
  await expect(chips(page).last()).toHaveAccessibleName(/Entente Baie, Résultat à venir, /)
})

test('matches come twenty at a time, the chart with them, until there are no more', async ({ page, world }) => {
  await openPlayer(page, world, { matches: long(MATCHES) })
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByText(`20 sur ${MATCHES}\u00a0matchs`)).toBeVisible()
  await expect(page.getByRole('img', { name: /sur 20 matchs/ })).toBeVisible()
  const more = page.getByRole('button', { name: 'Voir les matchs précédents' })
  await more.click()
  await expect(rows(page)).toHaveCount(40)
  await more.click()
  await expect(rows(page)).toHaveCount(MATCHES)
  await expect(more).toBeHidden()
  await expect(page.getByRole('img', { name: /sur 40 matchs/ })).toBeVisible()
})

test('older matches that cannot be loaded leave the others there', async ({ page, world }) => {
  await openPlayer(page, world, { matches: long(25) })
  await page
    .context()
    .route('**/api/rpc/get_player_*_history?*p_offset=20', (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.getByRole('button', { name: 'Voir les matchs précédents' }).click()
  await expect(page.getByText('Les matchs précédents n’ont pas pu être chargés.')).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  await page.context().unroute('**/api/rpc/get_player_*_history?*p_offset=20')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(rows(page)).toHaveCount(25)
})

test('a player of one match, without points or without a match has the page that this leaves', async ({
  page,
  world,
}) => {
  await test.step('one match makes a chart, none makes none', async () => {
    await openPlayer(page, world, { name: 'Nino Premier', matches: SHOWN.slice(0, 1) })
    await expect(page.getByRole('img', { name: /sur 1 match :/ })).toBeVisible()
    await expect(page.getByText('Son dernier match')).toBeVisible()
    await expect(page.getByRole('slider')).toBeHidden()
    await openPlayer(page, world, { name: 'Zéro Point', matches: [{ team: CLUB, against: 'Aval SC', daysAgo: 3 }] })
    await expect(
      page.getByRole('img', { name: /: 1 match avec résultat, 0 point en tout, 0 en moyenne/ }),
    ).toBeVisible()
    await openPlayer(page, world, {
      name: 'Banc Toujours',
      matches: [{ team: CLUB, against: 'Aval SC', daysAgo: 3, minutes: 0 }],
    })
    await expect(chips(page)).toHaveCount(1)
    await expect(page.getByRole('figure')).toBeHidden()
  })
  await test.step('a player without a match says so', async () => {
    await openPlayer(page, world, { name: 'Sans Match', matches: [] })
    await expect(page.getByText('Aucun match trouvé pour ce joueur.')).toBeVisible()
    await expect(page.getByText('Sa forme')).toBeHidden()
    await expect(figure(page, 'Rang à l’Index')).toHaveText('–')
    await expect(figure(page, 'Matchs joués')).toHaveText('0')
  })
  await test.step('a player without points has played their matches all the same', async () => {
    const unranked = { team: CLUB, against: 'Aval SC' }
    await openPlayer(page, world, {
      name: 'Sans Point',
      matches: [
        { ...unranked, daysAgo: 2 },
        { ...unranked, daysAgo: 4 },
        { ...unranked, daysAgo: 6, minutes: 0 },
      ],
    })
    await expect(figure(page, 'Points de la saison')).toHaveText('0')
    await expect(figure(page, 'Matchs joués')).toHaveText('2')
  })
})

test('a player the fan has picked is marked, and so is the match', async ({ page, world }) => {
  const match = await world.build({ rating: 7, names: ['Ousmane Choisi', 'Autre Un', 'Autre Deux'] })
  const [first = 0, second = 0, third = 0] = match.playerIds
  const { cookie } = await world.signIn(page)
  expect(await castBallot(world, cookie, match.id, [second, first, third])).toMatchObject({ status: 200 })
  await world.finish(match.id, 61)
  await page.goto(`/player/${first}`)
  await expect(page.getByText('Déjà sur ton podium')).toBeVisible()
  await expect(rows(page).first()).toContainText('Ton 2e\u00a0choix')
  const told = page.waitForResponse('**/api/rpc/get_my_podium_players')
  await page.goto(`/player/${match.playerIds[5]}`)
  await expect(rows(page).first()).toBeVisible()
  await (await told).finished()
  await expect(page.getByText('Déjà sur ton podium')).toBeHidden()
})

test('an invalid or unknown player id has a page that says so, with a link to the ranking', async ({
  page,
  complaints,
}) => {
  complaints.allow(
    /^404 \/player\//,
    /^404 \/api\/(players_ref\/|rpc\/get_player_(full_team|complete)_history\?p_player_id=)987654321\b/,
  )
  await eachOf(['987654321', 'abc', '99999999999999999999999', '1e3', '-', '%F0%9F%A6%8A', '0x10'], async (id) => {
    await page.goto(`/player/${id}`)
    await expect(page.getByText('Joueur introuvable')).toBeVisible()
    await expect(page).toHaveTitle('Joueur introuvable · Tribune')
    await expect(page.getByRole('link', { name: 'Voir le classement' })).toHaveAttribute('href', '/rankings')
  })
})

test('what cannot be read of a player says why, falls back or is left out, and is there at the next try', async ({
  page,
  world,
}) => {
  await test.step('a player who cannot be read says why, and is there at the next try', async () => {
    const { playerId } = await world.career({ name: 'Léo Rivage', matches: [] })
    await page.context().route('**/api/players_ref/*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto(`/player/${playerId}`)
    await expect(page.getByRole('alert')).toContainText('Erreur: ')
    await page.context().unroute('**/api/players_ref/*')
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Léo Rivage')
  })
  await test.step('a season that cannot be read is not shown as zero', async () => {
    await page.context().route('**/api/season_player_points**', (route) => route.fulfill({ status: 400, body: '{}' }))
    await openPlayer(page, world)
    await expect(figure(page, 'Points de la saison')).toHaveText('–')
    await page.context().unroute('**/api/season_player_points**')
  })
  await test.step('their matches fall back on the lineups they stood in, and say so only when that fails too', async () => {
    await page
      .context()
      .route('**/api/rpc/get_player_full_team_history**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await openPlayer(page, world)
    await expect(rows(page)).toHaveCount(SHOWN.length - 1)
    await page
      .context()
      .route('**/api/rpc/get_player_complete_history**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.reload()
    await expect(history(page).getByRole('alert')).toContainText('Erreur: ', { timeout: 30_000 })
    await page.context().unrouteAll()
    await history(page).getByRole('button', { name: 'Réessayer' }).click()
    await expect(rows(page)).toHaveCount(SHOWN.length)
  })
})

test('nothing shifts when the page loads', async ({ page, world }) => {
  const { playerId } = await world.career({ name: 'Léo Rivage', club: CLUB, matches: SHOWN })
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.context().route(/\/api\/(players_ref|season_player_points|rpc\/get_player)/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/player/${playerId}`)
  const heading = page.getByRole('heading', { name: 'Ses matchs' })
  await expect(heading).toBeVisible()
  const before = await heading.boundingBox()
  answer()
  await expect(rows(page)).toHaveCount(SHOWN.length)
  await expect(page.getByRole('slider')).toBeVisible()
  expect(Math.abs(((await heading.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(2)
})

test('odd names and many matches stay within a small phone', async ({ page, world }) => {
  await page.setViewportSize(SMALL_PHONE)
  const clubs = ['Association Sportive et Culturelle de la Haute-Vallée-de-Montferrand', 'نادي الصقور', '🦁 Lions']
  const names = [
    'Maximilien-Alexandre de la Fontaine-Montgomery-Beaurepaire',
    'محمد عبد الرحمن الإدريسي',
    '⚽️👨‍👩‍👧‍👦🔥 Zé 🇧🇷',
  ]
  for (const [index, name] of names.entries()) {
    const club = clubs[index] ?? ''
    const matches = long(12).map((match) => ({ ...match, team: club, against: `Union ${club}` }))
    await openPlayer(page, world, { name, club, matches })
    await expect(page.getByRole('slider')).toBeVisible()
    await expectToFit(page)
  }
})

test('a figure of thousands stays in its column', async ({ page, world }) => {
  const { playerId } = await world.career({ name: 'Léo Rivage', club: CLUB, matches: SHOWN })
  let figures = {}
  await page.context().route('**/api/season_player_points?*', async (route) => {
    const answer = await (await route.fetch()).json()
    const [row] = answer.items
    await route.fulfill({ json: { ...answer, items: [{ ...row, ...figures }] } })
  })
  const boards = [
    { total_points: 9_876, rank: 987 },
    { total_points: 98_765, rank: 9_876 },
    { total_points: 9_876, rank: 98_765 },
  ]
  for (const board of boards) {
    figures = board
    await page.goto(`/player/${playerId}`)
    await expect(figure(page, 'Points de la saison')).toHaveText(count(board.total_points))
    for (const size of [PHONE, SMALL_PHONE]) {
      await expectToFit(page, size)
      for (const label of ['Points de la saison', 'Rang à l’Index']) {
        const { wanted, given } = await figure(page, label).evaluate((one) => {
          const range = document.createRange()
          range.selectNodeContents(one)
          return { wanted: range.getBoundingClientRect().width, given: one.clientWidth }
        })
        expect(wanted, `${label} of ${board.total_points} and ${board.rank}, ${size.width} px`).toBeLessThanOrEqual(
          given,
        )
      }
    }
  }
})

test('no state of a player’s page has an accessibility violation', async ({ page, world, complaints }) => {
  complaints.allow(/^404 \/player\/(abc|1)$/)
  await openPlayer(page, world, { matches: [OPEN, ...SHOWN] })
  await expect(page.getByRole('slider')).toBeVisible()
  await expectNoViolation(page, 'all outcomes')
  await page.setViewportSize(DESKTOP)
  await expectNoViolation(page, 'wide')
  await openPlayer(page, world, { name: 'Sans Match', matches: [] })
  await expect(page.getByText('Aucun match trouvé pour ce joueur.')).toBeVisible()
  await expectNoViolation(page, 'no match')
  await page.goto('/player/abc')
  await expect(page.getByText('Joueur introuvable')).toBeVisible()
  await expectNoViolation(page, 'nobody')
  await page.context().route('**/api/**', (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.goto('/player/1')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectNoViolation(page, 'error')
  // The newest route is asked first; with none in between, nothing reaches the server meanwhile.
  await page.context().route('**/api/**', () => {})
  await page.goto('/player/1')
  await expect(page.getByRole('heading', { name: 'Ses matchs' })).toBeVisible()
  await expectNoViolation(page, 'loading')
})
