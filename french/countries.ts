/** Returns « Serie A (Italie) », or the name alone without a country. */
export function nameWithCountry(name: string, country: string | null): string {
  return country === null ? name : `${name} (${countryInFrench(country)})`
}

/** Countries of the feed, and of the ranking, that are no ISO region, or have another name there. */
const FEED_COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['world', 'Monde'],
  ['england', 'Angleterre'],
  ['scotland', 'Écosse'],
  ['wales', 'Pays de Galles'],
  ['northern ireland', 'Irlande du Nord'],
  ['republic of ireland', 'Irlande'],
  ['usa', 'États-Unis'],
  ['czech republic', 'Tchéquie'],
  ['ivory coast', 'Côte d’Ivoire'],
  ['turkey', 'Turquie'],
  ['bosnia', 'Bosnie-Herzégovine'],
  ['bosnia and herzegovina', 'Bosnie-Herzégovine'],
  ['macedonia', 'Macédoine du Nord'],
  ['congo dr', 'Congo-Kinshasa'],
  ['hong kong', 'Hong Kong'],
  ['chinese taipei', 'Taïwan'],
  ['rep. of ireland', 'Irlande'],
  ['cape verde islands', 'Cap-Vert'],
  ['fyr macedonia', 'Macédoine du Nord'],
  ['china pr', 'Chine'],
  ['palestine', 'Palestine'],
])

let french: ReadonlyMap<string, string> | null = null

/** Translates the English name of a country; the feed's names have hyphens between words (`Saudi-Arabia`). Returns an unknown name unchanged. */
export function countryInFrench(country: string): string {
  return knownCountry(country) ?? country
}

/** As {@link countryInFrench}, but `undefined` for what is no country. */
export function knownCountry(name: string): string | undefined {
  french ??= countriesInFrench()
  const key = name.replaceAll('-', ' ').toLowerCase()
  return FEED_COUNTRIES.get(key) ?? french.get(key) ?? french.get(key.replaceAll(' and ', ' & '))
}

function countriesInFrench(): ReadonlyMap<string, string> {
  const [english, frenchNames] = ['en', 'fr'].map(
    (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }),
  )
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return new Map(
    codes.flatMap((code) => {
      const [name, translation] = [english?.of(code), frenchNames?.of(code)]
      return name === undefined || translation === undefined ? [] : [[name.toLowerCase(), translation] as const]
    }),
  )
}
