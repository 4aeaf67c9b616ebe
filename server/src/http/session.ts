import type { IncomingHttpHeaders } from 'node:http'
import { IDENTITY_PROVIDERS } from '@tribune/contract/accounts.ts'
import type { AdminRefusal } from '@tribune/contract/endpoint.ts'
import { type AccountStrength, strengthOf } from '@tribune/domain/evidence.ts'
import { operatorRefusal, type SignInMethod } from '@tribune/domain/operator.ts'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Bus } from '../infra/bus.ts'
import type { Clock } from '../kernel/clock.ts'
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
    u.two_factor_enabled, u.created_at AS joined_at, s.aal, s.amr, s.id AS session_id, s.created_at, s.expires_at,
    EXISTS (SELECT FROM auth.account a WHERE a.user_id = u.id AND a.provider_id = ANY ($2)) AS vouched_for
  FROM auth.session s JOIN auth."user" u ON u.id = s.user_id
  WHERE s.token = $1 AND (s.aal = 2 OR NOT u.two_factor_enabled)`

/** The signed-in fan, as far as the server needs them on every request. */
export interface Fan {
  readonly id: string
  /** For who has none, an address that only stands in for one. */
  readonly email: string
  /** In international form, proven. */
  readonly phone: string | null
  /** At least one verified e-mail, phone or provider identity: may vote. */
  readonly verified: boolean
  /** The strongest thing the account has proven. */
  readonly strength: AccountStrength
  readonly joinedAt: Date
  /** The mailbox of `email` is proven. */
  readonly emailVerified: boolean
  /** The operator, in a session that may administer. */
  readonly isAdmin: boolean
  /** Why this session may not administer; `null` where it may. */
  readonly adminRefusal: AdminRefusal | null
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
  aal: number
  amr: SignInMethod | null
  session_id: string
  created_at: Date
  expires_at: Date
  joined_at: Date
  vouched_for: boolean
}

interface Kept {
  readonly fan: Fan | null
  readonly expiresAt: number
}

const NOBODY: Kept = { fan: null, expiresAt: Number.POSITIVE_INFINITY }

/** The settings that sessions depend on. */
interface SessionSettings {
  readonly secrets: readonly [string, ...string[]]
  readonly publicUrl: string | null
  readonly adminEmail: string
  readonly production: boolean
}

interface Parts {
  readonly pool: pg.Pool
  readonly bus: Bus
  readonly clock: Clock
  readonly config: SessionSettings
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
    this.#signer = createTokenSigner(...parts.config.secrets)
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
    const kept = { fan: fanOf(row, this.#parts.config), expiresAt: row.expires_at.getTime() }
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
    strength,
    joinedAt: row.joined_at,
    emailVerified: row.email_verified,
    isAdmin: adminRefusal === null,
    adminRefusal,
    hasSecondFactor: row.two_factor_enabled,
    sessionId: row.session_id,
    signedInAt: row.created_at,
  }
}

/** One account may administer, and only by a session that began as the operator's must. */
function adminRefusalOf(row: SessionRow, { adminEmail, production }: SessionSettings): AdminRefusal | null {
  if (!row.email_verified || row.email !== adminEmail) return 'admin_only'
  return operatorRefusal({ method: row.amr, assurance: row.aal }, production)
}
