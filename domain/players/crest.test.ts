import { describe, expect, it } from 'vitest'
import { avatarSvg, crestColours, crestSvg } from './crest.ts'

const IDS = Array.from({ length: 2000 }, (_, i) => 6100 + i)
const initialsOf = (svg: string) => />([^<>]*)<\/text>/.exec(svg)?.[1]
const patternOf = (svg: string) => /<g fill="#[0-9A-F]{6}">(.*?)<\/g>/i.exec(svg)?.[1]

describe('a crest', () => {
  it('is always the same for a name and an id', () => {
    expect(crestSvg({ name: 'AS Valcourt', id: 6101 })).toBe(crestSvg({ name: 'AS Valcourt', id: 6101 }))
    expect(crestSvg({ name: 'AS Valcourt', id: 6101 })).not.toBe(crestSvg({ name: 'AS Valcourt', id: 6102 }))
  })

  it('has two colours and one of eight patterns, and every pattern occurs', () => {
    expect(new Set(IDS.map((id) => patternOf(crestSvg({ name: 'X', id })))).size).toBe(8)
    const pairs = new Set(IDS.map((id) => JSON.stringify(crestColours(id))))
    expect(pairs.size).toBeGreaterThan(10)
    for (const id of IDS.slice(0, 50)) {
      const { primary, secondary } = crestColours(id)
      const svg = crestSvg({ name: 'X', id })
      expect(svg).toContain(primary)
      expect(svg).toContain(secondary)
    }
  })

  it.each([
    ['AS Valcourt', 'AV'],
    ['1. FC Altenried', 'FA'],
    ['Kingsbarrow', 'KIN'],
    ['Marítimo de Quinta do Mar', 'MQM'],
    ['Montbrun-sur-Orve FC', 'MOF'],
    ['', ''],
  ])('abbreviates %s to %s', (name, initials) => {
    expect(initialsOf(crestSvg({ name, id: 1 }))).toBe(initials)
  })
})

describe('an avatar', () => {
  it.each([
    ['Pierre-Antoine Montaldi', 'PM'],
    ['Renildo', 'R'],
    ['Íñigo de la Vega', 'ÍV'],
    ['?', '?'],
    ['', '?'],
  ])('abbreviates %s to %s', (name, initials) => {
    expect(initialsOf(avatarSvg({ name, id: 1 }))).toBe(initials)
  })

  it('uses every background colour', () => {
    const backgrounds = IDS.map((id) => /fill="(#[0-9A-F]{6})"/.exec(avatarSvg({ name: 'A B', id }))?.[1])
    expect(new Set(backgrounds).size).toBe(8)
  })
})

describe('any name', () => {
  it('is escaped in both drawings', () => {
    const name = '"><script>alert(1)</script> & <b>'
    for (const svg of [crestSvg({ name, id: 1 }), avatarSvg({ name, id: 1 })]) {
      expect(svg).not.toContain('<script')
      expect(svg).not.toContain('<b>')
      expect(svg.match(/</g)?.length).toBe(svg.match(/>/g)?.length)
    }
  })
})
