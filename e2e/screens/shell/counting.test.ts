import { INTEGRITY_RULE_VERSION } from '@tribune/domain/integrity/rule.ts'
import { PROVISIONAL_HOURS } from '@tribune/domain/results/publication.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { open, said, textsOf } from '../support/screen.ts'

const CHAPTERS = [
  'Ton bulletin',
  `Règle d’intégrité ${INTEGRITY_RULE_VERSION}`,
  'Demander un réexamen',
  'Ce que la règle trouve',
  'Un résultat provisoire',
  'Recompter',
]
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
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
  await expect.poll(() => textsOf(page.getByRole('heading', { level: 2 }))).toEqual(CHAPTERS)
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
    await expect.element(said(sentence)).toBeVisible()
  await expectNoViolation('/comptage')
  await expectToFit(SMALL_PHONE)
  await expectToFit(DESKTOP)
})

test('it gives the measured figures, and that they are from simulated crowds', async () => {
  await open('/comptage#mesures')
  await expect.element(heading('Ce que la règle trouve')).toBeInViewport()
  await expect.element(said('Ces chiffres viennent de foules simulées, pas de vrais matchs.')).toBeVisible()
  const figures = page.getByRole('table', { name: 'Part des bulletins que la règle met de côté' }).css('td')
  await expect
    .poll(() => textsOf(figures).map((text) => text.replaceAll('\u00a0', ' ')))
    .toEqual(['100 %', '99 %', '91 %', '88 %', '69 %', '93 %', '0,02 %', '0,5 %'])
})
