import { at, hashOf, Random } from '../random.ts'
import { EUROPEAN_WORDS, WORLD_WORDS } from './words.ts'

interface Lexicon {
  readonly given: readonly string[]
  readonly heads: readonly string[]
  readonly tails: readonly string[]
  readonly places: readonly string[]
  readonly clubs: readonly string[]
  readonly venue: string
  readonly joiner: string
  readonly mono: { readonly heads: readonly string[]; readonly tails: readonly string[] } | null
}

export interface PersonName {
  readonly full: string
  /** "P. Montaldi", or a single name. */
  readonly short: string
}

const MONO_RATE = 0.14
const LONG_RATE = 0.08
/** Nations without a league here use the words of a neighbour. */
const BORROWED: Readonly<Record<string, string>> = { Scotland: 'England', Uruguay: 'Argentina' }

const split = (list: string) => list.split(',')

const LEXICONS: ReadonlyMap<string, Lexicon> = new Map(
  Object.entries({ ...EUROPEAN_WORDS, ...WORLD_WORDS }).map(([country, words]) => [
    country,
    {
      ...words,
      given: split(words.given),
      heads: split(words.heads),
      tails: split(words.tails),
      places: split(words.places),
      clubs: split(words.clubs),
      mono: words.mono === undefined ? null : { heads: split(words.mono.heads), tails: split(words.mono.tails) },
    },
  ]),
)

/** Countries with words of their own. */
export const NAMED_COUNTRIES: readonly string[] = [...LEXICONS.keys()]

export function lexiconOf(country: string): Lexicon {
  const lexicon = LEXICONS.get(BORROWED[country] ?? country)
  if (!lexicon) throw new RangeError(`no words for ${country}`)
  return lexicon
}

/** Makes the name of a person of this country, always the same for a number. */
export function personName(seed: string, country: string, number: number): PersonName {
  const words = lexiconOf(country)
  const random = new Random(seed, 'name', country, number)
  if (words.mono !== null && random.chance(MONO_RATE)) {
    const name = random.pick(words.mono.heads) + random.pick(words.mono.tails)
    return { full: name, short: name }
  }
  const given = at(words.given, hashOf(seed, country) + number)
  const long = words.joiner !== '' && random.chance(LONG_RATE)
  const family = long
    ? `${familyName(words, random)}${words.joiner}${familyName(words, random)}`
    : familyName(words, random)
  return { full: `${given} ${family}`, short: `${given.charAt(0)}. ${family}` }
}

function familyName(words: Lexicon, random: Random): string {
  return random.pick(words.heads) + random.pick(words.tails)
}
