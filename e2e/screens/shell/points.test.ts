import { INTEGRITY_RULE_VERSION } from '@tribune/domain/integrity/rule.ts'
import { COUNTING_RULE_VERSION } from '@tribune/domain/results/points.ts'
import { PROVISIONAL_HOURS } from '@tribune/domain/results/publication.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { EXPLAINED_COMPETITIONS } from '../../../web/src/lib/limits.ts'
import { DESKTOP, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, textsOf, textWith } from '../support/screen.ts'
import { allow, change, endAtTap, hold, refuse } from '../support/wire.ts'
import { enterAsOperator, send } from '../support/world.ts'

interface Competitions {
  readonly items: readonly { readonly name: string; readonly coefficient: number }[]
}

const READ = /^\/api\/available_competitions/
const CHAPTERS = ['Tu votes', 'Le barème', 'Les coefficients', 'Le classement mondial', 'En toute transparence']
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const competitions = page.getByRole('list', { name: 'Compétitions actives' }).getByRole('listitem')

async function weighDerbies(coefficient: number): Promise<void> {
  const table = [{ phase: 'derby_multiplier', coefficient }]
  expect(await send('POST', '/api/rpc/set_cm_table', { table })).toMatchObject({ status: 200 })
}

describe('Comment ça marche ?', () => {
  test('explains voting, the scale, the world ranking, and the rule with its version', async () => {
    await open('/points')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Comment ça marche ?')
    for (const name of CHAPTERS) await expect.element(heading(name)).toBeVisible()
    for (const sentence of [
      'Les votes ouvrent à la 60ème minute du match et ferment 60\u00a0minutes',
      'Ton premier reçoit 5\u00a0points, ton deuxième 3, ton troisième 1.',
      '+5\u00a0XP',
      'Moins de 10 votes complets',
      `Règle de comptage ${COUNTING_RULE_VERSION}`,
      '7\u00a0×\u00a05 + 4\u00a0×\u00a03 + 2\u00a0×\u00a01 = 49',
    ])
      await expect.element(page.getByText(sentence, { exact: false })).toBeVisible()
  })

  test('opens at the chapter in its address, and its own links lead to chapters', async () => {
    await open('/points#coefficients')
    await expect.element(heading('Les coefficients')).toBeInViewport()
    await expect.element(heading('Tu votes')).not.toBeInViewport()
    await page.getByRole('navigation', { name: 'Sur cette page' }).getByRole('link', { name: 'Transparence' }).click()
    await expect.element(heading('En toute transparence')).toBeInViewport()
    await expect.poll(() => location.pathname + location.hash).toBe('/points#transparence')
    await expect.element(page.getByRole('region', { name: 'En toute transparence' })).toHaveFocus()
  })

  test('shows which phases weigh more now', async () => {
    await open('/points')
    await expect.element(textWith('toutes les phases et les derbys valent 1,00')).toBeVisible()
    await enterAsOperator()
    onTestFinished(() => weighDerbies(1))
    await weighDerbies(1.2)
    await open('/points')
    await expect.element(textWith('Derby ×\u00a01,20')).toBeVisible()
  })

  test('shows the ten values, plain and for a competition', async () => {
    await open('/points')
    const values = page.getByRole('table').getByRole('row')
    const points = () => textsOf(values).map((row) => Number(row.match(/\d+$/)?.[0]))
    await expectCount(values, 11)
    expect(points().slice(1)).toEqual([100, 80, 70, 60, 50, 40, 30, 20, 15, 10])
    await page.getByLabelText('Pour un match de', { exact: false }).selectOptions('La Liga (×\u00a03,77)')
    await expect.poll(() => points().slice(1)).toEqual([377, 302, 264, 226, 189, 151, 113, 75, 57, 38])
  })

  test('lists the weightiest competitions that count, best first', async () => {
    let answered: Competitions['items'] = []
    change<Competitions>(/^\/api\/available_competitions\?.*enabled=true/, (answer) => {
      answered = answer.items
      return answer
    })
    await open('/points')
    await expectCount(competitions, EXPLAINED_COMPETITIONS)
    const coefficients = answered.map(({ coefficient }) => coefficient)
    expect(coefficients).toEqual([...coefficients].sort((one, other) => other - one))
    for (const [index, { name }] of answered.slice(0, EXPLAINED_COMPETITIONS).entries())
      await expect.element(competitions.nth(index)).toMatchTextContent(name)
    // Another test of this world may have made a weightier one than the Champions League.
    const best = count(Math.round((answered[0]?.coefficient ?? 0) * 100)).replace(/\s/g, ' ')
    await expect.element(competitions.first()).toMatchTextContent(`${best} points pour le premier`)
  })

  test('says that the competitions are loading', async () => {
    const release = hold(READ)
    await open('/points')
    const loading = page.getByRole('main').getByRole('status').filter({ hasText: 'Chargement…' })
    await expect.element(loading).toBeVisible()
    release()
    await expectCount(competitions, EXPLAINED_COMPETITIONS)
  })

  test('says that the competitions cannot be loaded, accessibly, and loads them again', async () => {
    const letThrough = refuse(READ, 400)
    await open('/points')
    await expect.element(page.getByText('Les compétitions n’ont pas pu être chargées.')).toBeVisible()
    await expectNoViolation('competitions failed')
    endAtTap(letThrough)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expectCount(competitions, EXPLAINED_COMPETITIONS)
  })

  test('says that no competition is active, accessibly', async () => {
    change(READ, () => ({ items: [] }))
    await open('/points')
    await expect.element(page.getByText('Aucune compétition active', { exact: false })).toBeVisible()
    await expectNoViolation('no competition')
  })

  test('says inside the shell that it failed, accessibly', async () => {
    allow(/Cannot destructure property 'id' of/)
    change(READ, () => ({ items: [null] }))
    await open('/points')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Le jeu est arrêté')
    await expect.poll(() => document.title).toBe('Le jeu est arrêté · Tribune')
    await expectNoViolation('crash')
  })
})

