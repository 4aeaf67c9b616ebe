import { expect, test } from 'vitest'
import { type Setting, writable } from './fonts.ts'

const SETTINGS: readonly Setting[] = ['text', 'strong', 'figures']

test.each([
  ['what the fonts have stays', 'Łukasz Đặng – « FC » 1\u00a0234,5', 'Łukasz Đặng – « FC » 1\u00a0234,5'],
  ['a narrow space becomes one that they have', '1\u202f234', '1\u00a0234'],
  ['emoji go, the name stays', 'Zé 💥 Roberto ⚽️', 'Zé Roberto'],
  ['accents nobody drew leave their letter', 'à̱ ﬁn', 'à fin'],
  ['marks of direction and controls go', 'a\u202eb\u200f\0c\u2066', 'ab c'],
  ['half of a pair goes', 'x\ud800y', 'xy'],
  ['nothing of ours is left', 'محمد صلاح', 'Joueur'],
  ['only marks are left', '- . !', 'Joueur'],
  ['nothing at all', '', 'Joueur'],
])('%s', (_case, name, written) => {
  for (const setting of SETTINGS) expect(writable(name, setting, 'Joueur')).toBe(written)
})
