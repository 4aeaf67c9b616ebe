import { expect, test } from 'vitest'
import { familyName } from './names.ts'

test.each([
  ['Moussa Diarra', 'Diarra'],
  ['M. Diarra', 'Diarra'],
  ['Kévin Da Silva', 'Da Silva'],
  ['Léozinho', 'Léozinho'],
  ['  Jules  Petit ', 'Petit'],
])('%s is « %s » where room is short', (name, short) => {
  expect(familyName(name)).toBe(short)
})
