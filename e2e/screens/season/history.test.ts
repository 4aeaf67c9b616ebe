import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MatchState } from '../../support/orders.ts'
import { DESKTOP, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { enlargeText, expectWhole } from '../support/large-text.ts'
import { expectCount, open, readsEnded } from '../support/screen.ts'
import { allow, endAtTap, hold, refuse, requests } from '../support/wire.ts'
import { castBallot, send, signIn, world } from '../support/world.ts'
import { card, cards, filter, HOME_READ, madeUp, main, NO_SUCH_MATCH, PLAIN, played, tile } from './history-list.ts'

const DAY_MINUTES = 1_440
/** Kick-off of a finished match, in minutes from now. */
const KICKOFF_IN = -240

const days = main.getByRole('heading', { level: 2 })
const address = () => location.pathname + location.search
/** A competition of its own, whose only match a test looks at. */
const alone = (competitionId: number) => ({ competitionId, competition: `Coupe ${competitionId}` })
const finished = (state: MatchState): MatchState => ({
  status: 'finished',
  finishedAgo: 120,
  kickoffIn: KICKOFF_IN,
  ...state,
})

test('the finished matches of thirty days are listed by day, newest first, without older ones and those in play', async () => {
  const old = await world.build(
    finished({ home: 'Stade Trente', kickoffIn: -30 * DAY_MINUTES + 60, finishedAgo: 30 * DAY_MINUTES - 180 }),
  )
  const older = await world.build(
    finished({ home: 'Stade Trente-et-un', kickoffIn: -30 * DAY_MINUTES - 60, finishedAgo: 30 * DAY_MINUTES - 60 }),
  )
  const live = await world.build({ home: 'Stade En-Jeu' })
  await open('/history')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Historique' })).toBeVisible()
  await expect.element(days.first()).toMatchTextContent(/aujourd’hui|hier/i)
  expect(days.length).toBeGreaterThanOrEqual(29)
  const ids = (await played()).map((match) => match.match_id)
  expect([ids.includes(old.id), ids.includes(older.id), ids.includes(live.id)]).toEqual([true, false, false])
  const total = ids.length.toLocaleString('fr-FR').replace(/\s/g, ' ')
  await expect.element(tile(/Matchs terminés/)).toHaveTextContent(total)
  days.last().element().scrollIntoView()
  await expect.element(card(old.id)).toBeInTheDocument()
  await expectCount(page.getByText('Stade Trente-et-un', { exact: false }), 0)
  await expectCount(page.getByText('Stade En-Jeu', { exact: false }), 0)
})

test('it is opened from the ranking, leads to the results of a match, and is left by « Retour »', async () => {
  const match = await world.build(finished({ home: 'Stade Passé' }))
  await open('/rankings')
  await page.getByRole('link', { name: 'Historique' }).click()
  await expect.poll(address).toBe('/history')
  await expect.element(days.first()).toMatchTextContent(/aujourd’hui|hier/i)
  // Cards are drawn near the screen only, and just after midnight the match is of the second day.
  const isOfToday = new Date(Date.now() + KICKOFF_IN * MINUTE_MS).getDate() === new Date().getDate()
  const day = days.filter({ hasText: isOfToday ? /aujourd’hui/i : /hier/i })
  day.element().scrollIntoView()
  const link = main.css(`a[href="/match/${match.id}"]`).first()
  await link.click()
  await expect.poll(address).toBe(`/match/${match.id}`)
  history.back()
  await expect.element(link).toBeInViewport()
  await page.getByRole('button', { name: 'Retour' }).click()
  await expect.poll(address).toBe('/rankings')
})

test('the tiles count matches, competitions, and matches a day over thirty days', async () => {
  madeUp(75)
  await open('/history')
  await expect.element(tile(/Matchs terminés/)).toHaveTextContent('75')
  await expect.element(tile(/Compétitions/)).toHaveTextContent('3')
  await expect.element(tile(/Matchs par jour/)).toHaveTextContent('3')
})

test('on a wide screen there are two columns of cards, and the season’s leaders next to them', async () => {
  madeUp(75)
  await open('/history')
  await expect.element(cards.nth(2)).toBeInTheDocument()
  await page.viewport(DESKTOP.width, DESKTOP.height)
  // Today has one card or two, by the hour; every day before it at least two.
  const tops = () => new Set([0, 1, 2].map((index) => cards.nth(index).element().getBoundingClientRect().y)).size
  await expect.poll(tops).toBe(2)
  await expect.element(page.getByRole('complementary').getByText('En tête de la saison')).toBeVisible()
})

test('a card shows the score and who won the vote, and its button opens the results', async () => {
  const match = await world.build({
    home: 'Stade Élu',
    away: 'AS Battue',
    score: [4, 2],
    names: ['Noé Vainqueur'],
    ...alone(870_101),
  })
  const podiums = Array.from({ length: 10 }, () => match.playerIds.slice(0, 3))
  await world.vote(match.id, podiums)
  await world.finish(match.id, 61)
  await open('/history?c=870101')
  const won = card(match.id)
  await expect.element(won.getByRole('heading', { level: 3 })).toMatchTextContent(/^Stade Élu 4, AS Battue 2/)
  await expect.element(won).toMatchTextContent('Noé Vainqueur')
  await expect.element(won).toMatchTextContent('Élu du match')
  await won.getByRole('link', { name: /^Voir les résultats/ }).click()
  await expect.poll(address).toBe(`/match/${match.id}`)
})

test('a visitor may vote on a match whose vote is still open, and learns nothing of the result', async () => {
  const match = await world.build({ home: 'Stade Ouvert', names: ['Noé Secret'], ...alone(870_102) })
  const { email, password } = world.fan
  expect(await send('POST', '/api/auth/sign-in/email', { email, password })).toMatchObject({ status: 200 })
  expect(await castBallot(match.id, match.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
  expect(await send('POST', '/api/auth/sign-out', {})).toMatchObject({ status: 200 })
  await world.finish(match.id, 10)
  await open('/history?c=870102')
  const votable = card(match.id)
  await expect.element(votable).toMatchTextContent(/Votes ouverts - Plus que quelques minutes\s! (?:49|50):\d\d/)
  await expect.element(votable.getByRole('link', { name: /^Voter/ })).toBeVisible()
  await expect.element(votable).not.toMatchTextContent('Noé Secret')
  await expect.element(votable).not.toMatchTextContent('Voir les résultats')
})

test('a fan who voted may change the vote from there', async () => {
  const match = await world.build({ home: 'Stade Choisi', ...alone(870_103) })
  await signIn()
  expect(await castBallot(match.id, match.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
  await world.finish(match.id, 10)
  await open('/history?c=870103')
  await card(match.id)
    .getByRole('link', { name: /^Vote effectué ! Changer mon vote/ })
    .click()
  await expect.poll(address).toBe(`/match/${match.id}`)
})

test('a chosen competition is in the address, restored on going back, and can be reset', async () => {
  allow(NO_SUCH_MATCH)
  madeUp(90)
  await open('/history')
  await filter.selectOptions('Serie A (30)')
  await expect.poll(address).toBe('/history?c=62')
  await expect.element(tile(/Matchs terminés/)).toHaveTextContent('30')
  await expect.element(tile(/Compétition/)).toHaveTextContent('1')
  await expectCount(main.getByText('Ligue 1'), 0)
  await cards.first().getByRole('link').click()
  await expect.poll(address).toMatch(/^\/match\//)
  history.back()
  await expect.element(filter).toHaveValue('62')
  await page.getByRole('button', { name: 'Réinitialiser les filtres' }).click()
  await expect.poll(address).toBe('/history')
  await expect.element(tile(/Matchs terminés/)).toHaveTextContent('90')
})

test.each(['99999', '9007199254740991'])('the unknown competition %s has no match', async (c) => {
  madeUp(9)
  await open(`/history?c=${c}`)
  await expect.element(page.getByText('Aucun match terminé trouvé pour ces filtres.')).toBeVisible()
  await expect.element(filter).toHaveValue(c)
  await main.getByText('Réinitialiser les filtres').click()
  await expect.element(cards.first()).toBeVisible()
})

test.each([
  ['nothing', 'c='],
  ['a word', 'c=ligue-1'],
  ['a negative number', 'c=-61'],
  ['a fraction', 'c=6.1'],
  ['a number that is too large', 'c=1e300'],
  ['a list', 'c[]=61'],
  ['a zero', 'c=%00'],
  ['three thousand digits', `c=${'9'.repeat(3_000)}`],
])('an impossible filter shows all matches: %s', async (_name, query) => {
  madeUp(9)
  await open(`/history?${query}`)
  await expect.element(cards.first()).toBeVisible()
  await expect.element(filter).toHaveValue('')
})

test('« Actualiser » loads news, and a failure keeps the list', async () => {
  madeUp(3)
  await open('/history')
  await expectCount(cards, 3)
  madeUp(5)
  await page.getByRole('button', { name: 'Actualiser' }).click()
  await expectCount(cards, 5)
  refuse(HOME_READ)
  refuse(PLAIN)
  await page.getByRole('button', { name: 'Actualiser' }).click()
  await expect.element(page.getByText('Erreur de chargement de l’historique', { exact: false })).toBeVisible()
  await expectCount(cards, 5)
})

test('fifteen hundred matches are rendered as they come near, and going back restores the scroll position', async () => {
  allow(NO_SUCH_MATCH)
  madeUp(1_500)
  await open('/history')
  await expect.element(tile(/Matchs terminés/)).toHaveTextContent('1 500')
  expect(cards.length).toBeLessThan(200)
  expect(days.length).toBeGreaterThanOrEqual(29)
  days.nth(20).element().scrollIntoView()
  const link = page.getByRole('region').nth(20).getByRole('link').first()
  await expect.element(link).toBeVisible()
  const path = link.element().getAttribute('href') ?? ''
  await link.click()
  await expect.poll(address).toBe(path)
  history.back()
  await expect.element(page.css(`main a[href="${path}"]`)).toBeInViewport()
})

test('the heading of the day stays in sight under the bar, and never over what has the focus', async () => {
  madeUp(90)
  await open('/history')
  await expect.element(cards.first()).toBeVisible()
  ;(await filter.findElement()).focus()
  await userEvent.keyboard('{Tab}'.repeat(14))
  await userEvent.tab({ shift: true })
  const focused = page.css('main a:focus').element().getBoundingClientRect()
  const bar = page.css('header').filter({ has: page.getByRole('button', { name: 'Retour' }) })
  const { bottom } = bar.element().getBoundingClientRect()
  const stuck = days
    .elements()
    .map((heading) => heading.getBoundingClientRect())
    .find(({ y }) => Math.abs(y - bottom) < 2)
  expect(stuck).toBeDefined()
  expect(focused.y).toBeGreaterThanOrEqual(stuck?.bottom ?? Number.POSITIVE_INFINITY)
})

test('the focus goes from day to day, even on a phone too busy to see which day is near', async () => {
  const { IntersectionObserver } = window
  onTestFinished(() => {
    window.IntersectionObserver = IntersectionObserver
  })
  Object.assign(window, {
    IntersectionObserver: class {
      observe() {}
      disconnect() {}
    },
  })
  // Three a day: the first eight are drawn at once, and the focus continues through four more days.
  madeUp(90)
  await open('/history')
  await expect.element(cards.first()).toBeVisible()
  ;(await filter.findElement()).focus()
  const passed = new Set<string>()
  for (let press = 0; press < 20; press += 1) {
    await userEvent.keyboard('{Tab}')
    passed.add(document.activeElement?.getAttribute('href') ?? 'elsewhere')
  }
  expect([...passed]).toEqual(Array.from({ length: 20 }, (_, index) => `/match/${index + 1}`))
})

test.each([
  ['once it is there', true],
  ['before it is there', false],
])(
  'back from a match that was opened while the list moved, %s, leads to where the list was left',
  async (_, arrived) => {
    madeUp(75)
    allow(NO_SUCH_MATCH)
    await open('/history')
    const link = cards.nth(7).getByRole('link')
    const element = (await link.findElement()) as HTMLElement
    // In one task: the browser has not yet reported to any listener that the list has moved.
    element.scrollIntoView({ block: 'center' })
    const left = window.scrollY
    element.click()
    await expect.poll(address).toMatch(/^\/match\//)
    if (arrived) await expect.poll(() => document.title).toMatch(/^Match \d+ non trouvé/)
    history.back()
    await expect.poll(address).toBe('/history')
    await expect.element(cards.nth(7)).toBeInTheDocument()
    await expect.poll(() => window.scrollY).toBe(left)
  },
)

test.each([100, 130, 200].map((percent) => ({ percent })))(
  'the tiles are whole at $percent % of the text size',
  async ({ percent }) => {
    madeUp(1_521)
    enlargeText(percent)
    await open('/history')
    await expect.element(tile(/Matchs terminés/)).toHaveTextContent('1 521')
    await expectWhole(page.css('dl dd'), page.css('dl dt'))
  },
)

const WINNERS = /^\/api\/rpc\/get_match_winners/

test('the filter does not move when skeletons give way to the matches', async () => {
  const release = hold(HOME_READ)
  await open('/history')
  await expect.element(main.getByText('Chargement…').first()).toBeInTheDocument()
  await expect.element(filter).toBeVisible()
  const before = filter.element().getBoundingClientRect().toJSON()
  release()
  await expect.element(cards.first()).toBeVisible()
  expect(filter.element().getBoundingClientRect().toJSON()).toEqual(before)
})

test('an empty history shows a message, and « Actualiser » reads again', async () => {
  const end = madeUp(0)
  await open('/history')
  await expect.element(page.getByText('Aucun match terminé trouvé pour ces filtres.')).toBeVisible()
  endAtTap(end)
  await main.getByText('Actualiser').click()
  await expect.element(cards.first()).toBeVisible()
})

test('a failure to read the winners leaves the cards unchanged', async () => {
  refuse(WINNERS)
  await open('/history')
  await expect.element(cards.first()).toBeVisible()
  await expect.poll(() => requests(WINNERS).length).toBeGreaterThan(0)
  await readsEnded()
  await expectCount(page.getByText('Élu du match', { exact: false }), 0)
})

test('the stored rows are the fallback when the procedure fails', async () => {
  const newest = (await played()).at(-1)
  refuse(HOME_READ)
  await open('/history')
  await expect.element(card(newest?.match_id ?? 0)).toBeVisible()
})

test('when the procedure and the stored rows fail there is an error to retry', async () => {
  const end = refuse(HOME_READ)
  refuse(PLAIN)
  await open('/history')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Erreur de chargement de l’historique :')
  endAtTap(end)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(cards.first()).toBeVisible()
})

test.each([
  ['loading', '/history', 'Chargement…', () => void hold(HOME_READ)],
  ['the list', '/history', 'Voir les résultats', () => void madeUp(40, { home_team: 'محمد 🦊 الفرجاني' })],
  ['one competition', '/history?c=61', 'Réinitialiser', () => void madeUp(40)],
  ['empty', '/history?c=99999', 'Aucun match terminé trouvé pour ces filtres.', () => void madeUp(40)],
  [
    'the error',
    '/history',
    'Erreur de chargement de l’historique',
    () => {
      refuse(HOME_READ)
      refuse(PLAIN)
    },
  ],
])('the history has no accessibility violation and fits a small phone: %s', async (name, path, sentence, prepare) => {
  prepare()
  await open(path)
  await expect.element(main.getByText(sentence, { exact: false }).first()).toBeInTheDocument()
  await expectNoViolation(name)
  await expectToFit(SMALL_PHONE)
})
