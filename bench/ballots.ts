import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createTokenSigner, sessionCookieName } from '@tribune/server/http/signed-token.ts'
import pg from 'pg'
import { load } from './load.ts'
import { FIRST_PLAYER, MATCHES, PLAYERS } from './world.ts'

const SOCKETS = 32
const DEPTH = 32
const CONNECTIONS = 16
const PREPARED = 40_000

/** Measures durable complete ballots per second over HTTP: session, window, tally and experience included. */
export async function ballotsOverHttp(port: number, secret: string, fans: readonly string[], seconds: number) {
  const signer = createTokenSigner(secret)
  const requests = Array.from({ length: PREPARED }, (_, index) => {
    const fan = fans[index % fans.length] ?? ''
    const body = JSON.stringify({ top3: picks().map((player_id, place) => ({ position: place + 1, player_id })) })
    const cookie = `${sessionCookieName(false)}=${encodeURIComponent(signer.sign(`bench-${fan}`))}`
    return Buffer.from(
      `PUT /api/votes/${1 + (index % MATCHES)} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  })
  return load({ port, sockets: SOCKETS, depth: DEPTH, seconds, requests, expected: 200 })
}

/** Measures the baseline: rows of ballots alone, one per statement, written directly to the same PostgreSQL. */
export async function singleRowUpserts(url: string, fans: readonly string[], seconds: number) {
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = new pg.Client(url)
      await client.connect()
      return client
    }),
  )
  let written = 0
  const start = performance.now()
  const until = start + seconds * 1000
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        const fan = fans[Math.floor(Math.random() * fans.length)]
        await client.query({
          name: 'single',
          text: `INSERT INTO votes AS v (user_id, match_id, first_id, second_id, third_id) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (user_id, match_id) DO UPDATE SET first_id = excluded.first_id, second_id = excluded.second_id,
            third_id = excluded.third_id, updated_at = clock_timestamp()`,
          values: [fan, 900_000 + Math.floor(Math.random() * MATCHES), ...picks()],
        })
        written += 1
      }
    }),
  )
  const perSecond = written / ((performance.now() - start) / 1000)
  await Promise.all(clients.map((client) => client.end()))
  return { perSecond }
}

/** Picks three different players. Low numbers are far more frequent, because crowds agree. */
function picks(): number[] {
  const chosen = new Set<number>()
  while (chosen.size < 3) chosen.add(FIRST_PLAYER + Math.floor(Math.random() ** 2 * PLAYERS))
  return [...chosen]
}

interface VoterParts {
  readonly port: number
  readonly secret: string
  readonly fans: readonly string[]
}

const VOTES_APART_MS = 20

interface Ballot {
  readonly fan: string
  readonly matchId: number
  readonly picks: readonly number[]
}

/** Casts one ballot after the other on one connection, to measure what a single fan experiences. */
export class Voter {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #parts: VoterParts
  readonly #signer
  #next = 0

  constructor(parts: VoterParts) {
    this.#parts = parts
    this.#signer = createTokenSigner(parts.secret)
  }

  /** Votes for so many seconds. Returns the duration of each ballot, in ms. Throws if one is refused. */
  async vote(seconds: number): Promise<number[]> {
    const times: number[] = []
    const until = performance.now() + seconds * 1_000
    while (performance.now() < until) {
      const ballot = this.next()
      const start = performance.now()
      const status = await this.send(ballot)
      if (status !== 200) throw new Error(`A ballot was answered ${status}`)
      times.push(performance.now() - start)
      await pause(VOTES_APART_MS)
    }
    return times
  }

  next(): Ballot {
    const index = this.#next++
    const fan = this.#parts.fans[index % this.#parts.fans.length] ?? ''
    return { fan, matchId: 1 + (index % MATCHES), picks: picks() }
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Sends a ballot. Returns the status of the answer. */
  send({ fan, matchId, picks }: Ballot): Promise<number | undefined> {
    const cookie = `${sessionCookieName(false)}=${encodeURIComponent(this.#signer.sign(`bench-${fan}`))}`
    const body = JSON.stringify({ top3: picks.map((player_id, place) => ({ position: place + 1, player_id })) })
    const headers = { cookie, 'content-type': 'application/json' }
    const { port } = this.#parts
    const path = `/api/votes/${matchId}`
    return new Promise((done, fail) => {
      request({ method: 'PUT', port, host: '127.0.0.1', path, headers, agent: this.#agent }, (answer) => {
        answer.resume().once('end', () => done(answer.statusCode))
      })
        .once('error', fail)
        .end(body)
    })
  }
}
