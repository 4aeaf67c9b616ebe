import type { ServerResponse } from 'node:http'
import { setImmediate as breathe } from 'node:timers/promises'
import { networksOf } from '../../kernel/network.ts'

/** Written in one go before other work has its turn: ballots do not wait for a whole stand to be told. */
const SLICE = 500
/** A reader who lets so many bytes wait is let go, and comes back when it can. */
const UNREAD_BYTES = 256 * 1024
/** Once told to end, a listener has this long to take what is left, in milliseconds. */
const GRACE_MS = 1_000

/** A /24, or a /56 or /48 of IPv6, holds as many seats as so many addresses. */
const WIDER_SHARE = 4

export interface Topics {
  readonly home: boolean
  readonly matchIds: readonly number[]
}

export interface Room {
  readonly listeners: number
  readonly perAddress: number
}

/** Who listens, and to what. */
export class Audience {
  readonly #room: Room
  readonly #all = new Set<ServerResponse>()
  readonly #home = new Set<ServerResponse>()
  readonly #byMatch = new Map<number, Set<ServerResponse>>()
  readonly #byNetwork = new Map<string, number>()

  constructor(room: Room) {
    this.#room = room
  }

  get size(): number {
    return this.#all.size
  }

  hasRoomFor(address: string): boolean {
    const { listeners, perAddress } = this.#room
    return (
      this.#all.size < listeners && blocksOf(address).every(([block, share]) => this.#held(block) < share * perAddress)
    )
  }

  /** Takes an answer whose head is written, until its other end goes away. */
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

  tellAll(bytes: Buffer): Promise<void> {
    return tell(this.#all, bytes)
  }

  tellHome(bytes: Buffer): Promise<void> {
    return tell(this.#home, bytes)
  }

  /** Those who follow the match, but for those whom `tellHome` has told already. */
  tellFollowers(matchId: number, bytes: Buffer, { toldHome }: { readonly toldHome: boolean }): Promise<void> {
    const followers = this.#byMatch.get(matchId)
    return followers === undefined ? Promise.resolve() : tell(followers, bytes, toldHome ? this.#home : null)
  }

  /** Ends every stream; who does not take the end in time is cut off. */
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

/** The networks of an address, and how many addresses' share each may hold. */
function blocksOf(address: string): [block: string, share: number][] {
  return networksOf(address).map((block, index) => [block, index === 0 ? 1 : WIDER_SHARE])
}

async function tell(
  listeners: ReadonlySet<ServerResponse>,
  bytes: Buffer,
  but: ReadonlySet<ServerResponse> | null = null,
) {
  let told = 0
  for (const response of listeners) {
    if (but?.has(response) !== true) write(response, bytes)
    told += 1
    if (told % SLICE === 0) await breathe()
  }
}

function write(response: ServerResponse, bytes: Buffer): void {
  if (response.writableLength > UNREAD_BYTES) response.destroy()
  else response.write(bytes)
}
