import type { Page } from '@playwright/test'
import { TOAST_MS } from '../../../web/src/lib/limits.ts'
import { castBallot } from '../../support/api.ts'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { cardOf, competition, headings, openHome, scrollPage } from '../../support/home.ts'
import { atMatch, choose, openMatch } from '../../support/match.ts'
import { DESKTOP, LONG_CLUB, NAMES, SMALL_PHONE } from '../../support/samples.ts'
import { expectStill, watchShifts } from '../../support/shifts.ts'
import { button, join, PASSWORD } from '../../support/sign-in.ts'
import { storedOnPhone, workerInControl } from '../../support/worker.ts'
import { expect, test } from '../../support/world.ts'

const star = (page: Page, name: string) => button(page, `Suivre ${name}`)
const own = (page: Page) => page.getByRole('region', { name: 'Mes clubs', exact: true })
const isOn = (page: Page, name: string, on = true) =>
  expect(star(page, name)).toHaveAttribute('aria-pressed', String(on))

test('a visitor follows a club, signs up, and finds it first on another phone', async ({ page, world, browser }) => {
  const match = await world.build({ ...competition(), home: 'Étoile Montrevel', away: 'US Lignane' })
  await openMatch(page, match.id)
  await star(page, 'Étoile Montrevel').click()
  await isOn(page, 'Étoile Montrevel')
  await isOn(page, 'US Lignane', false)
  await page.goto('/')
  await expect(own(page).locator(`a[href="/match/${match.id}"]`)).toBeVisible()
  await expect(headings(page).first()).toHaveText('Mes clubs')
  await expect(cardOf(page, match.id)).toHaveCount(1)

  const email = await join(page, world)
  await expect(star(page, 'Étoile Montrevel')).toBeVisible()
  const elsewhere = await (await browser.newContext({ baseURL: world.url })).newPage()
  await elsewhere.request.post('/api/auth/sign-in/email', {
    headers: { origin: world.url },
    data: { email, password: PASSWORD },
  })
  await elsewhere.goto('/profile')
  await isOn(elsewhere, 'Étoile Montrevel')
  await elsewhere.goto('/')
  await expect(own(elsewhere).locator(`a[href="/match/${match.id}"]`)).toBeVisible()
  await elsewhere.goto('/profile')
  await button(elsewhere, 'Se déconnecter').click()
  await expect(button(elsewhere, 'Se connecter')).toBeVisible()
  await openHome(elsewhere)
  await expect(own(elsewhere)).toHaveCount(0)
  expect(await storedOnPhone(elsewhere, 'tribune-follows')).toBeNull()
  await elsewhere.context().close()
})

test('a fan follows a club, and stops: home changes its order without a shift', async ({ page, world }) => {
  const shifts = await watchShifts(page)
  const { id } = await atMatch(page, world, { ...competition(), home: 'Racing Chantelle', away: 'AS Vaudricourt' })
  const saved = page.waitForResponse((answer) => answer.url().includes('/api/follows/club/') && answer.ok())
  await star(page, 'AS Vaudricourt').click()
  await saved
  await openHome(page)
  await expect(own(page).locator(`a[href="/match/${id}"]`)).toBeVisible()
  await expect(headings(page).first()).toHaveText('Mes clubs')
  await page.waitForLoadState('networkidle')
  await expectStill(shifts, 0.01)
  await expectNoViolation(page, 'home with « Mes clubs »')

  await openMatch(page, id)
  await star(page, 'AS Vaudricourt').click()
  await isOn(page, 'AS Vaudricourt', false)
  await openHome(page)
  await expect(own(page)).toHaveCount(0)
})

test('a player is followed from the ranking and from their page, a competition from the filter', async ({
  page,
  world,
}) => {
  await world.signIn(page)
  const cup = competition()
  await world.build({ ...cup, players: 0 })
  const [playerId] = await world.growSeason(['Anatole Sérigny'])
  await page.goto('/rankings?q=Sérigny')
  await star(page, 'Anatole Sérigny').first().click()
  await page.goto(`/player/${playerId}`)
  await isOn(page, 'Anatole Sérigny')
  await expectNoViolation(page, 'a followed player')
  await star(page, 'Anatole Sérigny').click()
  await isOn(page, 'Anatole Sérigny', false)
  await openHome(page)
  await button(page, 'Top compétitions').click()
  await star(page, cup.competition).click()
  await isOn(page, cup.competition)
  await expect(own(page)).toBeVisible()
})