const COUNTING_CHAPTERS = [
  'Ton bulletin',
  `Règle d’intégrité ${INTEGRITY_RULE_VERSION}`,
  'Demander un réexamen',
  'Ce que la règle trouve',
  'Un résultat provisoire',
  'Recompter',
]
const address = () => location.pathname + location.hash

test('how we count is found from the rule of points, and leads back there', async () => {
  await open('/points#transparence')
  await page.getByRole('link', { name: 'Comment nous comptons' }).click()
  await expect.poll(address).toBe('/comptage')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Comment nous comptons')
  await page.getByRole('main').getByRole('link', { name: 'Comment ça marche ?' }).click()
  await expect.poll(address).toBe('/points')
})

test('it says what the integrity rule looks at and never does, how reviews and provisional results work, and how to recount', async () => {
  await open('/comptage')
  await expect.poll(() => textsOf(page.getByRole('heading', { level: 2 }))).toEqual(COUNTING_CHAPTERS)
  for (const sentence of [
    'le premier reçoit 5 points, le deuxième 3, le troisième 1',
    'Un podium identique à la même minute ne suffit jamais.',
    'Voter ensemble pour une cause n’est pas une fraude',
    'Aucun indice n’est public',
    `« Provisoire » pendant ${PROVISIONAL_HOURS} heures`,
    'plus de 30 % des bulletins sont mis de côté',
    'ils sont effacés 30 jours après la publication',
    '/api/audit/matches/{id}',
    'npm run recount',
    'Avec moins de 10 bulletins comptés',
  ])
    await expect.element(textWith(sentence)).toBeVisible()
  await expectNoViolation('/comptage')
  await expectToFit(SMALL_PHONE)
  await expectToFit(DESKTOP)
})

test('it gives the measured figures, and that they are from simulated crowds', async () => {
  await open('/comptage#mesures')
  await expect.element(heading('Ce que la règle trouve')).toBeInViewport()
  await expect.element(textWith('Ces chiffres viennent de foules simulées, pas de vrais matchs.')).toBeVisible()
  const figures = page.getByRole('table', { name: 'Part des bulletins que la règle met de côté' }).css('td')
  await expect
    .poll(() => textsOf(figures).map((text) => text.replaceAll('\u00a0', ' ')))
    .toEqual(['100 %', '99 %', '91 %', '88 %', '69 %', '93 %', '0,02 %', '0,5 %'])
})
