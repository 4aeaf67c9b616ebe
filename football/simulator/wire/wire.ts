import { DAY_MS } from '@tribune/domain/common/instant.ts'
import type { Fixture } from '../calendar/fixture.ts'
import type { Team } from '../clubs/clubs.ts'
import { competitionOf, countryCode, seasonOf } from '../clubs/competitions.ts'
import { personName } from '../clubs/names.ts'
import { zonedIso } from '../days.ts'
import type { Moment, Status } from '../play/moment.ts'
import type { Period } from '../play/play.ts'
import { scoreOf, shootoutScore } from '../play/timeline.ts'
import { shareOf } from '../random.ts'
import type { Snapshot } from '../world.ts'

/** Context of one answer: origin of pictures, time zone of dates, current instant, seed of the world. */
export interface WireContext {
  readonly base: string
  readonly zone: string
  readonly now: Date
  readonly seed: string
}

interface Pair<T> {
  readonly home: T
  readonly away: T
}

const LONG: Readonly<Record<Status, string>> = {
  TBD: 'Time to be defined',
  NS: 'Not Started',
  '1H': 'First Half',
  HT: 'Halftime',
  '2H': 'Second Half',
  ET: 'Extra Time',
  BT: 'Break Time',
  P: 'Penalty In Progress',
  LIVE: 'In Progress',
  INT: 'Match Interrupted',
  SUSP: 'Match Suspended',
  FT: 'Match Finished',
  AET: 'Match Finished',
  PEN: 'Match Finished',
  PST: 'Match Postponed',
  CANC: 'Match Cancelled',
  ABD: 'Match Abandoned',
  AWD: 'Technical loss',
  WO: 'WalkOver',
}

const REFEREE_RATE = 0.7
const SECOND_HALF_AFTER_S = 3600
const NOTHING = { home: null, away: null }

export function mediaUrl(
  base: string,
  kind: 'players' | 'teams' | 'leagues' | 'coachs' | 'venues' | 'flags',
  id: number | string,
) {
  return `${base}/media/${kind}/${id}.svg`
}

export function teamRef(context: WireContext, team: Team) {
  return { id: team.id, name: team.name, logo: mediaUrl(context.base, 'teams', team.id) }
}

export function flagUrl(base: string, country: string): string | null {
  const code = countryCode(country)
  return code === null ? null : mediaUrl(base, 'flags', code.toLowerCase())
}

/** Makes one row of `/fixtures`, without its inline lists. */
export function fixtureRow(context: WireContext, snapshot: Snapshot) {
  const { fixture, moment } = snapshot
  const winner = winnerOf(snapshot)
  return {
    fixture: fixtureOf(context, snapshot),
    league: leagueOf(context, fixture),
    teams: {
      home: { ...teamRef(context, fixture.home), winner: winner === null ? null : winner === 'home' },
      away: { ...teamRef(context, fixture.away), winner: winner === null ? null : winner === 'away' },
    },
    goals: goalsOf(fixture, moment, snapshot),
    score: scoresOf(snapshot),
  }
}

function fixtureOf(context: WireContext, { fixture, moment, timeline }: Snapshot) {
  const when = moment.hourKnown ? moment.kickoff : Math.floor(moment.kickoff / DAY_MS) * DAY_MS
  const timestamp = Math.floor(when / 1000)
  const started = moment.played !== null
  const restarted = started && moment.status !== 'LIVE' && (moment.played ?? 0) >= periodStart(timeline.periods, '2H')
  const { venue } = fixture.home
  return {
    id: fixture.id,
    referee: refereeOf(context.seed, fixture),
    timezone: context.zone,
    date: zonedIso(when, context.zone),
    timestamp,
    // Nominal: the provider's second half always "starts" an hour after the first, even if play was delayed or stopped.
    periods: { first: started ? timestamp : null, second: restarted ? timestamp + SECOND_HALF_AFTER_S : null },
    venue: { id: venue.id, name: venue.name, city: fixture.home.city },
    status: { long: LONG[moment.status], short: moment.status, elapsed: moment.minute, extra: moment.extra },
  }
}

function refereeOf(seed: string, fixture: Fixture): string | null {
  if (shareOf(seed, 'referee', fixture.id) >= REFEREE_RATE) return null
  const country = fixture.home.country
  return `${personName(seed, country, fixture.id % 997).short}, ${country}`
}

function leagueOf(context: WireContext, fixture: Fixture) {
  const competition = competitionOf(fixture.competitionId)
  return {
    id: competition.id,
    name: competition.name,
    country: competition.country,
    logo: mediaUrl(context.base, 'leagues', competition.id),
    flag: flagUrl(context.base, competition.country),
    season: seasonOf(competition, new Date(fixture.kickoff)),
    round: fixture.round,
    standings: true,
  }
}

function periodStart(periods: readonly Period[], status: Period['status']): number {
  return periods.find((period) => period.status === status)?.from ?? Number.POSITIVE_INFINITY
}

function goalsOf(fixture: Fixture, moment: Moment, { timeline }: Snapshot): Pair<number | null> {
  if (moment.status === 'AWD') return awardedScore(fixture)
  return moment.played === null ? NOTHING : scoreOf(timeline.incidents, moment.played)
}

/** The side that did not come loses 0-3. */
function awardedScore(fixture: Fixture): Pair<number> {
  return fixture.id % 2 === 0 ? { home: 0, away: 3 } : { home: 3, away: 0 }
}

function scoresOf({ fixture, moment, timeline }: Snapshot) {
  if (moment.status === 'AWD') {
    return { halftime: NOTHING, fulltime: awardedScore(fixture), extratime: NOTHING, penalty: NOTHING }
  }
  const { played } = moment
  if (played === null || moment.status === 'LIVE') {
    return { halftime: NOTHING, fulltime: NOTHING, extratime: NOTHING, penalty: NOTHING }
  }
  const { incidents, periods } = timeline
  const half = periodStart(periods, 'HT')
  const full = periods.find(({ status }) => status === '2H')?.to ?? 0
  const overtime = periodStart(periods, 'BT')
  return {
    halftime: scoreOf(incidents, Math.min(played, half)),
    fulltime: played >= full ? scoreOf(incidents, full) : NOTHING,
    extratime: played >= overtime ? scoreOf(incidents, played, full) : NOTHING,
    penalty: played >= periodStart(periods, 'P') ? shootoutScore(incidents, played) : NOTHING,
  }
}

function winnerOf(snapshot: Snapshot): 'home' | 'away' | null {
  const { fixture, moment, timeline } = snapshot
  if (moment.status === 'ABD') return null
  const decided =
    moment.status === 'PEN' ? shootoutScore(timeline.incidents, moment.played ?? 0) : goalsOf(fixture, moment, snapshot)
  const lead = (decided.home ?? 0) - (decided.away ?? 0)
  if (lead === 0) return null
  return lead > 0 ? 'home' : 'away'
}
