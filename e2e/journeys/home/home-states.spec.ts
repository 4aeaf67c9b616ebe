import type { Page } from '@playwright/test'
import { castBallot } from '../../support/api.ts'
import { expectNoViolation } from '../../support/axe.ts'
import {
  cardOf,
  competition,
  countReads,
  countVibrations,
  headings,
  hold,
  leaveOut,
  openHome,
  pull,
  rows,
  scrolled,
  scrollPage,
} from '../../support/home.ts'
import { DESKTOP, HOME_READ } from '../../support/samples.ts'
import { expectStill, fontDrawn, watchShifts, watchShiftsFromNow } from '../../support/shifts.ts'
import { expect, test } from '../../support/world.ts'

const DAY = 24 * 60
const FALLBACK_READ = '**/api/home_fixtures*'
const box = (page: Page) => page.getByRole('searchbox')
const hourInParis = (moment: Date) =>
  Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Europe/Paris' }).format(moment))

async function fail(page: Page): Promise<void> {
  for (const read of [HOME_READ, FALLBACK_READ]) {
    await page.context().route(read, (route) => route.fulfill({ status: 500, body: '{}' }))
  }
}

test.describe('filters', () => {
  test('find teams and competitions while typing, ignoring accents', async ({ page, world }) => {
    const cup = { ...competition(), competition: 'Coupe des Çîmes' }
    const { id } = await world.build({ ...cup, home: 'Étoile Brévent', away: 'Racing Orvalle', players: 0 })
    await openHome(page)
    for (const text of ['etoile brev', 'ORVALLE', ' coupe des cimes ']) {
      await box(page).fill(text)
      await expect(rows(page)).toHaveCount(1)
      await expect(cardOf(page, id)).toBeVisible()
    }
    await page.getByRole('button', { name: 'Effacer la recherche' }).click()
    await expect(box(page)).toBeFocused()
    await expect(rows(page)).not.toHaveCount(1)
  })

  test('say so when nothing is left, and are reset by one tap', async ({ page }) => {
    await page.goto('/?q=zzzz&c=880000&jour=2020-01-01')
    await expect(page.getByText('Aucun match à afficher pour ces filtres.')).toBeVisible()
    await page.getByRole('button', { name: 'Réinitialiser les filtres' }).click()
    await expect(rows(page).first()).toBeVisible()
    await expect(box(page).first()).toHaveValue('')
    // The second one stands there as well where the button was far down.
    for (const one of await box(page).all()) await expect(one).toHaveValue('')
    await expect(page).toHaveURL(/\/$/)
  })

  test('by competition collapse and still show the choice, also by keyboard', async ({ page, world }) => {
    const [one, other] = [competition(), competition()]
    for (const cup of [one, other]) await world.build({ ...cup, players: 0 })
    await openHome(page)
    const panel = page.getByRole('button', { name: 'Top compétitions' })
    await expect(panel).toHaveAttribute('aria-expanded', 'false')
    await panel.press('Enter')
    await page.getByRole('button', { name: `${one.competition} 1 match` }).press('Space')
    await page.getByRole('button', { name: `${other.competition} 1 match` }).press('Enter')
    await expect(rows(page).filter({ has: page.getByRole('link', { name: 'Voter en direct' }) })).toHaveCount(2)
    await panel.press('Enter')
    await expect(page.getByRole('list', { name: 'Compétitions à afficher' })).toBeHidden()
    await expect(panel).toContainText(`${one.competition} +1`)
    await expect(page).toHaveURL(`${world.url}/?c=${one.competitionId}-${other.competitionId}`)
  })

  test('by day offer yesterday, today and tomorrow by one tap, and any other day in the calendar', async ({
    page,
    world,
  }) => {
    const cup = competition()
    // Towards noon, so that no match is on another day than meant: not at midnight, nor where a day has 23 or 25 hours.
    const now = await world.advance(0)
    const towardsNoon = hourInParis(now) < 12 ? 1 : -1
    const at = async (days: number) => {
      const kickoffIn = days * DAY + towardsNoon * (days === 0 ? 1 : 61)
      const past = { status: 'finished', kickoffIn, finishedAgo: -kickoffIn - 110 } as const
      return (await world.build({ ...cup, players: 0, ...(days < 0 ? past : { status: 'upcoming', kickoffIn }) })).id
    }
    const ids = { yesterday: await at(-1), today: await at(0), tomorrow: await at(1), before: await at(-3) }
    await page.goto(cup.only)
    await expect(rows(page)).toHaveCount(3)
    for (const [name, id] of [
      ['Hier', ids.yesterday],
      ['Aujourd’hui', ids.today],
      ['Demain', ids.tomorrow],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(rows(page)).toHaveCount(1)
      await expect(cardOf(page, id)).toBeVisible()
      await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true')
    }
    await expect(headings(page)).toHaveText(['À venir'])
    const calendar = page.getByRole('button', { name: 'Choisir un jour' })
    await calendar.press('Enter')
    const day = new Date(now.getTime() + (towardsNoon * 61 - 3 * DAY) * 60_000)
    const french = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', timeZone: 'Europe/Paris' })
    const label = french.format(day).replace(/^1 /, '1er ')
    await page.getByRole('button', { name: `${label}, ` }).press('Enter')
    await expect(calendar).toBeFocused()
    await expect(calendar).toHaveAttribute('aria-expanded', 'false')
    await expect(rows(page)).toHaveCount(1)
    await expect(cardOf(page, ids.before)).toBeVisible()
  })

  test('and the scroll position are restored after a match, and after a reload', async ({ page }) => {
    await openHome(page)
    await box(page).fill('a')
    await expect(page).toHaveURL(/q=a/)
    for (let drawn = 0; drawn <= 100; ) {
      drawn = await rows(page).count()
      await rows(page).last().scrollIntoViewIfNeeded()
      await expect.poll(() => rows(page).count()).toBeGreaterThan(drawn)
    }
    const link = rows(page).nth(100).getByRole('link')
    await link.scrollIntoViewIfNeeded()
    const address = await link.getAttribute('href')
    const place = await scrolled(page)
    await link.click()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await page.goBack()
    await expect(page.locator(`a[href="${address}"]`)).toBeInViewport()
    expect(Math.abs((await scrolled(page)) - place)).toBeLessThan(200)
    await expect(box(page).first()).toHaveValue('a')
    await page.reload()
    await expect(box(page).first()).toHaveValue('a')
    await page.getByRole('link', { name: 'Accueil' }).click()
    await expect(box(page).first()).toHaveValue('')
  })
})

test.describe('a day without a match to come', () => {
  test('offers the open votes to those who never voted', async ({ page }) => {
    await leaveOut(page, ({ status }) => status === 'upcoming')
    await page.goto('/')
    await expect(page.getByText("Pas de matchs ouverts au vote aujourd'hui")).toBeVisible()
    await expect(page.getByText('Les matchs récemment terminés').first()).toBeVisible()
    await page.getByRole('button', { name: 'Les votes en cours' }).click()
    await expect.poll(() => scrolled(page)).toBeGreaterThan(100)
    await expect(page.getByRole('heading', { name: 'Votes ouverts' })).toBeInViewport()
  })

  test('leads to the ranking when no vote is open, and announces the finished ones as recent', async ({ page }) => {
    await leaveOut(
      page,
      ({ status, finished_at }) => status !== 'finished' || Date.now() - Date.parse(finished_at ?? '') < 7_200_000,
    )
    await page.goto('/')
    await expect(page.getByText("Pas de matchs ouverts au vote aujourd'hui")).toBeVisible()
    await expect(headings(page).first()).toHaveText('Les matchs récemment terminés')
    await page.getByRole('link', { name: 'Je découvre le classement actuel' }).click()
    await expect(page).toHaveURL(/\/rankings$/)
  })

  test('says nothing to a fan who has voted, nor on a day with matches to come', async ({ page, world }) => {
    const banner = page.getByText("Pas de matchs ouverts au vote aujourd'hui")
    await world.build({ ...competition(), status: 'upcoming', kickoffIn: -1, players: 0 })
    await openHome(page)
    // Below what is open and in play: drawn when the fan comes near.
    await expect(async () => {
      await page.keyboard.press('End')
      await expect(headings(page).filter({ hasText: 'À venir aujourd’hui' })).toBeAttached({ timeout: 500 })
    }).toPass({ timeout: 10_000 })
    await expect(banner).toHaveCount(0)
    const match = await world.build(competition())
    const fan = await world.signIn(page)
    await castBallot(world, fan.cookie, match.id, match.playerIds.slice(0, 3))
    await leaveOut(page, ({ status }) => status === 'upcoming')
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    await expect(banner).toHaveCount(0)
  })
})

test.describe('loading and failing', () => {
  test('six skeletons with the shape of a card are replaced by the list, and nothing shifts', async ({ page }) => {
    const letIn = await hold(page, HOME_READ)
    const shifts = await watchShifts(page)
    await page.goto('/')
    // Not those that are in the page before its code is there.
    const skeletons = page.locator('[data-skeleton]:not(.first-paint *)')
    await expect(skeletons).toHaveCount(6)
    const shape = await skeletons.first().boundingBox()
    letIn()
    await expect(skeletons).toHaveCount(0)
    const card = await rows(page)
      .filter({ has: page.getByRole('link', { name: 'Voter en direct' }) })
      .first()
      .boundingBox()
    // To the pixel: fractions of one come from the height of a line of text.
    const placed = (one: typeof card) => [one?.x ?? 0, one?.y ?? 0, one?.width ?? 0].map(Math.round)
    expect(placed(card)).toEqual(placed(shape))
    expect(Math.abs((card?.height ?? 0) - (shape?.height ?? 0))).toBeLessThanOrEqual(4)
    await expectStill(shifts, 0.001)
  })

  test('a font that comes late moves nothing', async ({ page }) => {
    const letIn = await hold(page, /\.woff2$/)
    // The page counts as loaded only with its font.
    await page.goto('/', { waitUntil: 'commit' })
    await expect(rows(page).first()).toBeVisible()
    const shifts = await watchShiftsFromNow(page)
    letIn()
    await fontDrawn(page)
    await expectStill(shifts, 0.001)
  })

  test('a list that cannot be read says why, vibrates, and can be retried', async ({ page }) => {
    const vibrations = await countVibrations(page)
    await fail(page)
    await page.goto('/')
    const sentence = page.getByRole('alert').filter({ hasText: /^Erreur de chargement des matchs : ./ })
    await expect(sentence).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(page.locator('[data-skeleton]')).toHaveCount(6)
    await expect(sentence).toBeVisible({ timeout: 30_000 })
    expect(await vibrations()).toContainEqual([30, 30, 30])
    for (const read of [HOME_READ, FALLBACK_READ]) await page.context().unroute(read)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(rows(page).first()).toBeVisible()
  })

  test('a pull of 80 px reloads, with a vibration; a shorter one does not', async ({ page }) => {
    const vibrations = await countVibrations(page)
    await openHome(page)
    await page.getByRole('heading', { level: 1 }).click()
    const reads = countReads(page, 'get_home_matches')
    // What answers a pull loads after the screen.
    await expect(async () => {
      await pull(page, 158, () =>
        expect(page.locator('[data-pull]')).toHaveAttribute('data-pull', '2', { timeout: 500 }),
      )
    }).toPass()
    await expect(page.locator('[data-pull]')).toHaveCount(0)
    expect(reads.count).toBe(0)
    expect(await vibrations()).toEqual([])
    await pull(page, 162, async () => {
      await expect(page.locator('[data-pull]')).toHaveAttribute('data-pull', '3')
      expect(await vibrations()).toEqual([10])
    })
    await expect.poll(() => reads.count).toBe(1)
    await expect(page.locator('[data-pull]')).toHaveCount(0)
  })

  test('the button reloads too, and a reload that fails keeps the list and says so', async ({ page }) => {
    await openHome(page)
    const reads = countReads(page, 'get_home_matches')
    await page.getByRole('button', { name: 'Actualiser' }).click()
    await expect.poll(() => reads.count).toBe(1)
    await fail(page)
    await page.getByRole('button', { name: 'Actualiser' }).click()
    await expect(page.getByText(/Erreur de chargement des matchs : ./)).toBeVisible({ timeout: 30_000 })
    await expect(rows(page).first()).toBeVisible()
  })
})

test('no state has an accessibility violation', async ({ page, world }) => {
  const fan = await world.signIn(page)
  const match = await world.build(competition())
  await castBallot(world, fan.cookie, match.id, match.playerIds.slice(0, 3))
  await openHome(page)
  await expectNoViolation(page, 'voted')
  await page.getByRole('button', { name: 'Top compétitions' }).click()
  await page.getByRole('button', { name: 'Choisir un jour' }).click()
  await expect(page.getByRole('button', { name: 'Choisir un jour' })).toHaveAttribute('aria-expanded', 'true')
  await expectNoViolation(page, 'filters open')
  await page.goto('/?c=2&jour=2026-01-01')
  await expect(page.getByText('Aucun match à afficher pour ces filtres.')).toBeVisible()
  await expectNoViolation(page, 'empty')
  await page.context().clearCookies()
  await leaveOut(page, ({ status }) => status === 'upcoming')
  await openHome(page)
  await expect(page.getByText("Pas de matchs ouverts au vote aujourd'hui")).toBeVisible()
  await scrollPage(page, 600)
  await expectNoViolation(page, 'scrolled')
  await fail(page)
  await page.goto('/')
  await expect(page.getByRole('alert')).toBeVisible({ timeout: 30_000 })
  await expectNoViolation(page, 'error')
  await page.setViewportSize(DESKTOP)
  for (const read of [HOME_READ, FALLBACK_READ]) await page.context().unroute(read)
  await openHome(page)
  await expectNoViolation(page, 'two columns')
})
