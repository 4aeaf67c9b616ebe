import { atMatch, holdBallots, target } from '../../support/match.ts'
import { expect, test } from '../../support/world.ts'

/** The refusal of a server that has no time. */
const BUSY = { error: { code: 'busy', message: 'Réessaie dans un instant.', id: 'x' } }

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
  await holdBallots(page, (route) => route.fulfill({ status: 503, json: BUSY })).then(({ release }) => release())
  await target(page, d).click()
  await page.getByRole('dialog').getByRole('button', { name: /^1er/ }).click()
  await lasts('Erreur: ', 5_000)
})
