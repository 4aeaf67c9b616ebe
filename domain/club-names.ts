/** Words that link others, and words that half the clubs are called by: neither tells clubs apart. */
const LINKS = new Set('de du des da do of la le les el al the et and'.split(' '))
const CLUB_WORDS = new Set(
  'fc afc cf cd ca ac as sc ss us ud sd sk fk bk if rc aj ea ogc osc vfl vfb fsv tsv tsg ssc club stade sporting racing olympique'.split(
    ' ',
  ),
)

/**
 * What tells two clubs apart, each without the words that both are called by: « Borussia Mönchengladbach » and « Borussia Dortmund » are
 * Mönchengladbach and Dortmund. Names that nothing would be left of stay whole.
 */
export function toldApart(home: string, away: string): readonly [home: string, away: string] {
  const [ours, theirs] = [home.trim().split(/\s+/u), away.trim().split(/\s+/u)]
  return [without(home, ours, theirs), without(away, theirs, ours)]
}

function without(name: string, own: readonly string[], other: readonly string[]): string {
  const others = new Set(other.map(folded))
  const left = own.filter((word) => !others.has(folded(word)))
  while (left[0] !== undefined && LINKS.has(folded(left[0]))) left.shift()
  const tells = left.some((word) => !isCommon(word) && [...word].length > 1)
  return tells && left.length < own.length ? left.join(' ') : name
}

/** Letters of a code, as scoreboards have it. */
const CODE_LETTERS = 3

/**
 * Three letters for each of two clubs, as on a scoreboard, that differ wherever the names do: MÖN and DOR, VAE and VAI for Valence and
 * Valenciennes.
 */
export function clubCodes(home: string, away: string): readonly [home: string, away: string] {
  const [ours, theirs] = toldApart(home, away).map(significant)
  if (ours === undefined || theirs === undefined || ours.join('') === theirs.join('')) {
    return differing(lettersOf(home), lettersOf(away))
  }
  const [one, other] = [codeOf(ours), codeOf(theirs)]
  return one === other ? differing(ours, theirs) : [one, other]
}

/** The words that say most, run together; all of them where none does. */
function significant(name: string): string[] {
  const words = wordsOf(name)
  const telling = words.filter((word) => !isCommon(word) && [...word].length > 1)
  return lettersOf((telling.length > 0 ? telling : words).join(''))
}

function codeOf(letters: readonly string[]): string {
  return letters.slice(0, CODE_LETTERS).join('')
}

/** The first two letters and the first that differs; a name that ends where the other goes on keeps its usual code if it can. */
function differing(one: readonly string[], other: readonly string[]): readonly [string, string] {
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

function folded(word: string): string {
  return word.normalize('NFC').toLocaleLowerCase('fr')
}

function isCommon(word: string): boolean {
  return LINKS.has(folded(word)) || CLUB_WORDS.has(folded(word))
}
