import { REPORTING_PAGE } from '@tribune/protocol/read-limits.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PHONE } from '../../support/samples.ts'
import { expectCount, open, textWith } from '../support/screen.ts'
import { change } from '../support/wire.ts'
import { enterAsOperator, world } from '../support/world.ts'

const tab = (name: string) => page.getByRole('tab', { name })
const back = page.getByRole('button', { name: 'Retour' })
const address = () => location.pathname + location.search
const dialog = page.getByRole('dialog')

beforeEach(enterAsOperator)

test('a correction that is being written survives another tab and a reload, until it is done', async () => {
  const { id } = await world.build({ minute: 40 })
  const correction = page.getByRole('region', { name: 'Corriger un match' })
  const number = correction.getByLabelText('Match à corriger')
  const state = correction.getByLabelText('En réalité, il est')
  const reason = correction.getByLabelText('Raison, gardée au journal')
  const expectTyped = async () => {
    await expect.element(number).toHaveValue(String(id))
    await expect.element(state).toHaveDisplayValue('suspendu')
    await expect.element(reason).toHaveValue('Orage sur le stade')
    await expect.element(correction.getByLabelText(/rejoué depuis le début/)).toBeChecked()
  }
  await open('/admin?tab=diagnostics')
  await number.fill(String(id))
  await state.selectOptions('suspendu')
  await reason.fill('Orage sur le stade')
  await correction.getByLabelText(/rejoué depuis le début/).click()
  await tab('Brand Book').click()
  await expect.element(number).not.toBeInTheDocument()
  await tab('Diagnostics').click()
  await expectTyped()
  await open('/admin?tab=diagnostics')
  await expectTyped()
  await correction.getByRole('button', { name: 'Corriger ce match' }).click()
  await dialog.getByRole('button', { name: 'Corriger ce match' }).click()
  await expect.element(textWith(`Le match ${id} est corrigé.`)).toBeVisible()
  await open('/admin?tab=diagnostics')
  await expect.element(number).toHaveValue('')
  await expect.element(reason).toHaveValue('')
})

test('bounds of the country proposal, and what was ticked, survive another tab and a reload', async () => {
  const cup = { competition: 'Coupe des Bornes', competitionId: 9_812, country: 'France', coefficient: 1.5 }
  await world.build(cup)
  const min = page.getByLabelText('Minimum')
  const tick = page.getByRole('checkbox', { name: new RegExp(cup.competition) })
  await open('/admin?tab=coefficients')
  await min.fill('1,20')
  await expect.element(tick).not.toBeChecked()
  await tick.click()
  await tab('Brand Book').click()
  await expect.element(min).not.toBeInTheDocument()
  await tab('Coefficients').click()
  await expect.element(min).toHaveValue('1,20')
  await expect.element(tick).toBeChecked()
  await open('/admin?tab=coefficients')
  await expect.element(min).toHaveValue('1,20')
  await expect.element(tick).toBeChecked()
})

test.each([
  ['button of the bar', () => back.click()],
  ['browser', async () => history.back()],
])(
  'the %s leads back to the tab before, and to the page and competition that its table showed',
  async (_by, goBack) => {
    const competition = { competitionId: 9_813, competition: 'Championnat du Retour' }
    await world.build({ ...competition, status: 'finished', finishedAgo: 90, players: 0 })
    // As if there were two pages.
    change<{ total: number }>(/^\/api\/rpc\/get_reporting_matches/, (answer) => ({
      ...answer,
      total: 2 * REPORTING_PAGE,
    }))
    await page.viewport(PHONE.width, PHONE.height)
    await open('/admin?tab=coefficients')
    await expect.element(page.getByLabelText('Minimum')).toBeVisible()
    await tab('Reporting').click()
    const choice = page.getByRole('tabpanel').getByLabelText('Compétition')
    await choice.selectOptions(competition.competition)
    await expect.poll(address).toBe('/admin?tab=reporting&competition=9813')
    await expect.element(page.getByText('Page 1 / 2')).toBeVisible()
    await tab('Brand Book').click()
    await expectCount(choice, 0)
    await goBack()
    await expect.element(choice).toHaveDisplayValue(competition.competition)
    await expect.poll(address).toBe('/admin?tab=reporting&competition=9813')
    await goBack()
    await expect.element(choice).toHaveDisplayValue('Toutes les compétitions')
    await goBack()
    await expect.element(tab('Coefficients')).toHaveAttribute('aria-selected', 'true')
    await expect.poll(address).toBe('/admin?tab=coefficients')
  },
)

test('the page of the address is shown, and the last one if there are fewer', async () => {
  await open('/admin?tab=reporting&page=2')
  const status = page.getByText(/^Page \d+ \/ \d+$/)
  await expect.element(status).toBeVisible()
  const pages = Number(/\d+$/.exec(status.element().textContent ?? '')?.[0])
  await expect.element(status).toMatchTextContent(`Page ${Math.min(2, pages)} / ${pages}`)
  await open(`/admin?tab=reporting&page=${pages + 7}`)
  await expect.element(status).toMatchTextContent(`Page ${pages} / ${pages}`)
  await expect.poll(address).toBe(pages === 1 ? '/admin?tab=reporting' : `/admin?tab=reporting&page=${pages}`)
})
