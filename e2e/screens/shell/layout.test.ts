import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rows as matches, openHome } from '../home/home.ts'
import { rows as history, openPlayer } from '../season/player-page.ts'
import { enlargeText } from '../support/large-text.ts'
import { open, press, readsEnded, textWith } from '../support/screen.ts'
import { atMatch, button, rows } from '../support/voting.ts'
import { change } from '../support/wire.ts'
import { signIn } from '../support/world.ts'

const LANDSCAPE = [844, 390] as const
const HOLDERS = ['Martín Lodmar', 'Serafino Nardimberti', 'Miguel Perañeda']
const boxOf = (element: Element) => element.getBoundingClientRect()
const topOf = (element: Element) => boxOf(element).top
const barTop = () => topOf(page.getByRole('navigation').element())

test('the season menu is aligned with the heading and at least 44 pixels high', async () => {
  await open('/rankings')
  const choice = page.getByLabelText('Saison')
  await expect.element(choice).toBeVisible()
  const { left, height } = boxOf(choice.element())
  expect(left).toBe(boxOf(page.getByRole('heading', { level: 1 }).element()).left)
  expect(height).toBeGreaterThanOrEqual(44)
})

test('the day buttons fit on one line on the smallest phone', async () => {
  await page.viewport(320, 640)
  await openHome()
  const tops = ['Tout', 'Hier', 'Aujourd’hui', 'Demain'].map((name) =>
    topOf(page.getByRole('button', { name }).element()),
  )
  expect(new Set(tops).size).toBe(1)
})

test('at 200 % of the text size, names on a podium wrap only between words or at hyphens, and are not cut off', async () => {
  // Replaces the players of other tests: their names may be too long for any podium.
  change<{ items: object[] }>(/get_season_ranking/, ({ items, ...answer }) => ({
    ...answer,
    items: items.map((row, index) => ({ ...row, player_name: HOLDERS[index] ?? 'Ines Rovelle' })),
  }))
  enlargeText(200)
  await open('/rankings')
  const names = page.css('ol .season-holder bdi')
  await expect.element(names.first()).toBeVisible()
  for (const name of names.elements()) {
    expect(name.scrollHeight).toBeLessThanOrEqual(name.clientHeight)
    // A name has at most one line for each part between its spaces, hyphens and soft hyphens. With more lines, a part was broken.
    const parts = (name.textContent ?? '').split(/[\u00ad\s-]/u).length
    expect(boxOf(name).height).toBeLessThanOrEqual(parts * Number.parseFloat(getComputedStyle(name).lineHeight) + 1)
  }
})

test('in landscape, a phone shows the first match of the list and the first player of a match without scrolling', async () => {
  await page.viewport(...LANDSCAPE)
  await openHome()
  expect(topOf(matches.first().element())).toBeLessThan(barTop() - 60)
  await atMatch()
  const card = page.getByRole('region', { name: 'Mon podium' }).element()
  expect(boxOf(rows().first().element()).bottom).toBeLessThan(barTop())
  expect(boxOf(card).bottom).toBeLessThanOrEqual(barTop())
  expect(boxOf(card).right).toBeLessThan(boxOf(rows().first().element()).left)
})

test('in the smallest window, the name of a club is wide enough for whole words', async () => {
  await page.viewport(320, 256)
  await atMatch()
  const name = page.getByText('Stade Clairmont').first().element()
  expect(boxOf(name).width).toBeGreaterThan(60)
})

test('a tablet shows the cards of matches in two columns', async () => {
  await page.viewport(820, 1_180)
  await openHome()
  const cards = page.css('#matchs section:first-of-type li > a, #matchs section:first-of-type li').elements()
  expect(new Set(cards.map((card) => boxOf(card).left)).size).toBeGreaterThan(1)
})

test('the dialog with the rules of the vote dims the match behind it', async () => {
  await atMatch()
  await button('Règles du vote').click()
  await expect.element(page.getByRole('dialog', { name: 'Règles du vote' })).toBeVisible()
  const scrim = document.querySelector('body > div[aria-hidden=true].fixed, body > div > div.fixed.inset-0')
  expect(scrim === null ? 0 : boxOf(scrim).height).toBe(window.innerHeight)
})

test('a search closes the open filter, so that its result is in view', async () => {
  await openHome()
  await button('Top compétitions').click()
  await expect.element(page.getByRole('list', { name: 'Compétitions à afficher' })).toBeVisible()
  await page.getByRole('searchbox').first().fill('zzzz')
  await expect.element(page.getByRole('list', { name: 'Compétitions à afficher' })).not.toBeInTheDocument()
  await expect.element(page.getByText('Aucun match à afficher pour ces filtres.')).toBeInViewport()
})

test('signing out scrolls the profile page to the top', async () => {
  await signIn()
  await open('/profile')
  const leave = button('Se déconnecter')
  // Waits for all parts of the page: the server refuses those that load after the session has ended.
  await expect.element(page.getByText('Cet appareil', { exact: true })).toBeInTheDocument()
  await readsEnded()
  ;(await leave.findElement()).scrollIntoView()
  await press(leave, '{Enter}')
  await expect.element(textWith('Adresse e-mail').first()).toBeVisible()
  await expect.poll(() => window.scrollY).toBe(0)
})

test('a player’s rank in a match has a gap to the vertical line on its left', async () => {
  await openPlayer()
  const rank = await history.first().getByText('#1 du match').findElement()
  const line = rank.closest('.border-l')
  expect(boxOf(rank).left - (line === null ? 0 : boxOf(line).left)).toBeGreaterThanOrEqual(8)
})
