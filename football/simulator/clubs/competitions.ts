/** The provider's coverage of a competition; true does not promise it for each match. */
interface Coverage {
  readonly lineups: boolean
  readonly ratings: boolean
}

export interface Competition {
  readonly id: number
  readonly name: string
  readonly country: string
  readonly type: 'League' | 'Cup'
  /** How the provider numbers its seasons: July to June, calendar year, or the World Cup that it qualifies for. */
  readonly season: 'autumn' | 'year' | 'world-cup-2' | 'world-cup'
  readonly coverage: Coverage
}

export type Region = 'europe' | 'asia' | 'oceania' | 'south' | 'north' | 'lower'

/** A round-robin competition of clubs. */
export interface League extends Competition {
  readonly region: Region
  readonly size: number
  /** Day of every three on which its clubs play, so that no club plays twice within three days. `split`: one conference on each day. */
  readonly turn: 0 | 1 | 2 | 'split'
  /** The domestic cup its clubs enter on European nights. */
  readonly cupId?: number
}

const FULL: Coverage = { lineups: true, ratings: true }
const NONE: Coverage = { lineups: false, ratings: false }

function league(
  id: number,
  name: string,
  country: string,
  size: number,
  region: Region,
  turn: League['turn'],
  cupId?: number,
): League {
  const season = region === 'europe' || region === 'lower' || region === 'oceania' ? 'autumn' : 'year'
  const coverage = region === 'lower' ? NONE : FULL
  return {
    id,
    name,
    country,
    size,
    region,
    turn,
    type: 'League',
    season,
    coverage,
    ...(cupId === undefined ? {} : { cupId }),
  }
}

function cup(id: number, name: string, country: string, season: Competition['season'] = 'autumn'): Competition {
  return { id, name, country, type: 'Cup', season, coverage: FULL }
}

export const LEAGUES: readonly League[] = [
  league(140, 'La Liga', 'Spain', 20, 'europe', 0, 143),
  league(78, 'Bundesliga', 'Germany', 18, 'europe', 0, 81),
  league(94, 'Primeira Liga', 'Portugal', 18, 'europe', 0, 96),
  league(135, 'Serie A', 'Italy', 20, 'europe', 1, 137),
  league(88, 'Eredivisie', 'Netherlands', 18, 'europe', 1, 90),
  league(203, 'Süper Lig', 'Turkey', 18, 'europe', 1, 206),
  league(39, 'Premier League', 'England', 20, 'europe', 2, 45),
  league(61, 'Ligue 1', 'France', 18, 'europe', 2, 66),
  league(144, 'Jupiler Pro League', 'Belgium', 18, 'europe', 2, 147),
  league(71, 'Serie A', 'Brazil', 20, 'south', 0),
  league(128, 'Liga Profesional Argentina', 'Argentina', 20, 'south', 1),
  league(239, 'Primera A', 'Colombia', 20, 'south', 2),
  league(253, 'Major League Soccer', 'USA', 18, 'north', 'split'),
  league(262, 'Liga MX', 'Mexico', 18, 'north', 'split'),
  league(98, 'J1 League', 'Japan', 20, 'asia', 0),
  league(292, 'K League 1', 'South-Korea', 18, 'asia', 1),
  league(99, 'J2 League', 'Japan', 18, 'asia', 2),
  league(188, 'A-League', 'Australia', 18, 'oceania', 'split'),
  league(63, 'National 1', 'France', 18, 'lower', 'split'),
]

export const CHAMPIONS_LEAGUE = 2
export const EUROPA_LEAGUE = 3
export const CONFERENCE_LEAGUE = 848
export const WORLD_CUP_EUROPE = 32
export const WORLD_CUP_SOUTH_AMERICA = 34

const CUPS: readonly Competition[] = [
  cup(CHAMPIONS_LEAGUE, 'UEFA Champions League', 'World'),
  cup(EUROPA_LEAGUE, 'UEFA Europa League', 'World'),
  cup(CONFERENCE_LEAGUE, 'UEFA Europa Conference League', 'World'),
  cup(WORLD_CUP_EUROPE, 'World Cup - Qualification Europe', 'World', 'world-cup-2'),
  cup(WORLD_CUP_SOUTH_AMERICA, 'World Cup - Qualification South America', 'World', 'world-cup'),
  cup(143, 'Copa del Rey', 'Spain'),
  cup(81, 'DFB Pokal', 'Germany'),
  cup(96, 'Taça de Portugal', 'Portugal'),
  cup(137, 'Coppa Italia', 'Italy'),
  cup(90, 'KNVB Beker', 'Netherlands'),
  cup(206, 'Türkiye Kupası', 'Turkey'),
  cup(45, 'FA Cup', 'England'),
  cup(66, 'Coupe de France', 'France'),
  cup(147, 'Cup', 'Belgium'),
]

export const COMPETITIONS: ReadonlyMap<number, Competition> = new Map(
  [...CUPS, ...LEAGUES].sort((a, b) => a.id - b.id).map((competition) => [competition.id, competition]),
)

const COUNTRY_CODES: Readonly<Record<string, string>> = {
  Argentina: 'AR',
  Australia: 'AU',
  Belgium: 'BE',
  Brazil: 'BR',
  Colombia: 'CO',
  England: 'GB-ENG',
  France: 'FR',
  Germany: 'DE',
  Italy: 'IT',
  Japan: 'JP',
  Mexico: 'MX',
  Netherlands: 'NL',
  Portugal: 'PT',
  Scotland: 'GB-SCT',
  'South-Korea': 'KR',
  Spain: 'ES',
  Turkey: 'TR',
  USA: 'US',
  Uruguay: 'UY',
}

/** All countries, and last `World`, which has no code. */
export const COUNTRIES: readonly string[] = [...Object.keys(COUNTRY_CODES), 'World']

export function countryCode(country: string): string | null {
  return COUNTRY_CODES[country] ?? null
}

export function competitionOf(id: number): Competition {
  const competition = COMPETITIONS.get(id)
  if (!competition) throw new RangeError(`no competition ${id}`)
  return competition
}

/** Returns the year by which the provider numbers the season of a date. */
export function seasonOf(competition: Competition, when: Date): number {
  const year = when.getUTCFullYear()
  if (competition.season === 'year') return year
  if (competition.season === 'autumn') return when.getUTCMonth() >= 6 ? year : year - 1
  const worldCup = year + ((2 - (year % 4) + 4) % 4)
  return competition.season === 'world-cup' ? worldCup : worldCup - 2
}
