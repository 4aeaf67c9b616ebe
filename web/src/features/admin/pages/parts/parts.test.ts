import { describe, expect, it } from 'vitest'
import { lineupCheck, pointsCheck, whistleCheck } from './check-list.tsx'
import { readMatchAddress, readMetricsAddress, readPlayerAddress } from './page-address.ts'

describe('the points of a match', () => {
  it.each([
    ['are as expected', [250, 200], 2.5, 'good'],
    ['differ by 9', [259], 2.5, 'good'],
    ['differ by 10', [260], 2.5, 'warn'],
    ['lack 10', [240], 2.5, 'warn'],
    ['are not there', [], 2.5, 'info'],
  ] as const)('%s', (_title, points, coefficient, mark) => {
    const ranking = points.map((value) => ({ points: value }))
    expect(pointsCheck(ranking, coefficient).mark).toBe(mark)
  })

  it('ask for a recalculation in words', () => {
    expect(pointsCheck([{ points: 100 }], 2.5).text).toBe(
      'Points incohérents\u00a0: 100 pour 250 attendus. Recalcul nécessaire.',
    )
  })
})

describe('a lineup', () => {
  it.each([
    [22, 'good', 'Composition complète\u00a0: 22\u00a0joueurs.'],
    [21, 'warn', 'Composition incomplète\u00a0: 21\u00a0joueurs sur 22 attendus.'],
    [0, 'warn', 'Composition incomplète\u00a0: 0\u00a0joueur sur 22 attendus.'],
  ] as const)('of %i players is %s', (players, mark, text) => {
    expect(lineupCheck(players)).toEqual({ mark, text })
  })
})

it('marks a whistle that was not observed with a warning', () => {
  expect(whistleCheck(null).mark).toBe('warn')
  expect(whistleCheck('2026-10-10T20:52:00.000Z').mark).toBe('info')
})

it('keeps only the known parameters of an address', () => {
  expect(readMatchAddress({ match: 12, more: 1 })).toEqual({ match: 12 })
  for (const match of ['x', -1, '1e3', undefined]) expect(readMatchAddress({ match })).toEqual({ match: undefined })
  expect(readPlayerAddress({ player: -7 })).toEqual({ player: -7 })
  expect(readPlayerAddress({ player: 'x' })).toEqual({ player: undefined })
  expect(readMetricsAddress({ fn: 'ranking-engine' })).toEqual({ fn: 'ranking-engine' })
  expect(readMetricsAddress({ fn: 'a b' })).toEqual({ fn: undefined })
})
