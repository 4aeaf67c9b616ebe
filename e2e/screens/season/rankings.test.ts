import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DESKTOP, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { enlargeText, expectWhole } from '../support/large-text.ts'
import { expectCount, open } from '../support/screen.ts'
import { watchShifts } from '../support/shifts.ts'
import { allow, answer, endAtTap, hold, refuse, requests } from '../support/wire.ts'
import { castBallot, read, signIn, world } from '../support/world.ts'
import { allAtOnce, list, madeUp, POINTS, plain, RANKING, ranking, rows, search } from './ranking.ts'

const focused = page.css('a:focus')
const toTheEnd = () => window.scrollTo(0, document.documentElement.scrollHeight)
const total = (players: string) => page.getByText(`${players}\u00a0joueurs au classement`)

describe('a row', () => {
  test('shows rank, player, club, points, matches, trend and performance in words, and leads to the player', async () => {
    const [first] = (await ranking('p_limit=1')).items
    if (first === undefined) throw new Error('The test world has no season')
    await open('/rankings')
    const leader = rows.first()
    const share = Math.min(100, Math.round(first.total_points / 30))
    for (const text of ['1er', first.player_name, first.last_team ?? '', 'matchs', `${share} % de 3 000 points`]) {
      await expect.poll(() => plain(leader.element().textContent)).toContain(plain(text))
    }
    await expect.element(leader).toMatchTextContent(/En hausse sur 7 jours|En baisse sur 7 jours|Stable sur 7 jours/)
    await leader.getByRole('link').click()
    await expect.poll(() => location.pathname).toBe(`/player/${first.player_id}`)
  })

  test('shows a rise, and a performance bar that is full at most', async () => {
    madeUp(20, { trend: 'up', total_points: 4_500 })
    await open('/rankings')
    await expect.element(rows.first()).toMatchTextContent('En hausse sur 7 jours')
    await expect.element(rows.first()).toMatchTextContent('100 % de 3 000 points')
  })
})

test('the season is named in its chooser', async () => {
  await open('/rankings')
  const { name, label } = await read<{ name: string; label: string }>('/api/season')
  const chosen = page.getByLabelText('Saison').css('option:checked')
  await expect.element(chosen).toHaveTextContent(plain(`${name} ${label}`))
})

test('the list loads twenty rows and then five at a time by itself, and shows their total', async () => {
  madeUp(32)
  await open('/rankings')
  await expect.element(total('32')).toBeInTheDocument()
  const asked = requests(/p_offset=\d/).map(({ address }) => /p_offset=(\d+)/.exec(address)?.[1])
  // If the world publishes a result during the test, pages are read again.
  expect([...new Set(asked)]).toEqual(['0', '20', '25', '30'])
  await expect.element(rows.first()).toHaveAttribute('aria-setsize', '32')
})

test('ten thousand players render only the rows on the screen, and going back restores the place', async () => {
  allow(/^404 \/api\/(players_ref\/|rpc\/get_player_(full_team|complete)_history\?p_player_id=)\d+\b/)
  allAtOnce(10_000)
  await open('/rankings')
  await expect.element(total('10\u202f000')).toBeInTheDocument()
  const middle = list.getByRole('link', { name: /Joueur 50/ }).first()
  const atTheMiddle = () => {
    window.scrollTo(0, document.documentElement.scrollHeight / 2)
    return middle.query()
  }
  await expect.poll(atTheMiddle).not.toBeNull()
  expect(rows.length).toBeLessThan(40)
  // By its address: scrolling it into view brings other rows in, of which another one may be the first.
  const address = middle.element().getAttribute('href') ?? ''
  const row = list.css(`a[href="${address}"]`)
  await row.click()
  await expect.poll(() => location.pathname).toBe(address)
  history.back()
  await expect.element(row).toBeInViewport()
})

test('« Actualiser » reads the first page again while the old one stays in sight', async () => {
  madeUp(20)
  await open('/rankings')
  await expect.element(rows.first()).toMatchTextContent('20 000')
  madeUp(20, { total_points: 77 })
  await page.getByRole('button', { name: 'Actualiser' }).click()
  await expect.element(rows.first()).toMatchTextContent('77')
  refuse(RANKING)
  refuse(POINTS)
  await page.getByRole('button', { name: 'Actualiser' }).click()
  await expect.element(page.getByText('Erreur de chargement du classement', { exact: false })).toBeVisible()
  await expect.element(rows.first()).toMatchTextContent('77')
})

