import type { OpenIdProviderId } from '@tribune/contract/accounts.ts'
import type { Group } from '@tribune/domain/integrity/rule.ts'
import type { CountryRankingSource } from '@tribune/football/country-ranking/source.ts'
import type { FootballFeed } from '@tribune/football/feed.ts'
import type { PictureOf, PictureSize } from '@tribune/protocol/picture.ts'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from './config.ts'
import type { Devices } from './http/device.ts'
import type { Draining } from './http/draining.ts'
import type { Sessions } from './http/session.ts'
import type { Bus } from './infra/bus.ts'
import type { Database, Db } from './infra/database/pool.ts'
import type { Studio } from './infra/drawing/studio.ts'
import type { Backfill } from './infra/jobs/backfill.ts'
import type { Jobs } from './infra/jobs/queue.ts'
import type { Mailer } from './infra/mail/mailer.ts'
import type { Metrics } from './infra/metrics/metrics.ts'
import type { PushSender } from './infra/push/sender.ts'
import type { SmsSender } from './infra/sms/sender.ts'
import type { PublicReads } from './infra/snapshots/public-reads.ts'
import type { Snapshots } from './infra/snapshots/snapshot.ts'
import type { LiveHub } from './infra/sse/hub.ts'
import type { Clock } from './kernel/clock.ts'

/**
 * Everything that features may use; one object per server, without state that another server could not rebuild. A leaf type: it refers only to
 * floors below the features, and `app.ts` fills it.
 */
export interface App {
  readonly config: Config
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly pool: pg.Pool
  /** Connections of the ledger alone, so that ballots never queue behind other work. */
  readonly ballotPool: pg.Pool
  readonly db: Database
  readonly bus: Bus
  /** Counts for Prometheus. */
  readonly metrics: Metrics
  /** Limits public reads of the database. */
  readonly reads: PublicReads
  readonly snapshots: Snapshots
  /** The seasons, cached in memory. */
  readonly seasons: Seasons
  readonly pictures: Pictures
  /** Makes pictures to share. */
  readonly studio: Studio
  readonly sessions: Sessions
  /** Identifies the devices of requests. */
  readonly devices: Devices
  readonly feed: FootballFeed
  readonly countries: CountryRankingSource
  readonly mailer: Mailer
  readonly sms: SmsSender
  readonly push: PushSender
  readonly identityProviders: readonly IdentityProvider[]
  /** The organisation that signs in over SAML, or `null`. */
  readonly organisation: Organisation | null
  /** Hashes passwords; the accounts library does if unset. */
  readonly passwordHashing?: PasswordHashing
  readonly rule: RuleRunner
  readonly recorder: Recorder
  readonly jobs: Jobs
  readonly backfill: Backfill
  readonly draining: Draining
  readonly realtime: MatchFollower
  readonly live: LiveHub
  /** The product's public address, without a trailing slash. */
  readonly publicUrl: string
}

/** The part of the app that jobs may use. */
export type JobContext = Pick<
  App,
  'config' | 'clock' | 'log' | 'db' | 'bus' | 'metrics' | 'jobs' | 'feed' | 'push' | 'rule' | 'recorder'
>

/** Groups that the integrity rule found in the ballots of a match. `changes` and `attempt`: the version of the ballots; `ran`: whether it could run. */
export interface Judgement {
  readonly changes: number
  readonly attempt: number
  readonly groups: readonly Group[]
  readonly ran: boolean
}

/** Runs the integrity rule; implemented by `features/results/integrity`. */
export interface RuleRunner {
  /** Finds the groups of a match whose vote is over. Refuses `busy` while the server stops. */
  judge(db: Db, matchId: number): Promise<Judgement>
  close(): Promise<void>
}

