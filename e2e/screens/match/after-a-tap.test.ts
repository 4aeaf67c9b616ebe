import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { VOTED_MS } from '../../../web/src/lib/limits.ts'
import { DESKTOP, PHONE, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectWhole } from '../support/large-text.ts'
import { expectCount, open, press } from '../support/screen.ts'
import {
  atMatch,
  BALLOTS,
  BUSY,
  ballotsSent,
  button,
  choose,
  dialog,
  expectPicked,
  expectSaved,
  podium,
  row,
  SCREEN,
  target,
} from '../support/voting.ts'
import { hold, refuse, requests } from '../support/wire.ts'
import { signIn, world } from '../support/world.ts'

const SIZES = [PHONE, { width: 320, height: 568 }, { width: 844, height: 390 }, DESKTOP] as const

/** Returns the dialog's title and buttons that the toast covers, or an error message. Measures them all at once, because the toast disappears by itself. */
function covered(): string | string[] {
  const toasts = [...document.querySelectorAll('[role=status] > button')].filter((one) => one.checkVisibility())
  const [toast, ...more] = toasts
  const openDialog = document.querySelector('[role=dialog]')
  if (!toast || more.length > 0 || !openDialog) return 'expected one toast and a dialog'
  const bounds = toast.getBoundingClientRect()
  const covers = (one: Element) => {
    const box = one.getBoundingClientRect()
    return bounds.left < box.right && box.left < bounds.right && bounds.top < box.bottom && box.top < bounds.bottom
  }
  if (bounds.top < 0 || bounds.bottom > innerHeight || bounds.left < 0 || bounds.right > innerWidth)
    return 'out of sight'
  return [...openDialog.querySelectorAll('h2, h2 ~ button')].filter(covers).map((one) => one.outerHTML)
}

/** Expects a visible toast that covers neither the dialog's title nor its close button. */
async function expectClearTitle(title: string): Promise<void> {
  await expect.element(dialog().getByRole('heading', { name: title })).toBeInViewport({ ratio: 1 })
  await expect.element(page.getByRole('status').getByText(/^Erreur: /)).toBeVisible()
  expect(covered()).toEqual([])
}

// Requests are held until a dialog is open, so that the toast always appears after it.
test.each(SIZES)(
  'the toast of a refused vote does not cover the title of the dialog that asks for a place, at $width x $height',
  async ({ width, height }) => {
    await page.viewport(width, height)
    await signIn()
    const { id, playerIds } = await world.build({ names: ['Éloi Vasseur', 'Tomàs Brunel'] })
    const [a = 0, b = 0] = playerIds
    await open(`/match/${id}`)
    refuse(BALLOTS, 503, BUSY)
    const release = hold(BALLOTS)
    await target(a).click()
    await expect.poll(() => ballotsSent().length).toBe(1)
    await row(b).getByRole('button', { name: 'Choisir une place pour Tomàs Brunel' }).click()
    await expect.element(dialog()).toBeVisible()
    release()
    await expectClearTitle('Quelle place pour Tomàs Brunel\u202f?')
  },
)

test.each(SIZES)(
  'the toast of a failed reload does not cover the title of the sign-in dialog, at $width x $height',
  async ({ width, height }) => {
    await page.viewport(width, height)
    const { id, playerIds } = await world.build()
    await open(`/match/${id}`)
    await expect.element(target(playerIds[0] ?? 0)).toBeVisible()
    refuse(SCREEN, 400)
    const release = hold(SCREEN)
    const before = requests(SCREEN).length
    await button('Actualiser').click()
    await expect.poll(() => requests(SCREEN).length).toBeGreaterThan(before)
    await target(playerIds[0] ?? 0).click()
    await expect.element(dialog().getByLabelText('Adresse e-mail')).toBeVisible()
    release()
    await expectClearTitle('Connecte-toi pour voter')
  },
)

