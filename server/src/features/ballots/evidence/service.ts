import { createHmac, type KeyObject } from 'node:crypto'
import { ACCOUNT_STRENGTHS, accountHours, evidenceEnd } from '@tribune/domain/ballots/evidence.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../../context.ts'
import type { Fan } from '../../../http/session.ts'
import { keyBytes, keyFor } from '../../../kernel/keys.ts'
import { networksOf } from '../../../kernel/network.ts'
import type { EvidenceRow } from './queries.ts'

/** A fan as the server has cached them with their session. */
type Voter = Pick<Fan, 'id' | 'strength' | 'joinedAt'>

/** The origin of a ballot, from its request. Not stored in this form. */
export interface BallotSource {
  readonly fan: Voter
  readonly address: string
  readonly deviceId: string | null
}

/** The evidence that is stored with a ballot. Hashes are 64-bit integers as text, because they exceed JavaScript's numbers. */
export interface Evidence {
  readonly accountStrength: number
  readonly accountHours: number
  /** Hashes of the address's networks, narrowest first. */
  readonly networks: readonly string[]
  readonly device: string | null
}

/** Hashes, with the input that they were made of. */
interface Hashed extends Omit<BallotSource, 'fan'> {
  readonly season: number
  readonly hashes: Pick<Evidence, 'networks' | 'device'>
}

/** Maximum of the column, nearly four years. */
const MAX_HOURS = 32_767

/** Makes the evidence of ballots, hashed with a key per season, derived from the newest secret. */
export class EvidenceCollector {
  readonly #app: Pick<App, 'config' | 'clock'>
  readonly #keys = new Map<number, KeyObject>()
  /** Hashes of the last ballot in each cached session. */
  readonly #hashes = new WeakMap<Voter, Hashed>()

  constructor(app: Pick<App, 'config' | 'clock'>) {
    this.#app = app
  }

  of(source: BallotSource, season: number): Evidence {
    const { fan } = source
    return {
      accountStrength: ACCOUNT_STRENGTHS.indexOf(fan.strength),
      accountHours: Math.min(accountHours(fan.joinedAt, this.#app.clock.now()), MAX_HOURS),
      ...this.#hashed(source, season),
    }
  }

  #hashed({ fan, address, deviceId }: BallotSource, season: number): Hashed['hashes'] {
    const known = this.#hashes.get(fan)
    if (known?.season === season && known.address === address && known.deviceId === deviceId) return known.hashes
    const key = this.#keyOf(season)
    const hashes = {
      networks: networksOf(address).map((network) => hash(key, `network ${network}`)),
      device: deviceId === null ? null : hash(key, `device ${deviceId}`),
    }
    this.#hashes.set(fan, { season, address, deviceId, hashes })
    return hashes
  }

  #keyOf(season: number): KeyObject {
    const key = this.#keys.get(season) ?? keyFor(this.#app.config.secret, `evidence ${season}`)
    this.#keys.set(season, key)
    return key
  }
}

/** Returns the origin of a ballot from its request. */
export function sourceOf(app: Pick<App, 'devices'>, fan: Fan, request: FastifyRequest): BallotSource {
  return { fan, address: request.ip, deviceId: app.devices.of(request, fan)?.id ?? null }
}

/** Returns the key for rehashing the evidence of deleted accounts, which is then comparable only with its like. */
export function departureKey({ config }: Pick<App, 'config'>): Buffer {
  return keyBytes(config.secret, 'evidence of deleted accounts')
}

function hash(key: KeyObject, value: string): string {
  return createHmac('sha256', key).update(value).digest().readBigInt64BE().toString()
}

/** Presents the evidence of a ballot to its fan. */
export function presentEvidence(row: EvidenceRow) {
  return {
    account_strength: ACCOUNT_STRENGTHS[row.account_strength] ?? 'none',
    account_age_hours: row.account_hours,
    network_hashes: row.networks,
    device_hash: row.device,
    changes: row.changes,
    kept_until: evidenceEnd(row.published_at)?.toISOString() ?? null,
  }
}
