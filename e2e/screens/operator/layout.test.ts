import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, PHONE, SMALL_PHONE } from '../../support/samples.ts'
import { expectToFit } from '../support/axe.ts'
import { open, readsEnded } from '../support/screen.ts'
import { watchShifts } from '../support/shifts.ts'
import { hold, requests } from '../support/wire.ts'
import { enterAsOperator, world } from '../support/world.ts'
import { publishedMatch, tableOf } from './pages.ts'

/** Returns the texts of elements that are not whole within a box, in pixels rounded. */
function cutOff(elements: readonly Element[], left: number, right: number): string[] {
  return elements
    .filter((element) => {
      const box = element.getBoundingClientRect()
      return (
        box.width > 0 && (box.left < left - 1 || box.right > right + 1 || element.scrollWidth > element.clientWidth + 1)
      )
    })
    .map(({ textContent }) => textContent)
}

beforeEach(enterAsOperator)

describe.each([
  [SMALL_PHONE.width, SMALL_PHONE],
  [PHONE.width, PHONE],
  [DESKTOP.width, DESKTOP],
])('at %i px', (_width, size) => {
  test('all tabs of the administration are whole', async () => {
    await page.viewport(size.width, size.height)
    await open('/admin?tab=reporting')
    await expect.element(page.getByRole('tab', { name: 'Reporting' })).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => cutOff(page.getByRole('tab').elements(), 0, window.innerWidth)).toEqual([])
  })
})

describe.each([
  [PHONE.width, PHONE],
  [DESKTOP.width, DESKTOP],
])('at %i px', (_width, size) => {
  test('each column and badge of the reporting is within its table', async () => {
    const competition = { competitionId: 9_000 + size.width, competition: `Championnat des Colonnes ${size.width}` }
    const match = { home: 'Union Sportive de la Très Grande Vallée', away: 'Rassemblement Athlétique du Port' }
    await world.build({ ...competition, ...match, status: 'finished', finishedAgo: 90, score: [12, 10], players: 0 })
    await page.viewport(size.width, size.height)
    await open(`/admin?tab=reporting&competition=${competition.competitionId}`)
    const table = page.getByRole('region', { name: 'Tableau des matchs terminés' })
    await expect.element(table.getByText(match.home, { exact: false })).toBeVisible()
    const { left, right } = table.element().getBoundingClientRect()
    expect(cutOff([...table.element().querySelectorAll('th, td, th span, td span')], left, right)).toEqual([])
    for (const shown of ['Insuffisant', 'Inconnue']) {
      const seen = table.getByText(shown, { exact: true }).elements()
      expect(seen.filter((element) => element.getBoundingClientRect().width > 0)).toHaveLength(1)
    }
    await expectToFit()
  })

  test('a table fills its card', async () => {
    await page.viewport(size.width, size.height)
    await open(`/test-ranking?match=${await publishedMatch()}`)
    const region = tableOf('Classement enregistré')
    await expect.element(region).toBeVisible()
    await readsEnded()
    const widthOf = (selector: string) => region.element().querySelector(selector)?.getBoundingClientRect().width
    expect(widthOf('table')).toBeGreaterThanOrEqual(region.element().clientWidth)
  })
})

/** A tab, the read that one of its parts needs, and the title of a part below it. */
const TABS = [
  ['overview', /^\/api\/feed_anomalies/, 'Chiffres du moment'],
  ['diagnostics', /^\/api\/operator_recalculation/, 'Matchs exclus'],
  ['coefficients', /^\/api\/operator_derbies/, 'Saisons'],
  ['reporting', /^\/api\/rpc\/get_reporting_matches/, 'Matchs terminés'],
] as const

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
