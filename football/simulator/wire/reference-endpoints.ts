import { allTeams, clubsOf, findTeam, type Team } from '../clubs/clubs.ts'
import { COMPETITIONS, COUNTRIES, type Competition, countryCode, LEAGUES, seasonOf } from '../clubs/competitions.ts'
import type { Player, Position } from '../clubs/squads.ts'
import type { Call } from './fixtures-endpoint.ts'
import { BadParameter, integer, onlyKnown, season } from './parameters.ts'
import { flagUrl, mediaUrl, teamRef, type WireContext } from './wire.ts'

const POSITION_WORDS: Readonly<Record<Position, string>> = {
  G: 'Goalkeeper',
  D: 'Defender',
  M: 'Midfielder',
  F: 'Attacker',
}

/** Answers `/countries`. */
export function countries({ context, parameters }: Call): unknown[] {
  onlyKnown(parameters, ['name', 'code'])
  return COUNTRIES.map((name) => countryRef(context, name))
    .filter(({ name }) => parameters.name === undefined || name === parameters.name)
    .filter(({ code }) => parameters.code === undefined || code === parameters.code)
}

function countryRef(context: WireContext, name: string) {
  return { name, code: countryCode(name), flag: flagUrl(context.base, name) }
}

/** Answers `/leagues`, all or one; every league has its current season. */
export function leagues({ context, parameters }: Call): unknown[] {
  onlyKnown(parameters, ['id', 'current', 'season', 'country', 'type'])
  const id = integer(parameters, 'id')
  const { current, country, type } = parameters
  if (current !== undefined && current !== 'true' && current !== 'false') {
    throw new BadParameter('current', 'The Current field must be true or false.')
  }
  const year = season(parameters)
  return [...COMPETITIONS.values()]
    .filter((one) => (id === null || one.id === id) && (country === undefined || one.country === country))
    .filter((one) => type === undefined || one.type.toLowerCase() === type.toLowerCase())
    .map((one) => leagueRow(context, one, current))
    .filter(({ seasons }) => seasons.length > 0 && (year === null || seasons.some((one) => one.year === year)))
}

function leagueRow(context: WireContext, competition: Competition, current: string | undefined) {
  const { id, name, type, country } = competition
  const year = seasonOf(competition, context.now)
  return {
    league: { id, name, type, logo: mediaUrl(context.base, 'leagues', id) },
    country: countryRef(context, country),
    seasons: [seasonRow(competition, year - 1, false), seasonRow(competition, year, true)].filter(
      (one) => current === undefined || String(one.current) === current,
    ),
  }
}

function seasonRow(competition: Competition, year: number, current: boolean) {
  const { lineups, ratings } = competition.coverage
  const [start, end] =
    competition.season === 'autumn' ? [`${year}-07-01`, `${year + 1}-06-30`] : [`${year}-01-01`, `${year}-12-31`]
  return {
    year,
    start,
    end,
    current,
    coverage: {
      fixtures: { events: true, lineups, statistics_fixtures: ratings, statistics_players: ratings },
      standings: true,
      players: true,
      top_scorers: true,
      top_assists: true,
      top_cards: true,
      injuries: false,
      predictions: true,
      odds: false,
    },
  }
}

/** Answers `/teams`, by id or by league and season. */
export function teams({ context, parameters }: Call): unknown[] {
  onlyKnown(parameters, ['id', 'league', 'season', 'name', 'country'])
  if (Object.keys(parameters).length === 0) throw new BadParameter('required', 'At least one parameter is required.')
  const id = integer(parameters, 'id')
  const league = integer(parameters, 'league')
  const year = season(parameters)
  if (league !== null && year === null) throw new BadParameter('season', 'The Season field is required.')
  const known = league === null || LEAGUES.some((one) => one.id === league)
  const candidates = league === null ? allTeams() : known ? clubsOf(league) : []
  return candidates
    .filter((team) => id === null || team.id === id)
    .filter((team) => parameters.name === undefined || team.name === parameters.name)
    .filter((team) => parameters.country === undefined || team.country === parameters.country)
    .map((team) => teamRow(context, team))
}

function teamRow(context: WireContext, team: Team) {
  const { id, name, code, country, founded, national, venue, city } = team
  return {
    team: { id, name, code, country, founded, national, logo: mediaUrl(context.base, 'teams', id) },
    venue: {
      id: venue.id,
      name: venue.name,
      address: `1 ${venue.name}`,
      city,
      capacity: venue.capacity,
      surface: 'grass',
      image: venue.id === null ? null : mediaUrl(context.base, 'venues', venue.id),
    },
  }
}

/** Answers `/players/squads`: one team, or every team that has a player. */
export function squads({ context, world, parameters }: Call): unknown[] {
  onlyKnown(parameters, ['team', 'player'])
  const teamId = integer(parameters, 'team')
  const playerId = integer(parameters, 'player')
  if (teamId === null && playerId === null) throw new BadParameter('required', 'At least one parameter is required.')
  const team = teamId === null ? null : findTeam(teamId)
  const holders = playerId === null ? (team ? [team] : []) : holdersOf(playerId, world.squads)
  return holders
    .filter(({ id }) => teamId === null || id === teamId)
    .map((holder) => ({
      team: teamRef(context, holder),
      players: world.squads
        .of(holder)
        .filter(({ id }) => playerId === null || id === playerId)
        .map((player) => squadRow(context, player)),
    }))
}

/** A player's id begins with their club's; besides it only national sides can have them. */
function holdersOf(playerId: number, squads: Call['world']['squads']): Team[] {
  const club = findTeam(Math.floor(playerId / 100))
  const sides = allTeams().filter((team) => team.national && team.country === club?.country)
  return squads.holding(playerId, club === null || club.national ? sides : [club, ...sides])
}

function squadRow(context: WireContext, { id, name, age, shirt, position }: Player) {
  return {
    id,
    name: name.short,
    age,
    // The provider lacks the number of a few.
    number: id % 41 === 0 ? null : shirt,
    position: POSITION_WORDS[position],
    photo: mediaUrl(context.base, 'players', id),
  }
}
