import type { Page } from '@playwright/test'
import { atMatch, holdBallots, row, target } from '../../support/match.ts'
import { DESKTOP, PHONE } from '../../support/samples.ts'
import { button } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

const SIZES = [PHONE, { width: 320, height: 568 }, { width: 844, height: 390 }, DESKTOP] as const

/** Refuses a request, once told to: a window opens meanwhile, so that the toast comes over it at no moment of chance. */
async function refuseLater(page: Page, method: string, address: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.context().route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    await gate.promise
    await route.fulfill({ status: 400, body: '{}' })
  })
  return gate.resolve
}

/** What stands over what, at one moment: the toast leaves by itself. */
function covered(): string | string[] {
  const toasts = [...document.querySelectorAll('[role=status] > button')].filter((one) => one.checkVisibility())
  const [toast, ...more] = toasts
  const sheet = document.querySelector('[role=dialog]')
  if (!toast || more.length > 0 || !sheet) return 'not one toast beside a window'
  const told = toast.getBoundingClientRect()
  const covers = (one: Element) => {
    const box = one.getBoundingClientRect()
    return told.left < box.right && box.left < told.right && told.top < box.bottom && box.top < told.bottom
  }
  if (told.top < 0 || told.bottom > innerHeight || told.left < 0 || told.right > innerWidth) return 'out of sight'
  return [...sheet.querySelectorAll('h2, h2 ~ button')].filter(covers).map((one) => one.outerHTML)
}

/** The one toast is in sight, and neither over the window's title nor over what closes the window. */
async function expectClearTitle(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('status').getByText(/^Erreur: /)).toBeVisible()
  expect(await page.evaluate(covered)).toEqual([])
}

test('the toast of a refused vote is never over the title of the window where a place is chosen, at any size', async ({
  page,
  world,
}) => {
  await world.signIn(page)
  const ballots = '**/api/votes/*'
  for (const size of SIZES) {
    await test.step(`at ${size.width}x${size.height}`, async () => {
      await page.setViewportSize(size)
      const { id, playerIds } = await world.build({ names: ['Éloi Vasseur', 'Tomàs Brunel'] })
      const [a = 0, b = 0] = playerIds
      await page.goto(`/match/${id}`)
      const refuse = await refuseLater(page, 'PUT', ballots)
      const sent = page.waitForRequest((request) => request.method() === 'PUT')
      await target(page, a).click()
      await sent
      await row(page, b).getByRole('button', { name: 'Choisir une place pour Tomàs Brunel' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      refuse()
      await expectClearTitle(page, 'Quelle place pour Tomàs Brunel\u202f?')
      await page.context().unroute(ballots)
    })
  }
})

// A browser for each: where the worker has taken over, it would answer a held reload with what it has stored.
for (const size of SIZES) {
  test.describe(`at ${size.width}x${size.height}`, () => {
    test.use({ viewport: size })

    test('the toast of a failed reload is never over the title of the window to sign in', async ({ page, world }) => {
      const { id, playerIds } = await world.build()
      await page.goto(`/match/${id}`)
      await expect(target(page, playerIds[0] ?? 0)).toBeVisible()
      const refuse = await refuseLater(page, 'GET', '**/api/rpc/get_match_screen*')
      const asked = page.waitForRequest('**/api/rpc/get_match_screen*')
      await button(page, 'Actualiser').click()
      await asked
      await target(page, playerIds[0] ?? 0).click()
      await expect(page.getByRole('dialog').getByLabel('Adresse e-mail')).toBeVisible()
      refuse()
      await expectClearTitle(page, 'Connecte-toi pour voter')
    })
  })
}

const STEP_MS = 50

test('toasts are status messages that stay 1.5, 3 and 5 seconds', async ({ page, world }) => {
  await page.clock.install()
  const { a, b, c, d } = await atMatch(page, world)
  await page.clock.pauseAt(Date.now() + 60_000)
  const lasts = async (text: string, ms: number) => {
    const toast = page.getByRole('status').getByText(text)
    // The server answers in its own time, and the page notices at its next step.
    await expect(async () => {
      await page.clock.runFor(STEP_MS)
      await expect(toast).toBeVisible({ timeout: 100 })
    }).toPass({ intervals: [10] })
    await page.clock.runFor(ms - STEP_MS - 1)
    await expect(toast).toBeVisible()
    await page.clock.runFor(STEP_MS + 1)
    await expect(toast).toBeHidden()
  }
  await target(page, a).click()
  await lasts('1/3 sélectionné(s) ✓', 1_500)
  await target(page, b).click()
  await lasts('2/3 sélectionné(s) ✓', 1_500)
  await target(page, c).click()
  await lasts('Vote complet enregistré ! 🎉', 3_000)
  await holdBallots(page, (route) => route.fulfill({ status: 503, body: '{}' })).then(({ release }) => release())
  await target(page, d).click()
  await page.getByRole('dialog').getByRole('button', { name: /^1er/ }).click()
  await lasts('Erreur: ', 5_000)
})
