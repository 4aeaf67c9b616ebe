import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, PHONE } from '../../support/samples.ts'
import { open } from '../support/screen.ts'
import { watchShifts } from '../support/shifts.ts'
import { hold, requests } from '../support/wire.ts'
import { enterAsOperator } from '../support/world.ts'

/** A tab, the read that one of its parts needs, and the title of a part below it. */
const TABS = [
  ['overview', /^\/api\/feed_anomalies/, 'Chiffres du moment'],
  ['diagnostics', /^\/api\/operator_recalculation/, 'Matchs exclus'],
  ['coefficients', /^\/api\/operator_derbies/, 'Saisons'],
  ['reporting', /^\/api\/rpc\/get_reporting_matches/, 'Matchs terminés'],
] as const

beforeEach(enterAsOperator)

describe.each([PHONE, DESKTOP])('at $width', ({ width, height }) => {
  test.each(TABS)('nothing on %s moves under the operator’s finger while its parts load', async (tab, read, title) => {
    await page.viewport(width, height)
    const expectStill = watchShifts()
    const release = hold(read)
    await open(`/admin?tab=${tab}`)
    // Once a part asks, the tab is drawn.
    await expect.poll(() => requests(read).length).toBeGreaterThan(0)
    const panel = page.getByRole('tabpanel')
    await expect.element(panel.getByRole('status').first()).toBeVisible()
    await expect.element(panel.getByRole('heading', { name: title })).not.toBeInTheDocument()
    release()
    await expect.element(panel.getByRole('heading', { name: title })).toBeVisible()
    await expectStill()
  })
})

test('nothing moves once the server has answered whose session it is', async () => {
  const expectStill = watchShifts()
  const release = hold(/^\/api\/me$/)
  await open('/admin')
  await expect.element(page.getByText('Vérification de l’accès', { exact: false })).toBeVisible()
  release()
  await expect.element(page.getByRole('heading', { name: 'Chiffres du moment' })).toBeVisible()
  await expectStill()
})
