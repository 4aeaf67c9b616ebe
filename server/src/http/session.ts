import type { IncomingHttpHeaders } from 'node:http'
import { IDENTITY_PROVIDERS } from '@tribune/contract/accounts.ts'
import type { AdminRefusal } from '@tribune/contract/endpoint.ts'
import { type AccountStrength, strengthOf } from '@tribune/domain/ballots/evidence.ts'
import { operatorRefusal, type SignInMethod } from '@tribune/domain/operator/operator.ts'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Bus } from '../infra/bus.ts'
import { GroupCommit } from '../infra/database/group-commit.ts'
import type { CacheReads } from '../infra/metrics/metrics.ts'
import type { Clock } from '../kernel/clock.ts'
import { roomFor } from '../kernel/memory.ts'
import { Refusal } from '../kernel/refusal.ts'
import { createTokenSigner, presentedToken, sessionCookieName, type TokenSigner } from './signed-token.ts'

/** Maximum number of sessions in one server's cache, and for how long each. */
const MAX_CACHED = 100_000
const CACHE_MS = 30_000
/** Maximum number of sessions read by one query, and of sessions that wait for a query: some seconds of reading. */
const MAX_PER_READ = 500
const MAX_WAITING = 20_000
/** Queries in flight: while PostgreSQL answers one, the next fills. */
const READS_IN_FLIGHT = 2
/** For how long a signed token without a session (signed out, deleted) is cached. */
const REFUSED_MS = 5_000
/** Longer than any statement may run, so that a read which began before a revocation has ended by then. */
const REVOCATION_MEMORY_MS = 60_000

const SESSION_SQL = `
  SELECT s.token, u.id, u.email, u.email_verified, u.phone_number, u.phone_number_verified,
    u.two_factor_enabled, u.created_at AS joined_at, u.voting_closed_at, u.voting_closed_reason, s.aal, s.amr, s.id AS session_id, s.created_at, s.updated_at, s.expires_at,
    EXISTS (SELECT FROM auth.account a WHERE a.user_id = u.id AND a.provider_id = ANY ($2)) AS vouched_for
  FROM auth.session s JOIN auth."user" u ON u.id = s.user_id
  WHERE s.token = ANY ($1) AND (s.aal = 2 OR NOT u.two_factor_enabled)`

/** A right to vote that the operator has closed. */
export interface VotingClosed {
  readonly since: Date
  readonly reason: string
}

/** The signed-in fan, with what the server needs on every request. */
export interface Fan {
  readonly id: string
  /** A placeholder for fans without an address. */
  readonly email: string
  /** The verified phone, in international form. */
  readonly phone: string | null
  /** Whether the fan has at least one verified e-mail, phone or provider identity, and so may vote. */
  readonly verified: boolean
  /** Since when the operator has closed the fan's right to vote, and why; `null` while it is open. */
  readonly votingClosed: VotingClosed | null
  /** The strongest thing that the account has proven. */
  readonly strength: AccountStrength
  readonly joinedAt: Date
  /** Whether `email` is verified. */
  readonly emailVerified: boolean
  /** Whether this is the operator, in a session that may administer. */
  readonly isAdmin: boolean
  /** Why this session may not administer; `null` if it may. */
  readonly adminRefusal: AdminRefusal | null
  /** Whether signing in needs a second factor, which this session has passed. */
  readonly hasSecondFactor: boolean
  readonly sessionId: string
  /** When this session began. */
  readonly signedInAt: Date
  /** When this session was last renewed. */
  readonly renewedAt: Date
}

/** Looks up the caller of a request. */
export interface Sessions {
  /** How many reads found a cached session, or had to look one up. */
  readonly reads: CacheReads
  /** Returns the fan of a signed cookie or bearer token, or `null`; a promise unless the answer is cached, so that most requests wait for nothing. */
  read(headers: IncomingHttpHeaders): Fan | null | Promise<Fan | null>
  /** Drops a fan's sessions from the cache, on this server and through the bus on all others. */
  forget(fanId: string): Promise<void>
}

interface SessionRow {
  token: string
  id: string
  email: string
  email_verified: boolean
  phone_number: string | null
  phone_number_verified: boolean
  two_factor_enabled: boolean
  aal: number
  amr: SignInMethod | null
  session_id: string
  created_at: Date
  updated_at: Date
  expires_at: Date
  joined_at: Date
  voting_closed_at: Date | null
  voting_closed_reason: string | null
  vouched_for: boolean
}

interface CachedSession {
  readonly fan: Fan | null
  readonly expiresAt: number
}

const NOBODY: CachedSession = { fan: null, expiresAt: Number.POSITIVE_INFINITY }

/** The settings that sessions depend on. */
interface SessionSettings {
  readonly secrets: readonly [string, ...string[]]
  readonly publicUrl: string | null
  readonly adminEmail: string
  /** Whether the operator must have given a second proof. */
  readonly operatorSecondProof: boolean
}

interface Parts {
  readonly pool: pg.Pool
  readonly bus: Bus
  readonly clock: Clock
  readonly config: SessionSettings
}

export function createSessions(parts: Parts): Sessions {
  return new CachedSessions(parts)
}

