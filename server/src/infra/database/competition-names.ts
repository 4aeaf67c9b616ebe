import { sql } from 'kysely'

/**
 * The country of a competition, as the feed calls it, where another one that is shown has its name (« Serie A »); else null. Give the
 * column of its id. The inner list is read once per statement.
 */
export function sharedNameCountry(id: string) {
  return sql<string | null>`(
    SELECT nullif(one.country, '') FROM available_competitions one
    WHERE one.id = ${sql.ref(id)} AND one.name IN (
      SELECT twin.name FROM available_competitions twin WHERE twin.enabled GROUP BY twin.name HAVING count(*) > 1))`
}

/** What a row of a competition must bring to be named. */
export interface Named {
  readonly competition_name: string
  readonly competition_country: string | null
}

/** A row whose competition is named so that it can be told from another of its name. */
export function nameCompetition<Row extends Named>({ competition_country, ...row }: Row) {
  return { ...row, competition_name: nameWithCountry(row.competition_name, competition_country) }
}

/** « Serie A (Italie) »; without a country the name alone. */
export function nameWithCountry(name: string, country: string | null): string {
  return country === null ? name : `${name} (${inFrench(country)})`
}

/** What the feed has that is no region of the standard, or is called otherwise there. */
const OTHERS: Readonly<Record<string, string>> = {
  world: 'Monde',
  england: 'Angleterre',
  scotland: 'Écosse',
  wales: 'Pays de Galles',
  'northern ireland': 'Irlande du Nord',
  usa: 'États-Unis',
  'czech republic': 'Tchéquie',
  'ivory coast': 'Côte d’Ivoire',
  turkey: 'Turquie',
  bosnia: 'Bosnie-Herzégovine',
  macedonia: 'Macédoine du Nord',
  'congo dr': 'Congo-Kinshasa',
  'hong kong': 'Hong Kong',
  'chinese taipei': 'Taïwan',
}

let french: ReadonlyMap<string, string> | null = null

/** The feed writes countries in English with hyphens between words (`Saudi-Arabia`); one that nobody knows stays as it is. */
function inFrench(country: string): string {
  french ??= countriesInFrench()
  const key = country.replaceAll('-', ' ').toLowerCase()
  return OTHERS[key] ?? french.get(key) ?? country
}

function countriesInFrench(): ReadonlyMap<string, string> {
  const [english, words] = ['en', 'fr'].map(
    (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }),
  )
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return new Map(
    codes.flatMap((code) => {
      const [name, said] = [english?.of(code), words?.of(code)]
      return name === undefined || said === undefined ? [] : [[name.toLowerCase(), said] as const]
    }),
  )
}