describe('the flight of a pick', () => {
  afterEach(() => void vi.restoreAllMocks())

  /** Records what is animated by script from now on: the element and the properties of its frames. */
  function recordFlights() {
    const flights: { readonly element: Element; readonly properties: readonly string[] }[] = []
    const { animate } = Element.prototype
    vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element, frames, timing) {
      flights.push({ element: this, properties: Object.keys(frames ?? {}) })
      return animate.call(this, frames, timing)
    })
    return flights
  }

  /** Shows the app to a fan who minds no motion: the browser of these tests prefers less. */
  function allowMotion(): void {
    const { matchMedia } = window
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      matchMedia.call(window, query.includes('prefers-reduced-motion') ? 'not all' : query),
    )
  }

  const stepOf = (place: number) => podium().css(`[data-place="${place}"]`)

  test.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ])('on %s a pick flies from its row to its step, which rises with its number', async (_device, { width, height }) => {
    await page.viewport(width, height)
    const { a, b } = await atMatch()
    allowMotion()
    const flights = recordFlights()
    await choose(a)
    await expectPicked(a)
    const first = stepOf(1).element()
    const face = flights.find(({ element }) => element.getAttribute('data-kind') === 'face')?.element
    expect(first.contains(face ?? null)).toBe(true)
    expect(flights.some(({ element }) => element.getAttribute('data-rises') === '1')).toBe(true)
    await expect.element(stepOf(1)).toMatchTextContent('Vasseur')
    flights.length = 0
    await choose(b)
    await expectPicked(b)
    // The first pick stays on its step.
    expect(flights.filter(({ element }) => first.contains(element))).toEqual([])
    expect(flights.length).toBeGreaterThan(0)
    for (const { properties } of flights) {
      expect(properties.filter((name) => name !== 'transform' && name !== 'opacity')).toEqual([])
    }
    await expectSaved()
  })

  test('nothing flies with reduced motion, nor for a ballot that was read', async () => {
    const { a, id } = await atMatch()
    const flights = recordFlights()
    await choose(a)
    await expectPicked(a)
    await expectSaved()
    expect(flights).toEqual([])
    allowMotion()
    await open(`/match/${id}`)
    await expect.element(target(a)).toHaveAttribute('aria-pressed', 'true')
    await expect.element(stepOf(1)).toMatchTextContent('Vasseur')
    expect(flights).toEqual([])
  })
})

describe('just after a vote', () => {
  const share = button('Partager mon podium')
  const change = button('Changer mon vote')
  const undo = button('Annuler le dernier changement')

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('for some seconds after a complete vote is saved, the podium offers to share and to change it', async () => {
    await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
    const { a, b, c, id } = await atMatch()
    await choose(a, b)
    await expectSaved()
    await expectCount(change, 0)
    await choose(c)
    await expect.element(change).toBeVisible()
    // The focus stays with the player.
    await expect.element(target(c)).toHaveFocus()
    await expectWhole(share, change)
    await expectToFit(SMALL_PHONE)
    await expectNoViolation('just voted')
    await vi.advanceTimersByTimeAsync(VOTED_MS)
    await expectCount(change, 0)
    await expect.element(undo).toBeVisible()
    await expect.element(share).toBeVisible()

    // A ballot that is read was not made now.
    await open(`/match/${id}`)
    await expectPicked(c)
    await expect.element(share).toBeVisible()
    await expectCount(change, 0)
  })

  test('the keyboard reaches both offers, which stay while the focus is on them, and the focus is never lost', async () => {
    const { a, b, c } = await atMatch()
    await choose(a, b, c)
    await press(share, '{Enter}')
    await expect.element(dialog()).toBeVisible()
    await vi.advanceTimersByTimeAsync(VOTED_MS)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(share).toHaveFocus()
    await userEvent.tab()
    await expect.element(change).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expectCount(change, 0)
    await expect.element(page.getByText('Touche une place ou un joueur')).toBeVisible()
    await expect.element(podium().getByRole('button', { name: '1er, Éloi Vasseur\u00a0: changer' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await dialog().getByRole('button', { name: '3e, échange avec Ilian Costa' }).click()
    // The ballot is saved again.
    await expect.element(change).toBeVisible()
  })
})