/** Reads the sessions of concurrent requests by one SQL query, and none while it is cached. A revocation drops it at once (docs/decisions/042). */
class CachedSessions implements Sessions {
  readonly reads: CacheReads = { hit: 0, miss: 0 }
  readonly #parts: Parts
  readonly #signer: TokenSigner
  readonly #cookieName: string
  readonly #cache: LRUCache<string, CachedSession>
  readonly #rows: GroupCommit<string, SessionRow | undefined>
  readonly #tokensOfFan = new Map<string, Set<string>>()
  /** Number of reads begun when each fan was last dropped: the result of an older read must not be cached. */
  readonly #droppedAt = new LRUCache<string, number>({ ...roomFor(MAX_CACHED), ttl: REVOCATION_MEMORY_MS })
  #allDroppedAt = 0
  #begun = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.#signer = createTokenSigner(...parts.config.secrets)
    this.#cookieName = sessionCookieName(parts.config.publicUrl?.startsWith('https:') ?? false)
    this.#cache = new LRUCache({
      ...roomFor(MAX_CACHED),
      ttl: CACHE_MS,
      dispose: (session, signed) => this.#unlink(session, signed),
    })
    this.#rows = new GroupCommit({
      commit: (tokens) => this.#readRows(tokens),
      keyOf: (token) => token,
      replaced: (row) => row,
      maxBatch: MAX_PER_READ,
      maxWaiting: MAX_WAITING,
      inFlight: READS_IN_FLIGHT,
      full: () => new Refusal('busy'),
    })
    parts.bus.on('fan', ({ id }) => this.#drop(id))
    parts.bus.on('reset', () => this.#dropAll())
  }

  read(headers: IncomingHttpHeaders): Fan | null | Promise<Fan | null> {
    const signed = presentedToken(headers, this.#cookieName)
    if (signed === null) return null
    const session = this.#cache.get(signed)
    this.reads[session === undefined ? 'miss' : 'hit'] += 1
    return session === undefined
      ? this.#load(signed).then((loaded) => this.#unexpired(loaded))
      : this.#unexpired(session)
  }

  #unexpired({ fan, expiresAt }: CachedSession): Fan | null {
    return expiresAt > this.#parts.clock.now().getTime() ? fan : null
  }

  async forget(fanId: string): Promise<void> {
    await this.#parts.bus.publish('fan', { id: fanId })
  }

  async #load(signed: string): Promise<CachedSession> {
    const token = this.#signer.verify(signed)
    if (token === null) return NOBODY
    this.#begun += 1
    const begun = this.#begun
    // Its query begins later than this: no result is older than its number.
    const row = await this.#rows.add(token)
    if (row === undefined) {
      this.#cache.set(signed, NOBODY, { ttl: REFUSED_MS })
      return NOBODY
    }
    const session = { fan: fanOf(row, this.#parts.config), expiresAt: row.expires_at.getTime() }
    if (!this.#wasDroppedSince(row.id, begun)) this.#store(signed, row.id, session)
    return session
  }

  async #readRows(tokens: readonly string[]): Promise<readonly (SessionRow | undefined)[]> {
    const { rows } = await this.#parts.pool.query<SessionRow>({
      name: 'sessions_of_tokens',
      text: SESSION_SQL,
      values: [tokens, IDENTITY_PROVIDERS],
    })
    const found = new Map(rows.map((row) => [row.token, row]))
    return tokens.map((token) => found.get(token))
  }

  #wasDroppedSince(fanId: string, begun: number): boolean {
    return Math.max(this.#droppedAt.get(fanId) ?? 0, this.#allDroppedAt) >= begun
  }

  #store(signed: string, fanId: string, session: CachedSession): void {
    this.#cache.set(signed, session)
    const tokens = this.#tokensOfFan.get(fanId)
    if (tokens === undefined) this.#tokensOfFan.set(fanId, new Set([signed]))
    else tokens.add(signed)
  }

  #unlink({ fan }: CachedSession, signed: string): void {
    if (fan === null) return
    const tokens = this.#tokensOfFan.get(fan.id)
    tokens?.delete(signed)
    if (tokens?.size === 0) this.#tokensOfFan.delete(fan.id)
  }

  #drop(fanId: string): void {
    this.#droppedAt.set(fanId, this.#begun)
    for (const signed of [...(this.#tokensOfFan.get(fanId) ?? [])]) this.#cache.delete(signed)
  }

  #dropAll(): void {
    this.#allDroppedAt = this.#begun
    this.#cache.clear()
  }
}

function fanOf(row: SessionRow, config: SessionSettings): Fan {
  const adminRefusal = adminRefusalOf(row, config)
  const strength = strengthOf({
    email: row.email_verified,
    phone: row.phone_number_verified,
    provider: row.vouched_for,
    secondFactor: row.two_factor_enabled,
  })
  return {
    id: row.id,
    email: row.email,
    phone: row.phone_number_verified ? row.phone_number : null,
    verified: strength !== 'none',
    votingClosed: votingClosedOf(row),
    strength,
    joinedAt: row.joined_at,
    emailVerified: row.email_verified,
    isAdmin: adminRefusal === null,
    adminRefusal,
    hasSecondFactor: row.two_factor_enabled,
    sessionId: row.session_id,
    signedInAt: row.created_at,
    renewedAt: row.updated_at,
  }
}

/** Reads the closure of a right to vote from the account's row, which holds both columns or neither. */
export function votingClosedOf(
  row: Pick<SessionRow, 'voting_closed_at' | 'voting_closed_reason'>,
): VotingClosed | null {
  const { voting_closed_at: since, voting_closed_reason: reason } = row
  return since === null || reason === null ? null : { since, reason }
}

/** Only one account may administer, and only in a session that began as the operator's must. */
function adminRefusalOf(row: SessionRow, { adminEmail, operatorSecondProof }: SessionSettings): AdminRefusal | null {
  if (!row.email_verified || row.email !== adminEmail) return 'admin_only'
  return operatorRefusal({ method: row.amr, assurance: row.aal }, operatorSecondProof)
}
