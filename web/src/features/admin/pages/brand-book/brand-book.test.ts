import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readTypeScale } from './brand-rules.ts'
import { plainColour, svgOf } from './logo-section.tsx'

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
  const css = readFileSync(new URL('../../../../styles/theme.css', import.meta.url), 'utf8')
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
