import { setTimeout as wait } from 'node:timers/promises'
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
import { type FeedLog, noLog } from './calls/log.ts'
import { createProviderCalls, type ProviderCalls } from './calls/provider-calls.ts'
import { readPlayers } from './players.ts'
import { readPhase } from './status.ts'
import { type RowReader, readAnswer } from './wire/rows.ts'
import { type WireMatch, wireMatch } from './wire/wire-match.ts'
import { knownId, label, optionalUrl } from './wire/wire-values.ts'

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
const MEDIA_URL = 'https://media.api-sports.io/football'

/** Creates a feed that reads API-Football v3, or any server that speaks its wire format. */
export function createApiFootballFeed(options: ApiFootballOptions): FootballFeed {
  return new ApiFootballFeed(options)
}

interface ReadMatch {
  readonly row: WireMatch
  readonly match: FeedMatch
}

class ApiFootballFeed implements FootballFeed {
  readonly name = 'API-Football'
  readonly #calls: ProviderCalls
  readonly #now: () => Date
  readonly #log: FeedLog
  readonly #mediaUrl: string
  readonly #unknownCodes = new Set<string>()

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
    const byId = new Map(rows.map((row) => [row.fixture.id, { row, match: toFeedMatch(row, observedAt) }]))
    const read = [...byId.values()]
    for (const { match } of read) this.#logUnknownCode(match)
    return read
  }

  #detailOf({ row, match }: ReadMatch): FeedMatchDetail {
    const { lineups, players: statistics, events = null } = row
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
    return { match, players }
  }

  #logUnknownCode({ id, status, rawStatus }: FeedMatch): void {
    if (status !== null || this.#unknownCodes.has(rawStatus)) return
    this.#unknownCodes.add(rawStatus)
    this.#log('feed_unknown_status', { rawStatus, matchId: id })
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
