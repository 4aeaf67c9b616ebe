import type { OpenIdProviderId } from '@tribune/contract/accounts.ts'
import type { PictureOf, PictureSize } from '@tribune/domain/picture.ts'
import type { CountryRankingSource } from '@tribune/football/country-ranking/source.ts'
import type { FootballFeed } from '@tribune/football/feed.ts'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from './config.ts'
import type { Devices } from './http/device.ts'
import type { Draining } from './http/draining.ts'
import type { Sessions } from './http/session.ts'
import type { Bus } from './infra/bus.ts'
import type { Database } from './infra/database/pool.ts'
import type { Studio } from './infra/drawing/studio.ts'
import type { Backfill } from './infra/jobs/backfill.ts'
import type { Jobs } from './infra/jobs/queue.ts'
import type { Mailer } from './infra/mail/mailer.ts'
import type { SmsSender } from './infra/sms/sender.ts'
import type { PublicReads } from './infra/snapshots/public-reads.ts'
import type { Snapshots } from './infra/snapshots/snapshot.ts'
import type { LiveHub } from './infra/sse/hub.ts'
import type { Clock } from './kernel/clock.ts'

/**
 * What every feature may use. One object per server; nothing in it that another server cannot rebuild. A leaf: it names floors below the
 * features only, `app.ts` fills it.
 */
export interface App {
  readonly config: Config
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly pool: pg.Pool
  /** Connections of the ledger alone: whatever else is asked for, ballots do not queue behind it. */
  readonly ballotPool: pg.Pool
  readonly db: Database
  readonly bus: Bus
  /** Lets the public's reads to the database, few at a time. */
  readonly reads: PublicReads
  readonly snapshots: Snapshots
  readonly pictures: Pictures
  /** Makes pictures to share. */
  readonly studio: Studio
  readonly sessions: Sessions
  /** The devices requests come from, whoever uses them. */
  readonly devices: Devices
  readonly feed: FootballFeed
  readonly countries: CountryRankingSource
  readonly mailer: Mailer
  readonly sms: SmsSender
  readonly identityProviders: readonly IdentityProvider[]
  /** Whose people sign in over SAML; `null`: nobody's. */
  readonly organisation: Organisation | null
  readonly jobs: Jobs
  readonly backfill: Backfill
  readonly draining: Draining
  readonly realtime: MatchFollower
  readonly live: LiveHub
  /** Address people reach the product at, without a trailing slash. */
  readonly publicUrl: string
}

/** What work without a caller may use. */
export type JobContext = Pick<App, 'config' | 'clock' | 'log' | 'db' | 'bus' | 'jobs' | 'feed'>

/** An identity provider, and our credentials there. */
export interface IdentityProvider {
  readonly id: OpenIdProviderId
  readonly clientId: string
  readonly clientSecret: string
  /** Where it describes itself; `null` for the well-known one of its name. */
  readonly discoveryUrl: string | null
  /** Of an organisation: it is believed for addresses of these domains, and for no others. */
  readonly domains?: readonly string[]
}

/** One organisation whose people sign in with what they have there, over SAML 2.0. */
export interface Organisation {
  /** How its identity provider describes itself, with the key that it signs with: XML. */
  readonly metadata: string
  /** Of its people's addresses: for these, and for no others, its word is enough. */
  readonly domains: readonly string[]
  /** The attribute that holds the address; where there is none, the name by which it knows somebody is one. */
  readonly emailAttribute: string
}

/** A picture's bytes as they leave. */
export interface ReadyPicture {
  readonly bytes: Buffer
  readonly etag: string
}

/** What can be answered at once for a picture. */
export interface FoundPicture {
  readonly name: string
  /** The version of the newest source; `null` when there is none. */
  readonly version: string | null
  /** `null`: draw it. */
  readonly ready: ReadyPicture | null
  /** Milliseconds until the picture may be there. */
  readonly retryMs: number
}

/** Pictures of players, clubs and competitions: made by `features/media`. */
export interface Pictures {
  /** `null`: nobody of that number. `asked` is the version in the address. */
  find(of: PictureOf, size: PictureSize, asked: string | undefined): Promise<FoundPicture | null>
  /** Fetches what fans of the matches around now are about to ask for. Gives how many were looked at. */
  warm(): Promise<number>
  /** Ends when nothing is being fetched any more. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Follows running matches at the provider's pace: made by `features/ingestion`. */
export interface MatchFollower {
  /** Runs now, unless a run began too lately. Whoever asks while it runs waits for the same. */
  request(): Promise<void>
  /** Runs while a vote is about to open or a whistle to blow, whether anybody looks or not. */
  watch(): Promise<void>
  /** The last completed run. `ms`: how long it took; `at`: when it ended, ISO 8601. */
  status(): { updated: number; ms: number; at: string | null; fresh: boolean }
  /** Why the provider refuses us for good, `null` while it does not. */
  refusal(): string | null
}
