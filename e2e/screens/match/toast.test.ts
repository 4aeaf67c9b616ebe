import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, PHONE } from '../../support/samples.ts'
import { open } from '../support/screen.ts'
import { BALLOTS, BUSY, ballotsSent, button, dialog, row, SCREEN, target } from '../support/voting.ts'
import { hold, refuse, requests } from '../support/wire.ts'
import { signIn, world } from '../support/world.ts'

const SIZES = [PHONE, { width: 320, height: 568 }, { width: 844, height: 390 }, DESKTOP] as const

/** Returns the title and buttons that the toast covers, or an error. Measures all at one moment, because the toast leaves by itself. */
function covered(): string | string[] {
  const toasts = [...document.querySelectorAll('[role=status] > button')].filter((one) => one.checkVisibility())
  const [toast, ...more] = toasts
  const sheet = document.querySelector('[role=dialog]')
  if (!toast || more.length > 0 || !sheet) return 'not one toast beside a window'
  const bounds = toast.getBoundingClientRect()
  const covers = (one: Element) => {
    const box = one.getBoundingClientRect()
    return bounds.left < box.right && box.left < bounds.right && bounds.top < box.bottom && box.top < bounds.bottom
  }
  if (bounds.top < 0 || bounds.bottom > innerHeight || bounds.left < 0 || bounds.right > innerWidth)
    return 'out of sight'
  return [...sheet.querySelectorAll('h2, h2 ~ button')].filter(covers).map((one) => one.outerHTML)
}

/** The one toast is in sight, and neither over the window's title nor over what closes the window. */
async function expectClearTitle(title: string): Promise<void> {
  await expect.element(dialog().getByRole('heading', { name: title })).toBeInViewport({ ratio: 1 })
  await expect.element(page.getByRole('status').getByText(/^Erreur: /)).toBeVisible()
  expect(covered()).toEqual([])
}

// Requests are held until a window is open, so that the toast comes over it at no moment of chance.
test.each(SIZES)(
  'the toast of a refused vote is never over the title of the window where a place is chosen, at $width x $height',
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
  'the toast of a failed reload is never over the title of the window to sign in, at $width x $height',
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
