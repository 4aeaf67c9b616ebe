const SOFT_HYPHEN = '\u00ad'
/** Words of up to so many letters are never broken. */
const LONG_WORD = 9
/** Letters before a break, at least, and after the last one: a line never begins with a mute « -che » alone. */
const SHORTEST_PART = 3
const SHORTEST_END = 4
/** With no syllable to break after, a word is broken after so many letters. */
const LONGEST_PART = 9

/** Of a letter without its accents. */
const VOWEL = /[aeiouyæœøı]/i
/** Two consonants that begin a syllable together. */
const ONSET = /^(?:[bcdfgkptv]r|[bcfgkp]l|ch|ph|th|gn|qu|sch|sh|sz|cz)$/iu

/**
 * A name that may be broken between syllables: soft hyphens in its long words, and nothing else changed. Good for any language that
 * clubs and players are named in; a word without vowels is broken every nine letters.
 */
export function softened(name: string): string {
  return name.replace(/[\p{L}\p{M}]+/gu, (word) => ([...word].length > LONG_WORD ? syllables(word) : word))
}

function syllables(word: string): string {
  const letters = [...word.normalize('NFC')]
  const breaks = letters.flatMap((_, index) => (isSyllableStart(letters, index) ? [index] : []))
  const parts: string[] = []
  let from = 0
  for (const at of [...breaks, letters.length]) {
    while (at - from > LONGEST_PART) {
      parts.push(letters.slice(from, from + LONGEST_PART).join(''))
      from += LONGEST_PART
    }
    if (at < letters.length && at - from < SHORTEST_PART) continue
    parts.push(letters.slice(from, at).join(''))
    from = at
  }
  return parts.filter((part) => part !== '').join(SOFT_HYPHEN)
}

/** A consonant, or two that belong together, after which a vowel follows, with a vowel somewhere before and enough letters left. */
function isSyllableStart(letters: readonly string[], index: number): boolean {
  const isVowel = (at: number) => VOWEL.test(base(letters[at] ?? ''))
  if (letters.length - index < SHORTEST_END || isVowel(index)) return false
  if (!letters.slice(0, index).some((letter) => VOWEL.test(base(letter)))) return false
  const isPair = (at: number) => ONSET.test((letters[at] ?? '') + (letters[at + 1] ?? ''))
  if (isPair(index) && isVowel(index + 2)) return true
  return isVowel(index + 1) && !isPair(index - 1)
}

function base(letter: string): string {
  return letter.normalize('NFD').charAt(0)
}
