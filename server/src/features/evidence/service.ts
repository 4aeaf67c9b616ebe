import { createHmac } from 'node:crypto'
import { ACCOUNT_STRENGTHS, accountHours } from '@tribune/domain/evidence.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { App } from '../../context.ts'
import type { Fan } from '../../http/session.ts'
import { roomFor } from '../../kernel/cache-room.ts'
import { keyFor } from '../../kernel/keys.ts'
import { networksOf } from '../../kernel/network.ts'

/** The origin of a ballot, from its request. Not stored in this form. */
export interface BallotSource {
  readonly fan: Pick<Fan, 'strength' | 'joinedAt'>
  readonly address: string
  readonly deviceId: string | null
}

/** The evidence that is stored beside a ballot. Hashes are 64-bit integers as text, because they exceed JavaScript's numbers. */
export interface Evidence {
  readonly accountStrength: number
  readonly accountHours: number
  /** Hashes of the address's networks, narrowest first. */
  readonly networks: readonly string[]
  readonly device: string | null
}

/** Most cached hashes of addresses and devices, which recur on a match day. */
const MAX_CACHED = 100_000
/** Maximum of the column, nearly four years. */
const MAX_HOURS = 32_767

/** Makes the evidence of ballots, hashed with a key per season, derived from the newest secret. */
export class EvidenceCollector {
  readonly #app: Pick<App, 'config' | 'clock'>
  readonly #keys = new Map<number, Buffer>()
  readonly #hashes = new LRUCache<string, readonly string[]>(roomFor(MAX_CACHED))

  constructor(app: Pick<App, 'config' | 'clock'>) {
    this.#app = app
  }

  of({ fan, address, deviceId }: BallotSource, season: number): Evidence {
    const [device = null] = deviceId === null ? [] : this.#hashed(season, 'device', deviceId, () => [deviceId])
    return {
      accountStrength: ACCOUNT_STRENGTHS.indexOf(fan.strength),
      accountHours: Math.min(accountHours(fan.joinedAt, this.#app.clock.now()), MAX_HOURS),
      networks: this.#hashed(season, 'network', address, () => networksOf(address)),
      device,
    }
  }

  #hashed(season: number, what: 'device' | 'network', value: string, parts: () => readonly string[]) {
    const name = `${season} ${what} ${value}`
    const known = this.#hashes.get(name)
    if (known !== undefined) return known
    const key = this.#keyOf(season)
    const made = parts().map((part) => hash(key, `${what} ${part}`))
    this.#hashes.set(name, made)
    return made
  }

  #keyOf(season: number): Buffer {
    const key = this.#keys.get(season) ?? keyFor(this.#app.config.secret, `evidence ${season}`)
    this.#keys.set(season, key)
    return key
  }
}

/** Returns the origin of a ballot from its request. */
export function sourceOf(app: Pick<App, 'devices'>, fan: Fan, request: FastifyRequest): BallotSource {
  return { fan, address: request.ip, deviceId: app.devices.of(request)?.id ?? null }
}

/** Returns the key for rehashing the evidence of deleted accounts, which is then comparable only with its like. */
export function departureKey({ config }: Pick<App, 'config'>): Buffer {
  return keyFor(config.secret, 'evidence of deleted accounts')
}

function hash(key: Buffer, value: string): string {
  return createHmac('sha256', key).update(value).digest().readBigInt64BE().toString()
}
