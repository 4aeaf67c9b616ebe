import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { clubsOf, type Team } from '../clubs/clubs.ts'
import {
  CHAMPIONS_LEAGUE,
  CONFERENCE_LEAGUE,
  competitionOf,
  EUROPA_LEAGUE,
  LEAGUES,
  type League,
} from '../clubs/competitions.ts'
import { dayOf } from '../days.ts'
import { at, Random } from '../random.ts'
import { type Fixture, MATCHES_PER_DAY_LIMIT } from './fixture.ts'
import {
  DAYS_PER_TURN,
  europeanLeagueDay,
  europeanLeagues,
  leagueTurn,
  nationalPairings,
  nextFreeDay,
  type Pairing,
  simpleLeague,
  TURNS_PER_CYCLE,
} from './pairings.ts'
import { type Slot, slotsOf } from './slots.ts'

/** A postponed match gets its new date this long after its original kick-off. */
const MOVE_ANNOUNCED_AFTER_MS = 5 * DAY_MS
const MOVED_KICKOFF_MINUTE = 18 * 60 + 15
/** Maximum number of days by which a postponed match is moved: its league is free at least once in 15 days. */
export const MAX_MOVE_DAYS = 21
/** Days before a cup or lower league match at which its hour is announced. */
const HOUR_NOTICE_DAYS = 6

/** Returns all matches originally scheduled on a day, including those that are postponed or cancelled. */
export function fixturesOn(seed: string, day: number): Fixture[] {
  const slots = slotsOf(seed, day, pairingsOn(seed, day))
  return slots.map((slot, index) => fixtureOf(day, slot, day * MATCHES_PER_DAY_LIMIT + index))
}

function fixtureOf(day: number, slot: Slot, id: number): Fixture {
  const { competitionId, round, home, away, knockout, region } = slot.pairing
  const kickoff = day * DAY_MS + slot.minute * MINUTE_MS
  const hourIsLate = region === 'lower' || (competitionOf(competitionId).type === 'Cup' && region === 'europe')
  return {
    id,
    day,
    competitionId,
    round,
    home,
    away,
    knockout,
    kickoff,
    fate: slot.fate,
    cover: slot.cover,
    anchor: slot.anchor,
    hourKnownFrom: hourIsLate ? (day - HOUR_NOTICE_DAYS) * DAY_MS : 0,
    moved: slot.fate === 'postponed' ? newDate(competitionId, kickoff) : null,
  }
}

function newDate(leagueId: number, kickoff: number): Fixture['moved'] {
  const announcedAt = kickoff + MOVE_ANNOUNCED_AFTER_MS
  const day = nextFreeDay(leagueId, dayOf(announcedAt) + 1)
  return day === null ? null : { announcedAt, kickoff: day * DAY_MS + MOVED_KICKOFF_MINUTE * MINUTE_MS }
}

/** Returns all pairings of a day. */
function pairingsOn(seed: string, day: number): Pairing[] {
  const turn = leagueTurn(day)
  const europe = turn === null ? europeanNight(seed, day) : europeanLeagueDay(day, turn)
  const elsewhere = LEAGUES.filter((league) => league.region !== 'europe').flatMap((league) =>
    simpleLeague(league, day),
  )
  return [...europe, ...elsewhere, ...nationalPairings(day)]
}

/** Clubs of each European league that play in continental cups. */
const CLUBS_ABROAD = 6

type Draw = readonly [competitionId: number, round: string, matches: number]

/** One stage per European night, so that any 36 days have them all. Finals are played on the last day of each three. */
const STAGES: readonly (readonly Draw[])[] = [
  [
    [CHAMPIONS_LEAGUE, 'League Stage - 6', 5],
    [EUROPA_LEAGUE, 'League Stage - 6', 4],
  ],
  [
    [CHAMPIONS_LEAGUE, 'Round of 16', 4],
    [EUROPA_LEAGUE, 'Round of 16', 4],
    [CONFERENCE_LEAGUE, 'Round of 16', 1],
  ],
  [
    [CHAMPIONS_LEAGUE, 'Quarter-finals', 2],
    [EUROPA_LEAGUE, 'Quarter-finals', 2],
    [CONFERENCE_LEAGUE, 'Quarter-finals', 2],
  ],
  [
    [CHAMPIONS_LEAGUE, 'Semi-finals', 2],
    [EUROPA_LEAGUE, 'Semi-finals', 1],
    [CONFERENCE_LEAGUE, 'Semi-finals', 1],
  ],
]
const FINALS: readonly Draw[] = [
  [CHAMPIONS_LEAGUE, 'Final', 1],
  [EUROPA_LEAGUE, 'Final', 1],
  [CONFERENCE_LEAGUE, 'Final', 1],
]

/** Pairs the best clubs of the day's three leagues across borders, and the other clubs of two of them in their domestic cup. */
function europeanNight(seed: string, day: number): Pairing[] {
  const leagues = europeanLeagues(day)
  const night = Math.floor(day / (DAYS_PER_TURN * TURNS_PER_CYCLE))
  const abroad = continentalPairings(leagues, day, night)
  const busy = new Set(abroad.flatMap(({ home, away }) => [home.id, away.id]))
  const cups = leagues.flatMap((league, place) =>
    place === night % 3
      ? []
      : cupPairings(
          seed,
          league,
          clubsOf(league.id).filter((club) => !busy.has(club.id)),
          night,
        ),
  )
  return [...cups, ...abroad]
}

function continentalPairings(leagues: readonly League[], day: number, night: number): Pairing[] {
  const last = day % DAYS_PER_TURN === DAYS_PER_TURN - 1
  const stage = night % STAGES.length
  const draws = stage === STAGES.length - 1 && last ? FINALS : at(STAGES, stage)
  const rounds = draws.flatMap(([competitionId, round, matches]) =>
    Array.from({ length: matches }, () => ({ competitionId, round })),
  )
  const club = (place: number, rank: number) => at(clubsOf(at(leagues, place).id), (rank + night) % CLUBS_ABROAD)
  return rounds.map(({ competitionId, round }, order) => {
    const block = order % 3
    const step = Math.floor(order / 3)
    const one = club(block, block === 0 || block === 2 ? step : step + 3)
    const other = club(block + 1, block === 0 ? step : step + 3)
    const [home, away] = (night + order) % 2 === 0 ? [one, other] : [other, one]
    return { competitionId, round, home, away, knockout: stage > 0, region: 'continental' }
  })
}

function cupPairings(seed: string, league: League, clubs: readonly Team[], night: number): Pairing[] {
  const drawn = new Random(seed, 'cup', league.id, night).shuffle(clubs)
  const matches = Math.floor(drawn.length / 2)
  const round = matches <= 8 && night % 2 === 1 ? 'Round of 16' : 'Round of 32'
  return Array.from({ length: matches }, (_, i) => ({
    competitionId: league.cupId ?? league.id,
    round,
    home: at(drawn, 2 * i),
    away: at(drawn, 2 * i + 1),
    knockout: true,
    region: 'europe' as const,
  }))
}
