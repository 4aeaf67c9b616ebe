import type { IncomingHttpHeaders } from 'node:http'
import { IDENTITY_PROVIDERS } from '@tribune/contract/accounts.ts'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Bus } from '../live/bus.ts'
import { createTokenSigner, presentedToken, sessionCookieName, type TokenSigner } from './signed-token.ts'

/** Sessions remembered by one server, and for how long without asking again. */
const KEPT = 100_000
const KEPT_MS = 30_000
/** A signed token without a session (signed out, deleted) is looked up again only after this. */
const REFUSED_MS = 5_000
/** Longer than any statement may run: a read that began before a revocation has ended by then. */
const REVOCATION_MEMORY_MS = 60_000

const SESSION_SQL = `
  SELECT u.id, u.email, u.email_verified, u.phone_number, u.phone_number_verified,
    u.two_factor_enabled, s.id AS session_id, s.created_at, s.expires_at,
    u.email_verified OR u.phone_number_verified
      OR EXISTS (SELECT FROM auth.account a WHERE a.user_id = u.id AND a.provider_id = ANY ($2)) AS verified
  FROM auth.session s JOIN auth."user" u ON u.id = s.user_id
  WHERE s.token = $1 AND (s.aal = 2 OR NOT u.two_factor_enabled)`

/** The signed-in fan, as far as the server needs him on every request. */
export interface Fan {
  readonly id: string
  /** For who has none, an address that only stands in for one. */
  readonly email: string
  /** In international form, proven. */
  readonly phone: string | null
  /** At least one verified e-mail, phone or provider identity: may vote. */
  readonly verified: boolean
  readonly isAdmin: boolean
  /** Signing in takes a second proof, and took it for this session. */
  readonly hasSecondFactor: boolean
  readonly sessionId: string
  /** When this session began. */
  readonly signedInAt: Date
}

/** Reads who is calling from a signed cookie or bearer token, from memory where it can. */
export interface Sessions {
  read(headers: IncomingHttpHeaders): Promise<Fan | null>
  /** Forgets what is remembered of one fan, on this server and through the bus on all others. */
  forget(fanId: string): Promise<void>
}

interface SessionRow {
  id: string
  email: string
  email_verified: boolean
  phone_number: string | null
  phone_number_verified: boolean
  two_factor_enabled: boolean
  session_id: string
  created_at: Date
  expires_at: Date
  verified: boolean
}

interface Kept {
  readonly fan: Fan | null
  readonly expiresAt: number
}

const NOBODY: Kept = { fan: null, expiresAt: Number.POSITIVE_INFINITY }

interface Parts {
  readonly pool: pg.Pool
  readonly bus: Bus
  readonly clock: Clock
  readonly config: Config
}

export function createSessions(parts: Parts): Sessions {
  return new RememberedSessions(parts)
}

/** At most one SQL query per request, none while remembered; a revocation empties the memory at once. */
class RememberedSessions implements Sessions {
  readonly #parts: Parts
  readonly #signer: TokenSigner
  readonly #cookieName: string
  readonly #kept: LRUCache<string, Kept>
  readonly #tokensOfFan = new Map<string, Set<string>>()
  /** When each fan was last forgotten, in reads begun: what an older read brings back must not be kept. */
  readonly #forgotten = new LRUCache<string, number>({ max: KEPT, ttl: REVOCATION_MEMORY_MS })
  #allForgotten = 0
  #reads = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.#signer = createTokenSigner(parts.config.secret)
    this.#cookieName = sessionCookieName(parts.config.publicUrl?.startsWith('https:') ?? false)
    this.#kept = new LRUCache({ max: KEPT, ttl: KEPT_MS, dispose: (kept, signed) => this.#unlink(kept, signed) })
    parts.bus.on('fan', ({ id }) => this.#drop(id))
    parts.bus.on('reset', () => this.#dropAll())
  }

  async read(headers: IncomingHttpHeaders): Promise<Fan | null> {
    const signed = presentedToken(headers, this.#cookieName)
    if (signed === null) return null
    const kept = this.#kept.get(signed) ?? (await this.#load(signed))
    return kept.expiresAt > this.#parts.clock.now().getTime() ? kept.fan : null
  }

  async forget(fanId: string): Promise<void> {
    await this.#parts.bus.publish('fan', { id: fanId })
  }

  async #load(signed: string): Promise<Kept> {
    const token = this.#signer.verify(signed)
    if (token === null) return NOBODY
    this.#reads += 1
    const begun = this.#reads
    const { rows } = await this.#parts.pool.query<SessionRow>({
      name: 'session_of_token',
      text: SESSION_SQL,
      values: [token, IDENTITY_PROVIDERS],
    })
    const [row] = rows
    if (row === undefined) {
      this.#kept.set(signed, NOBODY, { ttl: REFUSED_MS })
      return NOBODY
    }
    const kept = { fan: fanOf(row, this.#parts.config.adminEmail), expiresAt: row.expires_at.getTime() }
    if (!this.#forgottenSince(row.id, begun)) this.#keep(signed, row.id, kept)
    return kept
  }

  #forgottenSince(fanId: string, begun: number): boolean {
    return Math.max(this.#forgotten.get(fanId) ?? 0, this.#allForgotten) >= begun
  }

  #keep(signed: string, fanId: string, kept: Kept): void {
    this.#kept.set(signed, kept)
    const tokens = this.#tokensOfFan.get(fanId)
    if (tokens === undefined) this.#tokensOfFan.set(fanId, new Set([signed]))
    else tokens.add(signed)
  }

  #unlink({ fan }: Kept, signed: string): void {
    if (fan === null) return
    const tokens = this.#tokensOfFan.get(fan.id)
    tokens?.delete(signed)
    if (tokens?.size === 0) this.#tokensOfFan.delete(fan.id)
  }

  #drop(fanId: string): void {
    this.#forgotten.set(fanId, this.#reads)
    for (const signed of [...(this.#tokensOfFan.get(fanId) ?? [])]) this.#kept.delete(signed)
  }

  #dropAll(): void {
    this.#allForgotten = this.#reads
    this.#kept.clear()
  }
}

function fanOf(row: SessionRow, adminEmail: string): Fan {
  return {
    id: row.id,
    email: row.email,
    phone: row.phone_number_verified ? row.phone_number : null,
    verified: row.verified,
    isAdmin: row.email_verified && row.email === adminEmail,
    hasSecondFactor: row.two_factor_enabled,
    sessionId: row.session_id,
    signedInAt: row.created_at,
  }
}