/** Writes the public records of results; implemented by `features/results/audit`. */
export interface Recorder {
  /** Writes the records of all results that have changed, and resolves when they are stored. */
  write(db: Db): Promise<void>
  /** Refuses `busy` if one of these matches has a change whose record is not written: none may follow it. The caller has locked them. */
  requireWritten(tx: Db, matchIds: readonly number[]): Promise<void>
  /** Checks all that is published, and recounts results that changed since a moment. Returns the problems. */
  check(since: Date): Promise<string[]>
  /** Seals the keys of logs with the newest secret, so that an older one can be removed from the list. */
  resealKeys(db: Db): Promise<void>
  /** Stores the salts of a fan's published ballots, before these lose their owner: a later record has the same leaves. */
  fixSalts(tx: Db, fanId: string): Promise<void>
  close(): Promise<void>
}

/** A season. `end` is exclusive; `closedAt` is `null` for the open one. */
export interface SeasonFacts {
  readonly id: number
  readonly name: string
  readonly label: string
  readonly start: Date
  readonly end: Date
  readonly closedAt: Date | null
  /** Competitions that do not count, fixed when the season closed; `null` while those do not that are hidden. */
  readonly hidden: readonly number[] | null
}

/** The seasons as this server knows them; implemented by `features/season/seasons`. */
export interface Seasons {
  /** All of them, newest first. */
  all(): Promise<readonly SeasonFacts[]>
  open(): Promise<SeasonFacts>
  /** Returns the season with this id, the open one for `undefined`. Refuses `season_not_found`. */
  find(id: number | undefined): Promise<SeasonFacts>
}

/** An identity provider, and our credentials there. */
export interface IdentityProvider {
  readonly id: OpenIdProviderId
  readonly clientId: string
  readonly clientSecret: string
  /** Its discovery document; `null` for the well-known provider of that name. */
  readonly discoveryUrl: string | null
  /** Mail domains for whose addresses an organisation is trusted; it is trusted for no others. */
  readonly domains?: readonly string[]
}

/** Makes the stored form of a password, and compares with it. */
export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(given: { readonly hash: string; readonly password: string }): Promise<boolean>
}

/** An organisation whose people sign in over SAML 2.0. */
export interface Organisation {
  /** SAML metadata of its identity provider, with its signing key: XML. */
  readonly metadata: string
  /** Mail domains for whose addresses it is trusted; it is trusted for no others. */
  readonly domains: readonly string[]
  /** SAML attribute with the address; if absent, the name id is the address. */
  readonly emailAttribute: string
}

/** The bytes of a picture, ready to send. */
export interface ReadyPicture {
  readonly bytes: Buffer
  readonly etag: string
}

/** The result of looking a picture up. */
export interface FoundPicture {
  readonly name: string
  /** Version of the newest source; `null` if there is none. */
  readonly version: string | null
  /** `null` if it has to be drawn. */
  readonly ready: ReadyPicture | null
  /** Milliseconds until the picture may be there. */
  readonly retryMs: number
}

/** Runs a read of the database when it may. */
export type ReadTurn = <T>(read: () => Promise<T>) => Promise<T>

/** Pictures of players, clubs and competitions; implemented by `features/public/media`. */
export interface Pictures {
  /** Finds a picture, or returns `null` for an unknown id. `asked` is the version in the address; `read` is at once if unset. */
  find(of: PictureOf, size: PictureSize, asked?: string, read?: ReadTurn): Promise<FoundPicture | null>
  /** Downloads pictures of current matches before fans need them. Returns the number of pictures checked. */
  warm(): Promise<number>
  /** Resolves when no download is under way. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Follows matches in play at the provider's pace; implemented by `features/feed/ingestion`. */
export interface MatchFollower {
  /** Runs now, unless the last run is too recent. Concurrent calls share one run. */
  request(): Promise<void>
  /** Runs for the operator, regardless of the pace, or joins the current run. Refuses `feed_unavailable` once the day's calls are spent. */
  synchronise(): Promise<void>
  /** Runs if a vote is about to open or a whistle is due, even if no fan watches. */
  watch(): Promise<void>
  /** Returns the last completed run. `ms`: its duration; `at`: its end, ISO 8601. */
  status(): { updated: number; ms: number; at: string | null; fresh: boolean }
  /** Returns why the provider refuses us until somebody acts, or `null`: `config`, `suspended` or `plan`. */
  refusal(): string | null
}
