import { setTimeout as wait } from 'node:timers/promises'
import { cleanText } from '@tribune/domain/common/clean-text.ts'
import { MAX_EVENTS } from '@tribune/domain/matches/events.ts'
import { z } from 'zod'
import {
  type FeedCompetition,
  FeedError,
  type FeedMatch,
  type FeedMatchDetail,
  type FeedQuota,
  type FeedTeam,
  type FootballFeed,
  RECORDS_PER_CALL,
  type ScoreParts,
} from '../feed.ts'
import { type FeedLog, noLog } from './calls/http-get.ts'
import { createProviderCalls, type ProviderCalls } from './calls/provider-calls.ts'
import { toReportedEvent } from './events.ts'
import { readPlayers } from './players.ts'
import { readShirtColour } from './team-sheet.ts'
import { readPhase, type WireMatch, wireMatch } from './wire/wire-match.ts'
import { type WireEvent, wireEvent } from './wire/wire-players.ts'
import { knownId, label, optionalUrl, type RowReader, readAnswer, readRows } from './wire/wire-values.ts'

export interface ApiFootballOptions {
  /** `https://v3.football.api-sports.io`, the RapidAPI address with its `/v3`, or a simulator. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly now: () => Date
  readonly fetch?: typeof fetch
  readonly rapidApi?: boolean
  /** Time limit of one attempt. Beyond its rate limit the provider holds calls for 10-15 s, so less than 20 s gives up too early. */
  readonly timeoutMs?: number
  readonly sleep?: (ms: number) => Promise<void>
  readonly random?: () => number
  readonly log?: FeedLog
  /** Base address of player photos that the provider's answers leave out. */
  readonly mediaUrl?: string
}

const TIMEOUT_MS = 20_000
/** Oddities of the provider that are logged, and the length of its words. */
const MAX_LOGGED = 1000
const MAX_WORDS_LENGTH = 80
const MEDIA_URL = 'https://media.api-sports.io/football'

/** Creates a feed that reads API-Football v3, or any server that speaks its wire format. */
export function createApiFootballFeed(options: ApiFootballOptions): FootballFeed {
  return new ApiFootballFeed(options)
}

interface ReadMatch {
  readonly row: WireMatch
  readonly match: FeedMatch
  /** `null` if the answer has no list of them. */
  readonly events: readonly WireEvent[] | null
}

class ApiFootballFeed implements FootballFeed {
  readonly name = 'API-Football'
  readonly #calls: ProviderCalls
  readonly #now: () => Date
  readonly #log: FeedLog
  readonly #mediaUrl: string
  readonly #logged = new Set<string>()

