import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { competitionOf, LEAGUES } from '../clubs/competitions.ts'
import { dayOf } from '../days.ts'
import { europeanNight } from './continental.ts'
import { type Fixture, MATCHES_PER_DAY_LIMIT } from './fixture.ts'
import { europeanLeagueDay, leagueTurn, nextFreeDay, simpleLeague } from './leagues.ts'
import { nationalPairings } from './national.ts'
import type { Pairing } from './round-robin.ts'
import { type Slot, slotsOf } from './slots.ts'

/** A postponed match gets its new date this long after its original kick-off. */
const MOVE_ANNOUNCED_AFTER_MS = 5 * DAY_MS
const MOVED_KICKOFF_MINUTE = 18 * 60 + 15
/** Most days by which a postponed match is moved: its league is free at least once in 15 days. */
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