test('a competition is followed where a fan meets it: on a match and among the coefficients', async ({
  page,
  world,
}) => {
  const cup = { ...competition(), coefficient: 9.5 }
  const { id } = await atMatch(page, world, { ...cup, home: 'Gazélec Ombrée', away: 'FC Tressan' })
  await star(page, cup.competition).click()
  await isOn(page, cup.competition)
  await expectNoViolation(page, 'a followed competition')
  await expectToFit(page, SMALL_PHONE)
  await scrollPage(page, 400)
  await expect(star(page, cup.competition)).toHaveCount(0)
  await openHome(page)
  await expect(own(page).locator(`a[href="/match/${id}"]`)).toBeVisible()

  await page.goto('/points')
  await isOn(page, cup.competition)
  await star(page, cup.competition).click()
  await isOn(page, cup.competition, false)
  await expectNoViolation(page, 'competitions to follow')
  await expectToFit(page, SMALL_PHONE)
  await openHome(page)
  await expect(own(page)).toHaveCount(0)
})

test('a star that cannot be saved is taken back, with a sentence', async ({ page, world, complaints }) => {
  await atMatch(page, world, { home: 'Olympique Torvial', away: 'FC Mansac' })
  await isOn(page, 'FC Mansac', false)
  await page.context().route('**/api/follows/**', (route) =>
    route.fulfill({
      status: 409,
      json: { error: { code: 'follows_full', message: 'Tu suis déjà 200 clubs, joueurs et compétitions.', id: 'x' } },
    }),
  )
  await star(page, 'FC Mansac').click()
  await expect(page.getByText('Ce changement n’a pas été enregistré. Tu suis déjà 200 clubs')).toBeVisible()
  await isOn(page, 'FC Mansac', false)
  complaints.allow(/^ERR_INTERNET_DISCONNECTED /, /^ERR_FAILED /)
  await workerInControl(page)
  await page.context().setOffline(true)
  await star(page, 'FC Mansac').click()
  await expect(page.getByText('Ce changement n’a pas été enregistré. Pas de connexion.')).toBeVisible()
  await isOn(page, 'FC Mansac', false)
})

/** Lets the thanks for a complete vote pass, by the page's clock: the question comes when they leave. */
async function passThanks(page: Page): Promise<void> {
  const thanks = page.getByText('Vote complet enregistré ! 🎉')
  await expect(thanks).toBeVisible()
  await page.clock.fastForward(TOAST_MS.complete)
  await expect(thanks).toBeHidden()
}

/** Whatever lies over a button of the question, as text; a click would scroll it away first. */
function overTheQuestion(): string[] {
  const buttons = document.querySelectorAll<HTMLElement>('section[aria-labelledby].fixed button')
  return [...buttons].flatMap((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return button.contains(seen) ? [] : [`${button.textContent} < ${seen?.closest('li')?.textContent ?? seen?.tagName}`]
  })
}

test('on a desktop no row of the list lies over the question', async ({ page, world }) => {
  await page.setViewportSize(DESKTOP)
  await page.clock.install()
  const { a, b, c } = await atMatch(page, world, { home: 'Stade Clairmont', away: 'SC Aubrelle', players: 32 })
  await choose(page, a, b, c)
  await passThanks(page)
  const buttons = page.getByRole('region', { name: /^Suivre Stade Clairmont / }).getByRole('button')
  await expect(buttons).toHaveCount(3)
  // Rows from the eleventh on, which are rendered only when they are near, are layers of their own.
  await scrollPage(page, 500)
  expect(await page.evaluate(overTheQuestion)).toEqual([])
})

