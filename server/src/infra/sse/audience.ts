import type { ServerResponse } from 'node:http'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { networksOf } from '../../kernel/network.ts'

/** Listeners written to before other work gets its turn, so that ballots do not wait for a whole stadium. */
const SLICE = 500
/** A listener with more unread bytes is disconnected, and reconnects when it can. */
const MAX_UNREAD_BYTES = 256 * 1024
/** Time in which a listener can read the rest when its stream is ended, in milliseconds. */
const GRACE_MS = 1_000

/** A /24, or a /56 or /48 of IPv6, may have as many listeners as this many addresses. */
const WIDER_SHARE = 4

export interface Topics {
  readonly home: boolean
  readonly matchIds: readonly number[]
}

/** Maximum number of listeners of this server, and of one address. */
export interface ListenerLimits {
  readonly listeners: number
  readonly perAddress: number
}

/** The listeners of this server, by what they follow. */
export class Audience {
  readonly #limits: ListenerLimits
  readonly #all = new Set<ServerResponse>()
  readonly #home = new Set<ServerResponse>()
  readonly #byMatch = new Map<number, Set<ServerResponse>>()
  readonly #byNetwork = new Map<string, number>()

  constructor(limits: ListenerLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#all.size
  }

  hasRoomFor(address: string): boolean {
    const { listeners, perAddress } = this.#limits
    return (
      this.#all.size < listeners && blocksOf(address).every(([block, share]) => this.#held(block) < share * perAddress)
    )
  }

  /** Adds an answer whose head is written, until its connection closes. */
  add(response: ServerResponse, address: string, { home, matchIds }: Topics): void {
    this.#all.add(response)
    for (const [block] of blocksOf(address)) this.#byNetwork.set(block, this.#held(block) + 1)
    if (home) this.#home.add(response)
    for (const id of matchIds) {
      const followers = this.#byMatch.get(id) ?? new Set()
      this.#byMatch.set(id, followers.add(response))
    }
    response.on('error', () => response.destroy())
    response.once('close', () => this.#remove(response, address, matchIds))
  }

  sendToAll(bytes: Buffer): Promise<void> {
    return send(this.#all, bytes)
  }

  sendToHome(bytes: Buffer): Promise<void> {
    return send(this.#home, bytes)
  }

  /** Sends to the followers of a match, except to those whom `sendToHome` has reached already. */
  sendToFollowers(matchId: number, bytes: Buffer, { sentToHome }: { readonly sentToHome: boolean }): Promise<void> {
    const followers = this.#byMatch.get(matchId)
    return followers === undefined ? Promise.resolve() : send(followers, bytes, sentToHome ? this.#home : null)
  }

  /** Ends all streams, and destroys those that do not end in time. */
  close(): void {
    for (const response of this.#all) response.end()
    setTimeout(() => {
      for (const response of this.#all) response.destroy()
    }, GRACE_MS).unref()
  }

  #held(block: string): number {
    return this.#byNetwork.get(block) ?? 0
  }

  #remove(response: ServerResponse, address: string, matchIds: readonly number[]): void {
    this.#all.delete(response)
    this.#home.delete(response)
    for (const [block] of blocksOf(address)) {
      if (this.#held(block) <= 1) this.#byNetwork.delete(block)
      else this.#byNetwork.set(block, this.#held(block) - 1)
    }
    for (const id of matchIds) {
      const followers = this.#byMatch.get(id)
      followers?.delete(response)
      if (followers?.size === 0) this.#byMatch.delete(id)
    }
  }
}

/** Returns the networks of an address, each with its limit as a multiple of an address's. */
function blocksOf(address: string): [block: string, share: number][] {
  return networksOf(address).map((block, index) => [block, index === 0 ? 1 : WIDER_SHARE])
}

async function send(
  listeners: ReadonlySet<ServerResponse>,
  bytes: Buffer,
  except: ReadonlySet<ServerResponse> | null = null,
) {
  let visited = 0
  for (const response of listeners) {
    if (except?.has(response) !== true) write(response, bytes)
    visited += 1
    if (visited % SLICE === 0) await yieldToOthers()
  }
}

function write(response: ServerResponse, bytes: Buffer): void {
  if (response.writableLength > MAX_UNREAD_BYTES) response.destroy()
  else response.write(bytes)
}
