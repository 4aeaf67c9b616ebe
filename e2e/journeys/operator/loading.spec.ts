import { hold } from '../../support/home.ts'
import { DESKTOP, PHONE } from '../../support/samples.ts'
import { expectStill, watchShifts } from '../../support/shifts.ts'
import { enterAs } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

/** A tab, the read that one of its parts needs, and the title of a part below it. */
const TABS = [
  ['diagnostics', '**/api/operator_recalculation', 'Matchs exclus'],
  ['coefficients', '**/api/operator_derbies', 'Saisons'],
  ['reporting', '**/api/rpc/get_reporting_matches*', 'Matchs terminés'],
] as const

for (const viewport of [PHONE, DESKTOP]) {
  test.describe(`at ${viewport.width}`, () => {
    test.use({ viewport })

    for (const [tab, address, title] of TABS) {
      test(`nothing on ${tab} moves under the operator’s finger while its parts load`, async ({ page, world }) => {
        await enterAs(page, world)
        const shifts = await watchShifts(page)
        const release = await hold(page, address)
        // Once a part asks, the tab is drawn.
        const asked = page.waitForRequest(address)
        await page.goto(`/admin?tab=${tab}`)
        await asked
        const panel = page.getByRole('tabpanel')
        await expect(panel.getByRole('status')).toBeVisible()
        await expect(panel.getByRole('heading', { name: title })).toHaveCount(0)
        release()
        await expect(panel.getByRole('heading', { name: title })).toBeVisible()
        await expectStill(shifts)
      })
    }
  })
}

test('nothing moves once the server has said whose session it is', async ({ page, world }) => {
  await enterAs(page, world)
  const shifts = await watchShifts(page)
  const release = await hold(page, '**/api/me')
  await page.goto('/admin')
  await expect(page.getByText('Vérification de l’accès')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Matchs exclus' })).toBeVisible()
  await expectStill(shifts)
})
