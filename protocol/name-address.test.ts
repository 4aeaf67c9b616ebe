import { describe, expect, it } from 'vitest'
import { nameInAddress, nameKey } from './name-address.ts'

describe('a name as its words', () => {
  it.each([
    ['Kylian Test', 'kylian test'],
    ['  N’Golo   Traoré ', 'n golo traore'],
    ["O'Neil-Ødegård", 'o neil odegard'],
    ['Łukasz Þór Œuvre', 'lukasz thor oeuvre'],
    ['J. Doe (C)', 'j doe c'],
    ['Иван', 'иван'],
    ['-', ''],
  ])('%s is %s', (name, key) => {
    expect(nameKey(name)).toBe(key)
  })

  it('is found again from its address', () => {
    const address = nameInAddress('Élie N’Golo-Øster')
    expect(address).toBe('elie-n-golo-oster')
    expect(nameKey(address)).toBe(nameKey('Élie N’Golo-Øster'))
  })
})
