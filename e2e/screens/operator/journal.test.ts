import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, PHONE, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, textWith } from '../support/screen.ts'
import { enterAsOperator, savedAfter, send, world } from '../support/world.ts'

const LEAGUE = { competition: 'Ligue des Écritures', competitionId: 9_816, coefficient: 2 }
const rows = page.getByRole('listitem').filter({ hasText: 'Ligue des Écritures' })

beforeEach(async () => {
  await world.build(LEAGUE)
  await enterAsOperator()
  for (const coefficient of [2.25, LEAGUE.coefficient])
    await send('POST', '/api/rpc/set_competition_cc', { id: LEAGUE.competitionId, coefficient })
})

describe.each([
  [PHONE.width, PHONE],
  [DESKTOP.width, DESKTOP],
])('at %i px', (_width, size) => {
  test('the journal is filtered by days and by a text, in its address, and saved as a file', async () => {
    await page.viewport(size.width, size.height)
    await open('/admin/journal')
    await page.getByLabelText('Texte', { exact: true }).fill('ligue des ecritures')
    await expect.poll(() => location.search).toBe('?text=ligue+des+ecritures')
    await expect.poll(() => rows.length).toBeGreaterThan(1)
    await expect.poll(() => page.css('main ol > li').length).toBe(rows.length)
    const { name, bytes } = await savedAfter(() => page.getByRole('button', { name: 'Télécharger (CSV)' }).click())
    expect(name).toBe('tribune-journal.csv')
    const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).trimEnd().split('\r\n')
    expect(lines[0]).toBe('\ufeffDate (Paris);Geste;Sur quoi;Nom;Avant;Après;Par;Référence')
    expect(lines[1]).toContain(';Coefficient d’une compétition;competition:9816;Ligue des Écritures;')
    await expectNoViolation('the filtered journal')
    await expectToFit()
    await expectToFit(SMALL_PHONE)
    await page.getByLabelText('Jusqu’au').fill('2001-01-01')
    await expect.poll(() => location.search).toContain('to=2001-01-01')
    await expect.element(textWith('Aucun geste ne correspond.')).toBeVisible()
    await page.getByLabelText('Depuis le').fill('2002-01-01')
    await expect.element(textWith('Le dernier jour précède le premier.')).toBeVisible()
  })
})

test('an address brings its filter back', async () => {
  await open('/admin/journal?from=2001-01-01&text=ecritures')
  await expect.element(page.getByLabelText('Depuis le')).toHaveValue('2001-01-01')
  await expect.element(page.getByLabelText('Texte', { exact: true })).toHaveValue('ecritures')
  await expect.element(rows.first()).toBeVisible()
  await open('/admin/journal?to=2001-01-01')
  await expectCount(rows, 0)
})