  constructor(options: ApiFootballOptions) {
    this.#now = options.now
    this.#log = options.log ?? noLog
    this.#mediaUrl = options.mediaUrl ?? MEDIA_URL
    this.#calls = createProviderCalls({
      baseUrl: options.baseUrl,
      apiKey: options.apiKey,
      rapidApi: options.rapidApi ?? false,
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      now: options.now,
      fetch: options.fetch ?? fetch,
      sleep: options.sleep ?? wait,
      random: options.random ?? Math.random,
    })
  }

  quota(): FeedQuota | null {
    return this.#calls.quota()
  }

  async matchesOn(day: string): Promise<FeedMatch[]> {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new FeedError('bad_request', 'a day is YYYY-MM-DD')
    return (await this.#read({ date: day })).map(({ match }) => match)
  }

  async liveMatches(): Promise<FeedMatch[]> {
    return (await this.#read({ live: 'all' })).map(({ match }) => match)
  }

  async matchesByIds(ids: readonly number[]): Promise<FeedMatchDetail[]> {
    const wanted = [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0)
    const details: FeedMatchDetail[] = []
    for (let start = 0; start < wanted.length; start += RECORDS_PER_CALL) {
      const batch = await this.#read({ ids: wanted.slice(start, start + RECORDS_PER_CALL).join('-') })
      details.push(...batch.map((read) => this.#detailOf(read)))
    }
    return details
  }

  async competitions(): Promise<FeedCompetition[]> {
    const rows = await this.#calls.get('/leagues')
    return readAnswer(wireCompetition, rows, this.#reader('/leagues')).map(toFeedCompetition)
  }

  async isNational(teamId: number): Promise<boolean | null> {
    const rows = await this.#calls.get('/teams', { id: teamId })
    const teams = readAnswer(wireTeam, rows, this.#reader('/teams'))
    return teams.find(({ team }) => team.id === teamId)?.team.national ?? null
  }

  /** Reads one answer of `/fixtures`. Of a match listed twice the last row counts. */
  async #read(parameters: Readonly<Record<string, string>>): Promise<ReadMatch[]> {
    const rows = readAnswer(wireMatch, await this.#calls.get('/fixtures', parameters), this.#reader('/fixtures'))
    const observedAt = this.#now()
    const byId = new Map(rows.map((row) => [row.fixture.id, row]))
    const read = [...byId.values()].map((row) => this.#matchOf(row, observedAt))
    for (const { match } of read) this.#logUnknownCode(match)
    return read
  }

  #matchOf(row: WireMatch, observedAt: Date): ReadMatch {
    const match = toFeedMatch(row, observedAt)
    if (row.events === undefined) return { row, match, events: null }
    const where = `events of match ${match.id}`
    const log: FeedLog = (event, facts) => this.#logOnce(where, event, facts)
    const events = readRows(wireEvent, row.events.slice(0, MAX_EVENTS), { log, where })
    for (const event of events) this.#logUnknownEvent(match, event)
    return { row, match: { ...match, events: events.map(toReportedEvent) }, events }
  }

  #detailOf({ row, match, events }: ReadMatch): FeedMatchDetail {
    const { lineups, players: statistics } = row
    if (lineups === undefined && statistics === undefined) return { match, players: null }
    const players = readPlayers({
      teams: match,
      lineups: lineups ?? [],
      statistics: statistics ?? [],
      events,
      end: match.minute,
      mediaUrl: this.#mediaUrl,
      reader: this.#reader(`players of match ${match.id}`),
    })
    const kitOf = ({ id }: FeedTeam) => readShirtColour(id, lineups ?? [])
    return { match, players, kits: { home: kitOf(match.home), away: kitOf(match.away) } }
  }

  #logUnknownCode({ id, status, rawStatus }: FeedMatch): void {
    if (status === null) this.#logOnce(rawStatus, 'feed_unknown_status', { rawStatus, matchId: id })
  }

  #logUnknownEvent({ id }: FeedMatch, event: WireEvent): void {
    if (toReportedEvent(event).type !== 'unknown') return
    const words = cleanText(`${event.type}: ${event.detail}`, MAX_WORDS_LENGTH)
    this.#logOnce(words, 'feed_unknown_event', { words, matchId: id })
  }

  /** Logs an oddity once, because the provider repeats it in each answer, and no more than some of them. */
  #logOnce(oddity: string, event: string, facts: Readonly<Record<string, unknown>>): void {
    if (this.#logged.has(oddity) || this.#logged.size >= MAX_LOGGED) return
    this.#logged.add(oddity)
    this.#log(event, facts)
  }

  #reader(where: string): RowReader {
    return { log: this.#log, where }
  }
}

/** One row of `/leagues`. */
const wireCompetition = z.object({
  league: z.object({ id: knownId, name: label, type: z.string().catch(''), logo: optionalUrl }),
  country: z.object({ name: label }).catch({ name: '' }),
})

/** One row of `/teams`. */
const wireTeam = z.object({ team: z.object({ id: knownId, national: z.boolean().nullable().catch(null) }) })

function toFeedCompetition({ league, country }: z.output<typeof wireCompetition>): FeedCompetition {
  return {
    id: league.id,
    name: league.name,
    country: country.name,
    logo: league.logo,
    type: league.type.trim().toLowerCase() === 'cup' ? 'cup' : 'league',
  }
}

function toFeedMatch(row: WireMatch, observedAt: Date): FeedMatch {
  const { fixture, league, teams, goals, kickoffAt } = row
  const phase = readPhase(fixture.status.short, fixture.status.elapsed, fixture.status.extra)
  return {
    id: fixture.id,
    competition: { id: league.id, name: league.name, country: league.country, logo: league.logo },
    season: league.season,
    round: league.round,
    kickoffAt,
    ...phase,
    home: toFeedTeam(teams.home),
    away: toFeedTeam(teams.away),
    homeScore: goals.home,
    awayScore: goals.away,
    ...(row.score && { parts: partsOf(row.score, teams) }),
    observedAt,
  }
}

function partsOf(
  { fulltime, extratime, penalty }: NonNullable<WireMatch['score']>,
  { home, away }: WireMatch['teams'],
): ScoreParts {
  const winner = home.winner === away.winner ? null : home.winner ? 'home' : away.winner ? 'away' : null
  return { fulltime, extratime, kicks: penalty, winner }
}

function toFeedTeam({ id, name, logo }: WireMatch['teams']['home']): FeedTeam {
  return { id, name, logo }
}
