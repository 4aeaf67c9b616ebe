import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readTypeScale } from './brand-rules.ts'

it('reads the sizes of the style sheet, each 1.2 times the one before', () => {
  const css = readFileSync(new URL('../../../../styles/theme.css', import.meta.url), 'utf8')
  const scale = readTypeScale(css)
  expect(scale.map(({ name }) => name)).toEqual(['sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl'])
  expect(scale[1]?.pixels).toBe(16)
  for (const [at, { pixels }] of scale.slice(1).entries()) {
    expect(pixels / (scale[at]?.pixels ?? 0)).toBeCloseTo(1.2, 1)
  }
})

it('leaves out what is no size of the scale', () => {
  expect(readTypeScale('--text-*: initial; --text-sm--line-height: 1.4; --text-label: min(0.8rem, 3vw);')).toEqual([])
})
