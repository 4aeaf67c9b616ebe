import { describe, expect, it, test } from 'vitest'
import { familyName, familyNamesAmong } from './names.ts'

test.each([
  ['Moussa Diarra', 'Diarra'],
  ['M. Diarra', 'Diarra'],
  ['Kévin Da Silva', 'Da Silva'],
  ['Léozinho', 'Léozinho'],
  ['  Jules  Petit ', 'Petit'],
])('%s is « %s » where room is short', (name, short) => {
  expect(familyName(name)).toBe(short)
})

describe('names shown together', () => {
  it.each([
    { case: 'that differ', shown: ['Moussa Diarra', 'M. Costa', 'Léozinho'], short: ['Diarra', 'Costa', 'Léozinho'] },
    {
      case: 'of two namesakes',
      shown: ['Renan Mendosa', 'Moussa Diarra', 'G. Mendosa'],
      short: ['Renan Mendosa', 'Diarra', 'G. Mendosa'],
    },
    { case: 'of which one has no first name', shown: ['Silva', 'Jô Silva'], short: ['Silva', 'Jô Silva'] },
    { case: 'that differ in accents', shown: ['T. Etienne', 'S. Étienne'], short: ['T. Etienne', 'S. Étienne'] },
    { case: 'that differ in case', shown: ['T. MENDOSA', 'S. Mendosa'], short: ['T. MENDOSA', 'S. Mendosa'] },
    {
      case: 'with a composed and a decomposed letter',
      shown: ['T. \u00c9tienne', 'S. E\u0301tienne'],
      short: ['T. \u00c9tienne', 'S. E\u0301tienne'],
    },
    { case: 'of which one is a part', shown: ['Kévin Da Silva', 'Jô Silva'], short: ['Da Silva', 'Silva'] },
    { case: 'of one player twice', shown: ['Moussa Diarra', 'Moussa Diarra'], short: ['Diarra', 'Diarra'] },
  ])('$case', ({ shown, short }) => {
    expect(shown.map(familyNamesAmong(shown))).toEqual(short)
  })
})
