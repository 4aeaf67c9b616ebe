import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readMatchAddress, readMetricsAddress, readPlayerAddress } from '../admin-address.ts'
import { readTypeScale } from './brand-book/brand-rules.ts'
import { plainColour, svgOf } from './brand-book/logo-section.tsx'
import { countPicks, historyBySeason } from './diagnostics/diagnostic-rows.ts'
import { barsOf, orderRuns, sumUpRuns } from './metrics/run-rows.ts'
import { lineupCheck, pointsCheck, whistleCheck } from './parts/facts-and-checks.tsx'

const SEASONS = [
  { name: 'Index', label: '2026-2027', starts_on: '2026-07-01', ends_on: '2027-06-30' },
  { name: 'Index', label: '2025-2026', starts_on: '2025-07-01', ends_on: '2026-06-30' },
]
const match = (match_date: string, points: number, published = true) => ({ match_date, points, published })

it('parts matches by the season of their kick-off in UTC, with the published points of each', () => {
  const history = [
    match('2026-11-01T20:00:00.000Z', 300, false),
    match('2026-07-01T00:00:00.000Z', 100),
    match('2026-06-30T23:59:00.000Z', 70),
    match('2026-05-02T20:00:00.000Z', 30),
    match('2024-05-02T20:00:00.000Z', 9),
  ]
  const parts = historyBySeason(history, SEASONS).map(({ season, matches, points }) => [season, matches.length, points])
  expect(parts).toEqual([
    ['Index 2026-2027', 2, 100],
    ['Index 2025-2026', 2, 100],
    ['Hors des saisons classées', 1, 9],
  ])
})

it('leaves out seasons without a match', () => {
  expect(historyBySeason([], SEASONS)).toEqual([])
})

const pick = (player_id: number, vote_position: number) => ({
  player_id,
  player_name: `Joueur ${player_id}`,
  player_team: 'FC Rive',
  vote_position,
  user_id: 'x',
})

it('counts picks by player and place, best first', () => {
  const picks = [pick(1, 2), pick(2, 1), pick(3, 3), pick(1, 2), pick(3, 1), pick(4, 9)]
  expect(countPicks(picks).map(({ player_id, places }) => [player_id, ...places])).toEqual([
    [3, 1, 0, 1],
    [2, 1, 0, 0],
    [1, 0, 2, 0],
    [4, 0, 0, 0],
  ])
})

it('has no rows without picks', () => {
  expect(countPicks([])).toEqual([])
})

const run = (id: string, minute: number, duration_ms: number, ok = true) => ({
  id,
  ok,
  duration_ms,
  created_at: new Date(Date.UTC(2026, 9, 10, 20, minute)).toISOString(),
})
const RUNS = [run('a', 3, 100), run('b', 2, 400, false), run('c', 1, 0), run('d', 4, 25, false)]
const ids = (runs: readonly { readonly id: string }[]) => runs.map(({ id }) => id).join('')

it('orders runs newest first, or failures before all others', () => {
  expect(ids(orderRuns(RUNS, false))).toBe('dabc')
  expect(ids(orderRuns(RUNS, true))).toBe('dbac')
})

describe('the bars of runs', () => {
  it('stand oldest first, the longest at full height', () => {
    expect(barsOf(RUNS).map(({ run: { id }, share }) => [id, share])).toEqual([
      ['c', 0.02],
      ['b', 1],
      ['a', 0.5],
      ['d', 0.25],
    ])
  })

  it('do not divide by zero', () => {
    expect(barsOf([])).toEqual([])
    expect(barsOf([run('x', 1, 0)])[0]?.share).toBe(0.02)
  })
})

it.each([
  [RUNS, { runs: 4, failures: 2, median: 63, longest: 400 }],
  [RUNS.slice(0, 3), { runs: 3, failures: 1, median: 100, longest: 400 }],
  [[], { runs: 0, failures: 0, median: 0, longest: 0 }],
])('sums runs up', (runs, sum) => {
  expect(sumUpRuns(runs)).toEqual(sum)
})

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

const rows = [
  { outline: 'M0 0H48V16H0Z', colour: '#d98e55' },
  { outline: 'M0 20H32V36H0Z', colour: '#c9d1de' },
]

it.each([
  ['var(--gold-step)', '<gold-step>'],
  ['#c6f94a', '#c6f94a'],
])('the colour %s is %s', (fill, colour) => {
  expect(plainColour(fill, (token) => `<${token}>`)).toBe(colour)
})

describe('the SVG of a logo', () => {
  it('has every row in its own colour, and no ground', () => {
    const svg = svgOf({ rows, ground: null, margin: 0 }, 'Tribune')
    expect(svg).toContain('viewBox="0 0 48 48"')
    expect(svg).toContain('<title>Tribune</title>')
    expect(svg).toContain('<path d="M0 0H48V16H0Z" fill="#d98e55"/><path d="M0 20H32V36H0Z" fill="#c9d1de"/>')
    expect(svg).not.toMatch(/<rect|var\(/)
  })

  it('has its margin on every side of the mark', () => {
    const svg = svgOf({ rows, ground: '#070b17', margin: 0.2 }, 'Tribune')
    expect(svg).toContain('viewBox="0 0 80 80"')
    expect(svg).toContain('<rect width="80" height="80" fill="#070b17"/>')
    expect(svg).toContain('translate(16 16)')
  })
})

it('reads the sizes of the style sheet, each 1.2 times the one before', () => {
  const css = readFileSync(new URL('../../../styles/theme.css', import.meta.url), 'utf8')
  const scale = readTypeScale(css)
  expect(scale.map(({ name }) => name)).toEqual(['sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl'])
  expect(scale[1]?.pixels).toBe(16)
  for (const [at, { pixels }] of scale.slice(1).entries()) {
    expect(pixels / (scale[at]?.pixels ?? 0)).toBeCloseTo(1.2, 1)
  }
})

it('leaves out what is not a size of the scale', () => {
  expect(readTypeScale('--text-*: initial; --text-sm--line-height: 1.4; --text-label: min(0.8rem, 3vw);')).toEqual([])
})
