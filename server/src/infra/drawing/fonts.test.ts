import satori from 'satori'
import { expect, test } from 'vitest'
import { EUROPEAN_NAMES } from '../../testing/letters.ts'
import { FONTS, fontOf, type Setting, writable } from './fonts.ts'

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

/** Returns how a picture draws a character. */
function drawn(character: string, setting: Setting): Promise<string> {
  const tree = { type: 'div', key: null, props: { style: fontOf(setting), children: character } }
  return satori(tree, { width: 100, height: 100, fonts: [...FONTS] })
}

test.each(Object.entries(EUROPEAN_NAMES))('a picture draws each letter of a %s name', async (_language, name) => {
  for (const setting of SETTINGS) {
    expect(writable(name, setting)).toBe(name)
    const missing = await drawn('\u4e00', setting)
    for (const letter of new Set(name.replace(/[ -z]/g, '')))
      expect(await drawn(letter, setting), letter).not.toBe(missing)
  }
})
