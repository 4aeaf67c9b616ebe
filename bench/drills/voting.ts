import { setTimeout as pause } from 'node:timers/promises'
import { voteOf } from '../calls.ts'
import { send } from '../harness.ts'
import { FIRST_PLAYER, PLAYERS } from '../world.ts'
import type { Random } from './random.ts'

const ANSWER_LIMIT_MS = 15_000
/** Pause after a call that was not saved. */
const PAUSE_MS = 50

/** Podiums that a fan sent for a match: the one acknowledged last, and those since of which the fan does not know. */
export interface Sent {
  acknowledged: string | null
  doubtful: string[]
}

interface Voters {
  readonly fans: readonly string[]
  /** Matches to vote for, which may become fewer. */
  readonly matches: readonly number[]
  readonly random: Random
  /** Returns the port of a server that takes the next ballot of a lane, or `null` while none does. */
  readonly portOf: (lane: number) => number | null
}

/** Fans who vote without a pause, several at a time. Repeats a ballot until it is saved or refused, as the app does. */
export class Voting {
  /** Answers by status; `none`: no answer. */
  readonly answers: Record<string, number> = {}
  readonly sent = new Map<string, Sent>()
  /** When the last ballot was acknowledged, and the longest time without one, in milliseconds. */
  longestGapMs = 0
  acknowledged = 0
  /** Matches of the simulator have other players. */
  readonly picksOf: (match: number) => string
  readonly #voters: Voters
  #lastAt = performance.now()
  #ended = false
  #lanes: Promise<void>[] = []

  constructor(voters: Voters, players?: ReadonlyMap<number, readonly number[]>) {
    this.#voters = voters
    const { random } = voters
    const usual = Array.from({ length: PLAYERS }, (_, index) => FIRST_PLAYER + index)
    this.picksOf = (match) => {
      const ids = players?.get(match) ?? usual
      const picks = new Set<number>()
      // Low places are more frequent, because crowds agree.
      while (picks.size < 3) picks.add(ids[Math.floor(random.next() ** 2 * ids.length)] ?? 0)
      return [...picks].join(' ')
    }
  }

  start(lanes: number): void {
    this.#lastAt = performance.now()
    this.#lanes = Array.from({ length: lanes }, (_, lane) => this.#vote(lane, lanes))
  }

  async end(): Promise<void> {
    this.#ended = true
    await Promise.all(this.#lanes)
  }

  /** Resolves at that many acknowledgements from now on. Rejects after a while. */
  async more(count: number, limitMs = 60_000): Promise<void> {
    const wanted = this.acknowledged + count
    for (const end = performance.now() + limitMs; this.acknowledged < wanted; await pause(20)) {
      if (performance.now() > end)
        throw new Error(`${wanted - this.acknowledged} of ${count} ballots not saved: ${JSON.stringify(this.answers)}`)
    }
  }

  async #vote(lane: number, lanes: number): Promise<void> {
    const { matches } = this.#voters
    const own = this.#voters.fans.filter((_, index) => index % lanes === lane)
    for (let next = 0; !this.#ended && matches.length > 0; next += 1) {
      const match = matches[(next + Math.floor(next / own.length)) % matches.length] ?? 0
      await this.#cast(lane, own[next % own.length] ?? '', match)
    }
  }

  async #cast(lane: number, fan: string, matchId: number): Promise<void> {
    const podium = this.picksOf(matchId)
    const sent = this.sent.get(`${fan} ${matchId}`) ?? { acknowledged: null, doubtful: [] }
    this.sent.set(`${fan} ${matchId}`, sent)
    for (;;) {
      sent.doubtful.push(podium)
      const status = await this.#send(lane, { fan, matchId, picks: podium.split(' ').map(Number) })
      this.answers[status] = (this.answers[status] ?? 0) + 1
      if (status === '200') {
        Object.assign(sent, { acknowledged: podium, doubtful: [] })
        this.#note()
        return
      }
      const isRefused = status.startsWith('4') && status !== '429'
      // A repeated ballot may meet its own first one: then it is stored.
      if (isRefused && sent.doubtful.length === 1) sent.doubtful.pop()
      if (isRefused || this.#ended) return
      await pause(PAUSE_MS)
    }
  }

  async #send(lane: number, ballot: Parameters<typeof voteOf>[0]): Promise<string> {
    const port = this.#voters.portOf(lane)
    if (port === null) return 'none'
    return send(port, voteOf(ballot), AbortSignal.timeout(ANSWER_LIMIT_MS)).then(
      ({ status }) => String(status),
      () => 'none',
    )
  }

  #note(): void {
    const now = performance.now()
    this.acknowledged += 1
    this.longestGapMs = Math.max(this.longestGapMs, now - this.#lastAt)
    this.#lastAt = now
  }
}