test('the players of a fan’s own podiums are marked, and can be shown alone', async () => {
  await signIn()
  const match = await world.build()
  const { items } = await ranking('p_limit=40')
  expect(await castBallot(match.id, match.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
  const mine = [items[4], items[30]].map((row) => row?.player_id ?? 0)
  answer(/^\/api\/rpc\/get_my_podium_players/, () => ({
    player_ids: [...mine, ...match.playerIds.slice(0, 3)],
    items: items.filter((row) => mine.includes(row.player_id)),
  }))
  await open('/rankings')
  const marked = list.getByRole('link', { name: /Déjà sur ton podium/ })
  await expect.element(marked.first()).toHaveAttribute('href', `/player/${mine[0]}`)
  const toggle = page.getByRole('button', { name: /Mes joueurs\s+sur mon podium/ })
  await page.viewport(320, 640)
  await expect.element(toggle.getByText('sur mon podium')).toBeVisible()
  expect(search.element().getBoundingClientRect().width).toBeGreaterThan(120)
  await toggle.click()
  const own = page.getByRole('list', { name: 'Mes joueurs au classement' })
  await expectCount(own.getByRole('link'), 2)
  await expect.element(own.getByRole('link').last()).toHaveAttribute('href', `/player/${mine[1]}`)
  await expect.element(page.getByText('2\u00a0joueurs de tes podiums au classement')).toBeVisible()
  await expect.poll(() => location.search).toContain('mine=true')
  await search.fill('zzzz')
  await expect.element(page.getByText('Aucun joueur trouvé pour "zzzz"')).toBeVisible()
  await page.getByRole('button', { name: 'Tout le classement' }).click()
  await page.getByRole('button', { name: 'Effacer la recherche' }).click()
  await expect.element(rows.first()).toMatchTextContent('1er')
  enlargeText(200)
  await expect.poll(() => search.element().getBoundingClientRect().width).toBeGreaterThan(240)
})

describe('signed out', () => {
  test('no player is marked and « Mes joueurs » is not requested', async () => {
    await open('/rankings?mine=true')
    await expect.element(rows.first()).toBeVisible()
    await expect.poll(() => requests(/^\/api\/me$/).length).toBeGreaterThan(0)
    await expectCount(page.getByRole('button', { name: /Mes joueurs/ }), 0)
    expect(requests(/get_my_podium_players/)).toEqual([])
  })

  test('the podium stands above the list, and next to it on a wide screen', async () => {
    await open('/rankings')
    await expect.element(rows.first()).toBeVisible()
    const podium = page.getByRole('list', { name: 'Les trois premiers de la saison' })
    await expectCount(podium, 1)
    const { y } = podium.element().getBoundingClientRect()
    expect(y).toBeLessThan(search.element().getBoundingClientRect().y)
    await page.viewport(DESKTOP.width, DESKTOP.height)
    const aside = page.getByRole('complementary')
    await expect.element(aside.getByRole('list', { name: 'Les trois premiers de la saison' })).toBeVisible()
    await expectCount(podium, 1)
  })
})

describe('the keyboard goes from row to row', () => {
  /** Each row is a link and a star. */
  async function tabTo(row: number): Promise<void> {
    ;(await search.findElement()).focus()
    await userEvent.keyboard('{Tab}'.repeat(2 * row - 1))
  }

  test('even to rows out of sight, and none is hidden behind the search', async () => {
    allAtOnce(60)
    await open('/rankings')
    await expect.element(total('60')).toBeInTheDocument()
    await tabTo(15)
    await expect.element(focused).toHaveAttribute('href', '/player/15')
    const box = search.element().getBoundingClientRect()
    expect(focused.element().getBoundingClientRect().y).toBeGreaterThanOrEqual(box.bottom)
    toTheEnd()
    await expect.element(list.css('a[href="/player/60"]')).toBeVisible()
    await userEvent.keyboard('{Tab}')
    const row = list.getByRole('listitem').filter({ has: page.css(':focus') })
    await expect.element(row.getByRole('link')).toHaveAttribute('href', expect.stringMatching(/\/player\/1[56]/))
  })

  test('on a phone too busy to say that it has scrolled', async () => {
    const busy = new AbortController()
    onTestFinished(() => busy.abort())
    for (const kind of ['scroll', 'scrollend']) {
      window.addEventListener(kind, (event) => event.stopImmediatePropagation(), { capture: true, signal: busy.signal })
    }
    allAtOnce(60)
    await open('/rankings')
    await expect.element(total('60')).toBeInTheDocument()
    await tabTo(40)
    await expect.element(focused).toHaveAttribute('href', '/player/40')
  })
})

test.each([100, 130, 200].map((percent) => ({ percent })))(
  'the head and its podium are whole at $percent % of the text size',
  async ({ percent }) => {
    enlargeText(percent)
    madeUp(20, { total_points: 1_736 })
    await open('/rankings')
    const podium = page.css('header ol')
    const heading = page.getByRole('heading', { level: 1 })
    await expectWhole(
      heading,
      page.getByLabelText('Saison'),
      page.getByRole('link', { name: 'Historique' }),
      podium.css('a > span:first-child'),
      podium.css('.figures'),
      page.css('header svg text'),
    )
  },
)

test.each([320, 390].flatMap((width) => [100, 200].map((percent) => ({ width, percent }))))(
  'a row is whole at $percent % of the text size on a phone of $width px',
  async ({ width, percent }) => {
    await page.viewport(width, 844)
    enlargeText(percent)
    madeUp(20, { player_name: 'Angus Sandhurst', last_team: 'Real Villaluz', total_points: 11_736, matches_played: 34 })
    await open('/rankings')
    const row = rows.first()
    await expectWhole(
      row.css('.figures > [aria-hidden]').first(),
      row.css('.figures.text-2xl'),
      row.getByText('Angus Sandhurst'),
      row.getByText('Real Villaluz'),
      row.getByText('34\u00a0matchs'),
      row.getByRole('button'),
    )
    expect(document.documentElement.scrollWidth).toBe(width)
    // Rows out of sight are drawn after those in sight.
    await expect.poll(() => rows.length).toBeGreaterThan(1)
    const [one, two] = rows.elements().map((element) => element.getBoundingClientRect())
    expect(one?.bottom).toBeLessThan(two?.top ?? 0)
    // Nothing clips content that leaves a row at its lower edge, but it would cover the next row.
    for (const shown of rows.first().element().querySelectorAll('bdi, .figures')) {
      expect(shown.getBoundingClientRect().bottom).toBeLessThanOrEqual(one?.bottom ?? 0)
    }
  },
)

const second = async () => (await ranking('p_limit=2')).items[1]?.player_name ?? ''

test('a search ignores case, accents and spaces, waits for a pause in typing, and shows the rank of the season', async () => {
  const { items } = await ranking('p_limit=100&p_offset=100')
  const player = items.find(({ player_name }) => /[éèçñãö]/.test(player_name))
  if (player === undefined) throw new Error('No player of the ranking has an accent')
  await open('/rankings')
  await expect.element(rows.first()).toBeVisible()
  const typed = player.player_name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  await userEvent.type(search, `  ${typed} `)
  const found = list.getByRole('link').filter({ hasText: player.player_name })
  await expect.element(found.first()).toBeVisible()
  await expect.element(found.first()).toMatchTextContent(String(player.rank))
  const asked = requests(/p_search=/).map(({ address }) => new URLSearchParams(address.split('?')[1]).get('p_search'))
  // As above, a result may read the search again.
  expect([...new Set(asked)].filter((text) => text !== '')).toEqual([typed])
  await expect.poll(() => location.pathname + location.search).toMatch(/\/rankings\?q=/)
})

test('a search survives a visit to a player, and its button clears it', async () => {
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
  const noPlayer = page.getByText('Aucun joueur trouvé pour', { exact: false })
  await expect.element(rows.first().or(noPlayer)).toBeVisible()
})

const main = page.getByRole('main')
const again = page.getByRole('button', { name: 'Réessayer' })

test('while the ranking loads there are placeholder rows of its shape, and nothing moves when it arrives', async () => {
  const release = hold(RANKING)
  await open('/rankings')
  await expect.element(main.getByText('Chargement…').first()).toBeInTheDocument()
  await expect.element(search).toBeVisible()
  const before = search.element().getBoundingClientRect().toJSON()
  release()
  await expect.element(rows.first()).toBeVisible()
  expect(search.element().getBoundingClientRect().toJSON()).toEqual(before)
})

test.each([
  { names: 'short', player_name: 'Léozinho' },
  { names: 'long', player_name: 'Amarildo Sinozal Hinestroza' },
])('$names names of the leaders are whole on the steps, and move nothing when they come', async ({ player_name }) => {
  madeUp(3, { player_name })
  const release = hold(RANKING)
  await open('/rankings')
  await expect.element(search).toBeVisible()
  const before = search.element().getBoundingClientRect().toJSON()
  release()
  const names = page.getByRole('list', { name: 'Les trois premiers de la saison' }).css('a > bdi')
  await expectWhole(names)
  for (const { scrollHeight, clientHeight } of names.elements()) expect(scrollHeight).toBeLessThanOrEqual(clientHeight)
  expect(search.element().getBoundingClientRect().toJSON()).toEqual(before)
})

test('pages that load by themselves shift nothing', async () => {
  madeUp(35)
  const expectStill = watchShifts()
  await open('/rankings')
  await expect.element(rows.first()).toBeVisible()
  const atTheEnd = () => {
    window.scrollTo(0, document.documentElement.scrollHeight)
    return page.getByText('35\u00a0joueurs au classement').length
  }
  await expect.poll(atTheEnd).toBe(1)
  await expectStill(0.02)
})

test('an empty season shows a message, and « Actualiser » reads again', async () => {
  const end = madeUp(0)
  await open('/rankings')
  await expect.element(page.getByText('Aucun joueur encore agrégé.')).toBeVisible()
  endAtTap(end)
  await main.getByText('Actualiser').click()
  await expect.element(rows.first()).toBeVisible()
})

test('a ranking that is added up on the phone can be searched too', async () => {
  const [, second] = (await ranking('p_limit=2')).items
  refuse(RANKING)
  await open('/rankings')
  await expect.element(rows.first()).toBeVisible()
  await search.fill(second?.player_name ?? '')
  await expect.element(list.css(`a[href="/player/${second?.player_id}"]`)).toBeVisible()
})

test('a ranking that can neither be read nor added up on the phone shows an error; « Réessayer » loads it', async () => {
  const end = refuse(RANKING)
  refuse(POINTS)
  await open('/rankings')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Erreur de chargement du classement :')
  endAtTap(end)
  await again.click()
  await expect.element(rows.first()).toBeVisible()
})

test('a season that does not exist leads to the one that is open', async () => {
  allow(/^404 .*season=999/)
  await open('/rankings?season=999')
  await expect.element(page.getByText('Cette saison n’existe pas.')).toBeVisible()
  await expect.element(again).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Voir la saison en cours' }).click()
  await expect.element(rows.first()).toBeVisible()
})

test('pages that fail to load leave the rows, and can be requested again', async () => {
  madeUp(25)
  const end = refuse(/get_season_ranking_corrected(?!.*p_offset=0)/)
  await open('/rankings')
  await expect.element(page.getByText('La suite du classement n’a pas pu être chargée.')).toBeInTheDocument()
  await expect.element(rows.first()).toBeVisible()
  endAtTap(end)
  await again.click()
  await expect.element(page.getByText('25\u00a0joueurs au classement')).toBeInTheDocument()
})

test.each([
  ['loading', '/rankings', 'Chargement…', () => void hold(RANKING)],
  ['the list', '/rankings', '20\u00a0joueurs au classement', () => void madeUp(20, { trend: 'down' })],
  ['empty', '/rankings', 'Aucun joueur encore agrégé.', () => void madeUp(0)],
  ['no player found', '/rankings?q=zzzz', 'Aucun joueur trouvé pour "zzzz"', () => {}],
  [
    'the error',
    '/rankings',
    'Erreur de chargement du classement',
    () => {
      refuse(RANKING)
      refuse(POINTS)
    },
  ],
])('the ranking has no accessibility violation and fits a small phone: %s', async (name, path, sentence, prepare) => {
  prepare()
  await open(path)
  await expect.element(main.getByText(sentence, { exact: false }).first()).toBeInTheDocument()
  await expectNoViolation(name)
  await expectToFit(SMALL_PHONE)
})
