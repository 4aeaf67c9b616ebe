/** Linking words, and words that half the clubs share: neither kind distinguishes two clubs. */
const LINKING_WORDS = new Set('de du des da do of la le les el al the et and'.split(' '))
const CLUB_WORDS = new Set(
  'fc afc cf cd ca ac as sc ss us ud sd sk fk bk if rc aj ea ogc osc vfl vfb fsv tsv tsg ssc club stade sporting racing olympique'.split(
    ' ',
  ),
)

/**
 * Shortens two club names to what distinguishes them, by dropping the words they share: « Borussia Mönchengladbach » and « Borussia
 * Dortmund » become Mönchengladbach and Dortmund. A name of which nothing distinctive would remain is returned unchanged.
 */
export function distinctNames(home: string, away: string): readonly [home: string, away: string] {
  const [homeWords, awayWords] = [home.trim().split(/\s+/u), away.trim().split(/\s+/u)]
  return [withoutShared(home, homeWords, awayWords), withoutShared(away, awayWords, homeWords)]
}

function withoutShared(name: string, own: readonly string[], other: readonly string[]): string {
  const shared = new Set(other.map(fold))
  const rest = own.filter((word) => !shared.has(fold(word)))
  while (rest[0] !== undefined && LINKING_WORDS.has(fold(rest[0]))) rest.shift()
  return rest.some(isDistinctive) && rest.length < own.length ? rest.join(' ') : name
}

/** Length of a club's code on a scoreboard. */
const CODE_LETTERS = 3

/**
 * Abbreviates two clubs to codes of up to three letters, as on a scoreboard. The codes differ wherever the letters of the names do: MÖN and
 * DOR, VAE and VAI for Valence and Valenciennes.
 */
export function clubCodes(home: string, away: string): readonly [home: string, away: string] {
  const [homeLetters, awayLetters] = distinctNames(home, away).map(distinctiveLetters)
  if (homeLetters === undefined || awayLetters === undefined || homeLetters.join('') === awayLetters.join('')) {
    return differentCodes(lettersOf(home), lettersOf(away))
  }
  const [one, other] = [codeOf(homeLetters), codeOf(awayLetters)]
  return one === other ? differentCodes(homeLetters, awayLetters) : [one, other]
}

/** Letters of the distinctive words, or of all words where none is distinctive. */
function distinctiveLetters(name: string): string[] {
  const words = wordsOf(name)
  const distinctive = words.filter(isDistinctive)
  return lettersOf((distinctive.length > 0 ? distinctive : words).join(''))
}

function codeOf(letters: readonly string[]): string {
  return letters.slice(0, CODE_LETTERS).join('')
}

/** Takes the first two letters and the first one that differs. A name that is the beginning of the other keeps its usual code if it can. */
function differentCodes(one: readonly string[], other: readonly string[]): readonly [string, string] {
  const longest = one.length > other.length ? one : other
  const at = Math.max(
    CODE_LETTERS - 1,
    longest.findIndex((_, index) => one[index] !== other[index]),
  )
  const code = (letters: readonly string[], rival: readonly string[]) => {
    const start = letters.slice(0, CODE_LETTERS - 1).join('')
    const last = letters[at] ?? letters[CODE_LETTERS - 1] ?? ''
    return last === rival[at] ? start : start + last
  }
  return [code(one, other), code(other, one)]
}

function wordsOf(name: string): string[] {
  return name.split(/[\s.'’\-–/()]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
}

function lettersOf(text: string): string[] {
  return [...text.normalize('NFC').toLocaleUpperCase('fr')].filter((letter) => /[\p{L}\p{N}]/u.test(letter))
}

function fold(word: string): string {
  return word.normalize('NFC').toLocaleLowerCase('fr')
}

function isDistinctive(word: string): boolean {
  return !LINKING_WORDS.has(fold(word)) && !CLUB_WORDS.has(fold(word)) && [...word].length > 1
}
