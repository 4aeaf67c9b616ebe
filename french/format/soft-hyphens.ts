const SOFT_HYPHEN = '\u00ad'
/** Words of up to this many letters are never broken. */
const LONG_WORD = 9
/** Fewest letters before a break, and after the last one: no line begins with a mute « -che » alone. */
const MIN_PART_LENGTH = 3
const MIN_END_LENGTH = 4
/** Where no syllable ends, a word is broken after this many letters. */
const MAX_PART_LENGTH = 9

/** Matches letters without their accents. */
const VOWEL = /[aeiouyæœøı]/i
/** Pairs of consonants that begin a syllable together. */
const ONSET = /^(?:[bcdfgkptv]r|[bcfgkp]l|ch|ph|th|gn|qu|sch|sh|sz|cz)$/iu

/**
 * Inserts soft hyphens between the syllables of a name's long words, and changes nothing else but the normal form (NFC) of those words. Works
 * roughly for any language in Latin letters; a word without vowels gets one every nine letters.
 */
export function withSoftHyphens(name: string): string {
  return name.replace(/[\p{L}\p{M}]+/gu, (word) => ([...word].length > LONG_WORD ? syllables(word) : word))
}

function syllables(word: string): string {
  const letters = [...word.normalize('NFC')]
  const breaks = letters.flatMap((_, index) => (isSyllableStart(letters, index) ? [index] : []))
  const parts: string[] = []
  let from = 0
  for (const at of [...breaks, letters.length]) {
    while (at - from > MAX_PART_LENGTH) {
      parts.push(letters.slice(from, from + MAX_PART_LENGTH).join(''))
      from += MAX_PART_LENGTH
    }
    if (at < letters.length && at - from < MIN_PART_LENGTH) continue
    parts.push(letters.slice(from, at).join(''))
    from = at
  }
  return parts.filter((part) => part !== '').join(SOFT_HYPHEN)
}

/** Whether a consonant, or a pair that belongs together, begins here before a vowel, with a vowel somewhere before and enough letters left. */
function isSyllableStart(letters: readonly string[], index: number): boolean {
  const isVowel = (at: number) => VOWEL.test(base(letters[at] ?? ''))
  if (letters.length - index < MIN_END_LENGTH || isVowel(index)) return false
  if (!letters.slice(0, index).some((letter) => VOWEL.test(base(letter)))) return false
  const isPair = (at: number) => ONSET.test((letters[at] ?? '') + (letters[at + 1] ?? ''))
  if (isPair(index) && isVowel(index + 2)) return true
  return isVowel(index + 1) && !isPair(index - 1)
}

function base(letter: string): string {
  return letter.normalize('NFD').charAt(0)
}
