import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastRatio } from '../common/contrast.ts'
import { KIT_GROUNDS, KIT_NEUTRALS, type Kits, type KitTheme, kitMarks } from './kit-colours.ts'

const THEMES = ['light', 'dark'] as const

test.each<[shirts: string, home: string, away: string, light: string, dark: string]>([
  ['blue and red', '#1d3f8f', '#b3202c', '#1d3f8f #b3202c', '#6179b1 #c24d56'],
  ['sky and navy', '#7fb7e6', '#17305e', '#5f89ad #17305e', '#7fb7e6 #687896'],
  ['white and black', '#ffffff', '#000000', '#808080 #000000', '#ffffff #737373'],
  ['yellow and white', '#ffff00', '#ffffff', '#8c8c00 #808080', '#ffff00 #ffffff'],
  ['gold and white', '#f2c14e', '#ffffff', '#9d7d33 #808080', '#f2c14e #ffffff'],
  ['sky and white, the same once they stand out from paper', '#9cc9ee', '#ffffff', 'neutral', '#9cc9ee #ffffff'],
  ['black and navy, the same once they stand out from night', '#000000', '#17305e', '#000000 #17305e', 'neutral'],
  ['the same', '#b3202c', '#b3202c', 'neutral', 'neutral'],
  ['two reds', '#c8102e', '#e03a3e', 'neutral', 'neutral'],
  ['two greens', '#0e6b3a', '#2e8b57', 'neutral', 'neutral'],
  ['white and cream', '#ffffff', '#f4f1e8', 'neutral', 'neutral'],
])('marks of shirts in %s', (_shirts, home, away, light, dark) => {
  const shown = (theme: KitTheme) => {
    const marks = kitMarks({ home, away }, theme)
    return marks === KIT_NEUTRALS[theme] ? 'neutral' : `${marks.home} ${marks.away}`
  }
  expect([shown('light'), shown('dark')]).toEqual([light, dark])
})

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test.each(THEMES)('marks of any shirts stand out and differ in the %s theme', (theme) => {
  fc.assert(
    fc.property(colour, colour, (home, away) => {
      const marks: Kits = kitMarks({ home, away }, theme)
      expect(marks.home).not.toBe(marks.away)
      for (const mark of [marks.home, marks.away]) {
        expect(mark).toMatch(/^#[0-9a-f]{6}$/)
        expect(contrastRatio(mark, KIT_GROUNDS[theme])).toBeGreaterThanOrEqual(3)
      }
    }),
  )
})
