import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { DESKTOP } from '../../support/samples.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expectCount, open } from '../support/screen.ts'
import { watchShifts } from '../support/shifts.ts'
import { endAtTap, hold } from '../support/wire.ts'
import { castBallot, signIn, world } from '../support/world.ts'
import { button, competitionsFrom, HOME_READ, headings, leaveOut, openHome, refuseList, rows } from './home.ts'

const competition = competitionsFrom(885_000)
const banner = page.getByText('Pas de matchs ouverts au vote aujourd’hui', { exact: false })
const skeletons = page.css('[data-skeleton]')
const pulled = page.css('[data-pull]')
let vibrations: VibratePattern[] = []

beforeEach(() => {
  vibrations = []
  const value = (pattern: VibratePattern) => vibrations.push(pattern) > 0
  Object.defineProperty(navigator, 'vibrate', { value, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'vibrate')
})

/** Drags a finger from near the top down by some pixels, and lifts it after `held`. */
async function pull(pixels: number, held: () => Promise<unknown>): Promise<void> {
  const { x = 0, y = 0 } = window.frameElement?.getBoundingClientRect() ?? {}
  const touch = (type: 'touchStart' | 'touchMove', down: number) =>
    cdp().send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: x + 40, y: y + 20 + down }] })
  await touch('touchStart', 0)
  for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', pixels * share)
  try {
    await held()
  } finally {
    await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
}

describe('a day without a match to come', () => {
  test('offers the open votes to those who never voted', async () => {
    await world.build(competition())
    leaveOut(({ status }) => status === 'upcoming')
    await open('/')
    await expect.element(banner).toBeVisible()
    await button('Les votes en cours').click()
    await expect.poll(() => window.scrollY).toBeGreaterThan(100)
    await expect.element(page.getByRole('heading', { name: 'Votes ouverts' })).toBeInViewport()
  })

  test('leads to the ranking when no vote is open, and announces the finished ones as recent', async () => {
    await world.build({ ...competition(), status: 'finished', kickoffIn: -400, finishedAgo: 290, players: 0 })
    leaveOut(
      ({ status, finished_at }) => status !== 'finished' || Date.now() - Date.parse(finished_at ?? '') < 7_200_000,
    )
    await open('/')
    await expect.element(banner).toBeVisible()
    await expect.element(headings.first()).toHaveTextContent('Les matchs récemment terminés')
    await page.getByRole('link', { name: 'Je découvre le classement actuel' }).click()
    await expect.poll(() => location.pathname).toBe('/rankings')
  })

  test('shows nothing on a day with matches to come', async () => {
    await world.build({ ...competition(), status: 'upcoming', kickoffIn: -1, players: 0 })
    await openHome()
    // Below the open and live matches: rendered when the fan scrolls near.
    await expect
      .poll(async () => {
        window.scrollTo(0, document.documentElement.scrollHeight)
        return headings.filter({ hasText: 'À venir aujourd’hui' }).length
      })
      .toBe(1)
    await expectCount(banner, 0)
  })

  test('shows nothing to a fan who has voted', async () => {
    const match = await world.build(competition())
    await signIn()
    await castBallot(match.id, match.playerIds.slice(0, 3))
    leaveOut(({ status }) => status === 'upcoming')
    await openHome()
    await expectCount(banner, 0)
  })
})

