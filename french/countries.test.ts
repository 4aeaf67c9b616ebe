import { expect, test } from 'vitest'
import { nameWithCountry } from './countries.ts'

test.each([
  ['Italy', 'Serie A (Italie)'],
  ['Brazil', 'Serie A (Brésil)'],
  ['England', 'Serie A (Angleterre)'],
  ['South-Korea', 'Serie A (Corée du Sud)'],
  ['World', 'Serie A (Monde)'],
  ['Valcourt', 'Serie A (Valcourt)'],
  [null, 'Serie A'],
])('the country %s has its French name', (country, named) => {
  expect(nameWithCountry('Serie A', country)).toBe(named)
})
