import { LRUCache } from 'lru-cache'
import type { Adapter, AdapterPayload } from 'oidc-provider'

const KEPT = 5_000

/** In-memory store of the stand-in for identity providers. */
export class Memory implements Adapter {
  static readonly #kept = new LRUCache<string, AdapterPayload>({ max: KEPT })
  readonly #kind: string

  constructor(kind: string) {
    this.#kind = kind
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    Memory.#kept.set(this.#key(id), payload, expiresIn === undefined ? {} : { ttl: expiresIn * 1_000 })
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return Memory.#kept.get(this.#key(id))
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#all().find((payload) => payload.uid === uid)
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#all().find((payload) => payload.userCode === userCode)
  }

  async consume(id: string): Promise<void> {
    const payload = Memory.#kept.get(this.#key(id))
    if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000)
  }

  async destroy(id: string): Promise<void> {
    Memory.#kept.delete(this.#key(id))
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of Memory.#kept.entries()) if (payload.grantId === grantId) Memory.#kept.delete(key)
  }

  #key(id: string): string {
    return `${this.#kind} ${id}`
  }

  #all(): AdapterPayload[] {
    return [...Memory.#kept.entries()].filter(([key]) => key.startsWith(`${this.#kind} `)).map(([, payload]) => payload)
  }
}
