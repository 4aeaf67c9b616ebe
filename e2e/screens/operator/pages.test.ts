import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { BOOK, PAGES, SHOWCASE } from '../../shared/operator-pages.ts'
import { PHONE, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open } from '../support/screen.ts'
import { refuse } from '../support/wire.ts'
import { enterAsOperator } from '../support/world.ts'
import { openAll, visit } from './pages.ts'

test.each([...PAGES, BOOK])(
  '%s shows a visitor what is public, asks for the operator’s session for the rest, and for nothing that is refused',
  async (...one) => {
    await visit(one)
    await expectNoViolation(`${one[0]} of a visitor`)
    await expectToFit(SMALL_PHONE)
  },
)

test.each([...PAGES, BOOK])('%s shows the operator all of it', async (...one) => {
  await enterAsOperator()
  await openAll(one)
  await expectNoViolation(`${one[0]} of the operator`)
  await expectToFit(SMALL_PHONE)
})

test.each([
  ['/data-diagnostic', 'Aucun joueur classé.'],
  ['/test-ranking', 'Aucun match terminé'],
  ['/votes-diagnostic', 'Aucun bulletin.'],
  ['/test-football-api', 'Aucun match terminé'],
  ['/check-points', 'Rien à afficher pour le moment.'],
  ['/test-aggregate', 'Aucun match terminé'],
  ['/kylian-test-analysis', 'Aucun joueur ne correspond à « kylian test ».'],
  ['/metrics-dashboard', 'Aucun passage enregistré.'],
])('%s says so when there is nothing yet', async (path, sentence) => {
  await enterAsOperator()
  const empty = { items: [], total: 0 }
  const reads = /^\/api\/(?:home_fixtures|match_|season_player|votes_latest|edge_metrics|open_runs|players_by_name)/
  refuse(reads, 200, empty)
  refuse(/^\/api\/rpc\/get_season_ranking_corrected/, 200, { ...empty, season: { name: 'Index', label: '2026' } })
  await open(path)
  await expect.element(page.getByRole('main').getByText(sentence, { exact: false }).first()).toBeVisible()
  await expectNoViolation(`${path} with nothing`)
})

test('the administration lists every page, and counts the pairs of colours of the brand', async () => {
  await enterAsOperator()
  await page.viewport(PHONE.width, PHONE.height)
  await open('/admin?tab=brand')
  for (const [, title] of [...PAGES, SHOWCASE, BOOK]) {
    await expectCount(page.getByRole('navigation').getByRole('link', { name: title, exact: false }), 1)
  }
  await expect.element(page.getByText(/^(\d+) paires de couleurs sur \1 passent AA/)).toBeVisible()
  await expectNoViolation('the Brand Book tab')
})
