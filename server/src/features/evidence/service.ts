import { createHmac } from 'node:crypto'
import { ACCOUNT_STRENGTHS, accountHours } from '@tribune/domain/evidence.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { App } from '../../context.ts'
import type { Fan } from '../../http/session.ts'
import { keyFor } from '../../kernel/keys.ts'
import { networksOf } from '../../kernel/network.ts'

/** Where a ballot comes from, as its request shows it; nothing of this is stored as it is. */
export interface BallotSource {
  readonly fan: Pick<Fan, 'strength' | 'joinedAt'>
  readonly address: string
  readonly deviceId: string | null
}

/** What is stored of it beside the ballot. Hashes are 64-bit integers as text, which JavaScript's numbers cannot hold. */
export interface Evidence {
  readonly accountStrength: number
  readonly accountHours: number
  /** Of the address's networks, narrowest first. */
  readonly networks: readonly string[]
  readonly device: string | null
}

/** Hashes remembered, of addresses and of devices: a match day's callers come again and again. */
const HASHES_KEPT = 100_000
/** What the column holds: nearly four years. */
const MOST_HOURS = 32_767

/** Hashes where ballots come from under the newest secret, with a key of its own for each season. */
export class EvidenceCollector {
  readonly #app: Pick<App, 'config' | 'clock'>
  readonly #keys = new Map<number, Buffer>()
  readonly #hashes = new LRUCache<string, readonly string[]>({ max: HASHES_KEPT })

  constructor(app: Pick<App, 'config' | 'clock'>) {
    this.#app = app
  }

  of({ fan, address, deviceId }: BallotSource, season: number): Evidence {
    const [device = null] = deviceId === null ? [] : this.#hashed(season, 'device', deviceId, () => [deviceId])
    return {
      accountStrength: ACCOUNT_STRENGTHS.indexOf(fan.strength),
      accountHours: Math.min(accountHours(fan.joinedAt, this.#app.clock.now()), MOST_HOURS),
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

/** What a request shows of where a ballot comes from. */
export function sourceOf(app: Pick<App, 'devices'>, fan: Fan, request: FastifyRequest): BallotSource {
  return { fan, address: request.ip, deviceId: app.devices.of(request)?.id ?? null }
}

/** The key under which the evidence of deleted accounts is hashed once more: it compares with its like alone. */
export function departureKey({ config }: Pick<App, 'config'>): Buffer {
  return keyFor(config.secret, 'evidence of deleted accounts')
}

function hash(key: Buffer, value: string): string {
  return createHmac('sha256', key).update(value).digest().readBigInt64BE().toString()
}