describe('loading and failing', () => {
  test('six skeletons with the shape of a card are replaced by the list, and nothing shifts', async () => {
    const names = { home: 'FC Rive', away: 'Stade Aval' }
    const { id } = await world.build({ ...competition(), ...names })
    const next = await world.build({ ...competition(), ...names, status: 'upcoming', kickoffIn: -1, players: 0 })
    leaveOut(({ match_id }) => match_id !== id && match_id !== next.id)
    const release = hold(HOME_READ)
    const expectStill = watchShifts()
    await open('/')
    await expectCount(skeletons, 6)
    const placed = (one: Element) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      // To the pixel: fractions of one come from the height of a line of text.
      return { place: [x, y, width].map(Math.round), height }
    }
    const shape = placed(skeletons.first().element())
    release()
    await expectCount(skeletons, 0)
    const card = rows.filter({ has: page.getByRole('link', { name: 'Voter en direct' }) }).first()
    await expect.element(card).toBeVisible()
    const drawn = placed(card.element())
    expect(drawn.place).toEqual(shape.place)
    expect(Math.abs(drawn.height - shape.height)).toBeLessThanOrEqual(4)
    await expectStill(0.001)
  })

  test('a list that cannot be read says why, vibrates, and can be retried', async () => {
    const letThrough = refuseList()
    await open('/')
    const sentence = page.getByRole('alert').filter({ hasText: /^Erreur de chargement des matchs\s: ./ })
    await expect.element(sentence).toBeVisible()
    await button('Réessayer').click()
    await expectCount(skeletons, 6)
    await expect.element(sentence).toBeVisible()
    expect(vibrations).toContainEqual([30, 30, 30])
    endAtTap(letThrough)
    await button('Réessayer').click()
    await expect.element(rows.first()).toBeVisible()
  })

  // The stream may have the list read again at any moment: only a reload that the fan asked for looks busy, until its read is there.
  test('a pull of 80 px reloads, with a vibration; a shorter one does not', async () => {
    await openHome()
    await page.getByRole('heading', { level: 1 }).click()
    const release = hold(HOME_READ)
    // The code that answers a pull loads after the screen.
    const short = () => pull(158, () => expect.element(pulled, { timeout: 500 }).toHaveAttribute('data-pull', '2'))
    await vi.waitFor(short, { timeout: 10_000 })
    await expectCount(pulled, 0)
    expect(vibrations).toEqual([])
    await pull(162, async () => {
      await expect.element(pulled).toHaveAttribute('data-pull', '3')
      expect(vibrations).toEqual([10])
    })
    await expect.element(pulled).toHaveAttribute('data-pull', 'busy')
    release()
    await expectCount(pulled, 0)
  })

  test('the button reloads too, and a failed reload leaves the list and shows an error', async () => {
    await openHome()
    const release = hold(HOME_READ)
    await button('Actualiser').click()
    await expect.element(button('Actualiser')).toHaveAttribute('aria-busy', 'true')
    release()
    await expect.element(button('Actualiser')).not.toHaveAttribute('aria-busy')
    refuseList()
    await button('Actualiser').click()
    await expect.element(page.getByText(/Erreur de chargement des matchs\s: ./)).toBeVisible()
    await expect.element(rows.first()).toBeVisible()
  })
})

describe('no accessibility violation', () => {
  test('where the fan has voted, nor with open filters', async () => {
    await signIn()
    const match = await world.build(competition())
    await castBallot(match.id, match.playerIds.slice(0, 3))
    await openHome()
    await expectNoViolation('voted')
    await button('Top compétitions').click()
    await button('Choisir un jour').click()
    await expect.element(button('Choisir un jour')).toHaveAttribute('aria-expanded', 'true')
    await expectNoViolation('filters open')
  })

  test('where the filters leave nothing', async () => {
    await open('/?c=2&jour=2026-01-01')
    await expect.element(page.getByText('Aucun match à afficher pour ces filtres.')).toBeVisible()
    await expectNoViolation('empty')
  })

  test('on a day without a match to come, scrolled', async () => {
    leaveOut(({ status }) => status === 'upcoming')
    await openHome()
    await expect.element(banner).toBeVisible()
    window.scrollTo(0, 600)
    await expectNoViolation('scrolled')
  })

  test('where the list cannot be read', async () => {
    refuseList()
    await open('/')
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expectNoViolation('error')
  })

  test('in two columns', async () => {
    await page.viewport(DESKTOP.width, DESKTOP.height)
    await openHome()
    await expectNoViolation('two columns')
  })
})
