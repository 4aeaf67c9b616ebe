import { countryInFrench, knownCountry } from './countries.ts'

/** Country that the feed gives to international competitions. */
const INTERNATIONAL = 'World'

/** International competitions that French fans know by another name than the feed's. */
const COMPETITIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'World Cup': 'Coupe du monde',
    'World Cup - Women': 'Coupe du monde féminine',
    'World Cup - Qualification Africa': 'Qualif. Mondial (Afrique)',
    'World Cup - Qualification Asia': 'Qualif. Mondial (Asie)',
    'World Cup - Qualification CONCACAF': 'Qualif. Mondial (Concacaf)',
    'World Cup - Qualification Europe': 'Qualif. Mondial (Europe)',
    'World Cup - Qualification Oceania': 'Qualif. Mondial (Océanie)',
    'World Cup - Qualification South America': 'Qualif. Mondial (Amér. du Sud)',
    'World Cup - Qualification Intercontinental Play-offs': 'Barrages du Mondial',
    'Euro Championship': 'Euro',
    'Euro Championship - Qualification': 'Qualif. Euro',
    'UEFA Nations League': 'Ligue des nations',
    'UEFA Champions League': 'Ligue des champions',
    'UEFA Champions League Women': 'Ligue des champions féminine',
    'UEFA Europa League': 'Ligue Europa',
    'UEFA Europa Conference League': 'Ligue Conférence',
    'UEFA Super Cup': 'Supercoupe d’Europe',
    'FIFA Club World Cup': 'Coupe du monde des clubs',
    'Africa Cup of Nations': 'Coupe d’Afrique des nations',
    'Africa Cup of Nations - Qualification': 'Qualif. Coupe d’Afrique',
    'CAF Champions League': 'Ligue des champions d’Afrique',
    'Asian Cup': 'Coupe d’Asie',
    'Asian Cup - Qualification': 'Qualif. Coupe d’Asie',
    'Copa America': 'Copa América',
    Friendlies: 'Matchs amicaux',
    'Friendlies Clubs': 'Matchs amicaux de clubs',
  }),
)

/** National cups that the feed calls by a common noun alone. */
const NATIONAL_CUPS: ReadonlyMap<string, string> = new Map([
  ['Cup', 'Coupe'],
  ['Super Cup', 'Supercoupe'],
])

/** Youth and women's sides of a country: « Germany U21 », « Spain W ». */
const SIDE = /^(.+?)( U\d\d)?( W)?$/u

/** Returns the name by which French fans know a competition of the feed; that of the feed for those that keep it. `country` is the feed's own. */
export function competitionInFrench(name: string, country: string): string {
  if (country === INTERNATIONAL) return COMPETITIONS.get(name) ?? name
  const cup = NATIONAL_CUPS.get(name)
  return cup === undefined || country === '' ? name : `${cup} (${countryInFrench(country)})`
}

/** Returns the French name of a national side, « Allemagne U21 »; any other team's name unchanged. */
export function teamInFrench(name: string): string {
  const [, country = name, age = '', women = ''] = SIDE.exec(name) ?? []
  const french = knownCountry(country)
  return french === undefined ? name : `${french}${age}${women === '' ? '' : ' F'}`
}
