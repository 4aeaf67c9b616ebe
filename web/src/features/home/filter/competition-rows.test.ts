import type { HomeFixture } from '@tribune/contract/matches.ts'
import { expect, test } from 'vitest'
import { topCompetitions } from './competition-rows.ts'

const match = (id: number, name: string, coefficient: number): HomeFixture =>
  ({
    competition_id: id,
    competition_name: name,
    competition_logo: null,
    competition_coefficient: coefficient,
  }) as HomeFixture

test('the top competitions are listed once, the highest coefficient first, then by their French names', () => {
  const [cup, first, second, again] = [
    match(1, 'Zone', 2),
    match(2, 'Élite', 1),
    match(3, 'Filière', 1),
    match(2, 'Élite', 1.5),
  ]
  expect(topCompetitions([second, first, cup], new Set()).map(({ name }) => name)).toEqual(['Zone', 'Élite', 'Filière'])
  expect(topCompetitions([again, second, first, cup], new Set())).toMatchObject([
    { id: 1 },
    { id: 2, coefficient: 1.5 },
    { id: 3 },
  ])
})

test('a top competition counts the matches that are shown, and stays with none', () => {
  const [shown, hidden, other] = [match(1, 'Élite', 1), match(1, 'Élite', 1), match(2, 'Filière', 1)]
  expect(topCompetitions([shown, hidden, other], new Set([shown]))).toMatchObject([
    { id: 1, matches: 1 },
    { id: 2, matches: 0 },
  ])
  expect(topCompetitions([], new Set())).toEqual([])
})
