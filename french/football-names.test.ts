import { expect, test } from 'vitest'
import { nameWithCountry } from './countries.ts'
import { competitionInFrench, teamInFrench } from './football-names.ts'

test.each([
  ['UEFA Champions League', 'World', 'Ligue des champions'],
  ['World Cup - Qualification South America', 'World', 'Qualif. Mondial (Amér. du Sud)'],
  ['CONMEBOL Libertadores', 'World', 'CONMEBOL Libertadores'],
  ['Friendlies', 'Valcourt', 'Friendlies'],
  ['Premier League', 'England', 'Premier League'],
  ['Cup', 'Belgium', 'Coupe (Belgique)'],
  ['Super Cup', 'Ivory-Coast', 'Supercoupe (Côte d’Ivoire)'],
  ['Cup', '', 'Cup'],
])('fans know %s of %s as %s', (name, country, french) => {
  expect(competitionInFrench(name, country)).toBe(french)
})

test.each([
  ['Germany', 'Allemagne'],
  ['Scotland', 'Écosse'],
  ['South Korea', 'Corée du Sud'],
  ['Bosnia & Herzegovina', 'Bosnie-Herzégovine'],
  ['Trinidad and Tobago', 'Trinité-et-Tobago'],
  ['Rep. Of Ireland', 'Irlande'],
  ['Cape Verde Islands', 'Cap-Vert'],
  ['Türkiye', 'Turquie'],
  ['Germany U21', 'Allemagne U21'],
  ['Spain W', 'Espagne F'],
  ['Brazil U20 W', 'Brésil U20 F'],
  ['France', 'France'],
  ['France W', 'France F'],
  ['Stade Clairmont', 'Stade Clairmont'],
  ['Union W', 'Union W'],
  ['Red Star U19', 'Red Star U19'],
  ['constructor', 'constructor'],
  ['', ''],
])('the team %s is called %s', (name, french) => {
  expect(teamInFrench(name)).toBe(french)
})

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