test('the first complete vote asks once for the two clubs, and never again', async ({ page, world }) => {
  await page.setViewportSize(SMALL_PHONE)
  await page.clock.install()
  const { a, b, c, id } = await atMatch(page, world, { home: LONG_CLUB, away: 'SC Aubrelle' })
  await choose(page, a, b, c)
  await passThanks(page)
  const question = page.getByRole('region', { name: `Suivre ${LONG_CLUB} ou SC Aubrelle\u202f?` })
  await expect(question).toBeVisible()
  await expectNoViolation(page, 'the question')
  await expectToFit(page)
  await question.getByRole('button', { name: 'SC Aubrelle' }).click()
  await expect(question.getByRole('button', { name: 'SC Aubrelle' })).toHaveAttribute('aria-pressed', 'true')
  await isOn(page, 'SC Aubrelle')
  await question.getByRole('button', { name: 'SC Aubrelle' }).click()
  await isOn(page, 'SC Aubrelle', false)
  await question.getByRole('button', { name: 'Ne plus me le demander' }).click()
  await expect(question).toHaveCount(0)

  // Completed again it is still their only ballot, of clubs that they do not follow.
  await openMatch(page, id)
  await choose(page, c)
  await expect(page.getByText('2/3 sélectionné(s) ✓')).toBeVisible()
  await choose(page, c)
  await passThanks(page)
  expect(await page.getByRole('region', { name: /^Suivre / }).count()).toBe(0)
  const other = await world.build({ names: NAMES, home: 'Stade Corvin', away: 'AC Belvoir' })
  await openMatch(page, other.id)
  await choose(page, ...other.playerIds.slice(0, 3))
  await passThanks(page)
  expect(await page.getByRole('region', { name: /^Suivre / }).count()).toBe(0)
})

test('a fan who has voted three times before is not asked', async ({ page, world }) => {
  const fan = await world.signIn(page)
  for (let vote = 0; vote < 3; vote += 1) {
    const before = await world.build({ names: NAMES })
    await castBallot(world, fan.cookie, before.id, before.playerIds.slice(0, 3))
  }
  const match = await world.build({ names: NAMES, home: 'Stade Corvin', away: 'AC Belvoir' })
  await page.clock.install()
  await openMatch(page, match.id)
  await choose(page, ...match.playerIds.slice(0, 3))
  await expect(page.getByText('Enregistré', { exact: true })).toBeVisible()
  await page.clock.fastForward(TOAST_MS.complete)
  expect(await storedOnPhone(page, 'tribune-follow-asked')).toBeNull()
  await expect(page.getByRole('region', { name: /^Suivre / })).toHaveCount(0)
})

test('stars fit a small phone, with long names', async ({ page, world }) => {
  await page.setViewportSize(SMALL_PHONE)
  const match = await world.build({
    ...competition(),
    home: LONG_CLUB,
    away: LONG_CLUB,
    score: [10, 10],
    coefficient: 10.14,
  })
  await openMatch(page, match.id)
  await star(page, LONG_CLUB).first().click()
  await expectToFit(page)
  await expectNoViolation(page, 'a match with a followed club')
  await openHome(page)
  await expect(own(page)).toBeVisible()
  await expectToFit(page)
})

test('the profile lists what is followed, none or with long names, on a small phone', async ({ page, world }) => {
  await world.signIn(page)
  await page.goto('/profile')
  const list = page.getByRole('region', { name: 'Ce que tu suis' })
  await expect(list.getByText(/^Tu ne suis rien pour l’instant/)).toBeVisible()
  await expectToFit(page, SMALL_PHONE)
  await expectNoViolation(page, 'a profile that follows nothing')
  const match = await world.build({ ...competition(), home: LONG_CLUB, away: 'Club Athlétique Rémois' })
  await openMatch(page, match.id)
  for (const name of [LONG_CLUB, 'Club Athlétique Rémois']) {
    const saved = page.waitForResponse((answer) => answer.url().includes('/api/follows/club/') && answer.ok())
    await star(page, name).click()
    await saved
  }
  await page.goto('/profile')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expectToFit(page)
  await expectNoViolation(page, 'a profile with long names')
  await list.getByRole('button', { name: `Suivre ${LONG_CLUB}` }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
})
