import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Work } from '@tribune/contract/proof-of-work.ts'
import { WORK_ALGORITHMS } from '@tribune/domain/fans/proof-of-work.ts'
import type { Outbox } from '@tribune/server/standins/mail.ts'
import { PASSWORD } from '@tribune/server/testing/constants.ts'
import { FIRST_PLAYER } from '../world.ts'
import { proofOf, solve } from './solve.ts'

/** Solved work, with its proof for the header. */
export interface Solved {
  readonly worth: number
  readonly proof: string
}

/** Account calls that an attack can pay for. */
export const PAID_CALLS = ['sign-up', 'magic-link'] as const
export type PaidCall = (typeof PAID_CALLS)[number]

const ORIGIN = 'http://localhost'
const MAIL_LIMIT_MS = 30_000

interface StufferParts {
  /** One or several servers on the same database. */
  readonly ports: readonly number[]
  readonly outbox: Outbox
  readonly matchId: number
}

/** A script behind one address that creates accounts without cookies, and votes with each. */
export class Stuffer {
  readonly #parts: StufferParts
  /** Processor time spent on work, in seconds, and derivations. */
  readonly spent = { processorS: 0, derivations: 0 }

  constructor(parts: StufferParts) {
    this.#parts = parts
  }

  /** Asks for work, for a mailbox of a domain if one is named, and solves it. Returns `null` if the signal aborts first. */
  async work(signal: AbortSignal, domain?: string): Promise<Solved | null> {
    const algorithms = Object.keys(WORK_ALGORITHMS)
    const visit = new Visit(this.#port(0))
    const { work } = await visit.send<{ work: Work }>('POST', '/api/proof-of-work', {
      algorithms,
      ...(domain === undefined ? {} : { domain }),
    })
    const begun = process.cpuUsage()
    const { solution, derivations } = await solve(work, signal)
    const { user, system } = process.cpuUsage(begun)
    this.spent.processorS += (user + system) / 1e6
    this.spent.derivations += derivations
    if (solution === null) return null
    return { worth: work.parameters.data.worth, proof: proofOf(work, solution) }
  }

  /** Pays for account `n` with a proof, confirms it by mail and votes. Returns `voted`, or the step that was refused with its code. */
  async redeem(n: number, email: string, { proof }: Solved, by: PaidCall = 'sign-up'): Promise<string> {
    const visit = new Visit(this.#port(n))
    const [path, body] = paidCall(by, email)
    await visit.send('POST', path, body, { 'x-captcha-response': proof })
    return visit.refusal === null ? this.#vote(visit, email) : `${by}: ${visit.refusal}`
  }

  /** As `redeem`, but holds the last byte of each call back until all others are sent. Returns the outcomes. */
  async redeemTogether(
    solved: readonly Solved[],
    emailOf: (n: number) => string,
    calls: readonly PaidCall[] = ['sign-up'],
  ): Promise<string[]> {
    const held = await Promise.all(
      solved.map(async ({ proof }, n) => {
        const by = calls[n % calls.length] ?? 'sign-up'
        return { by, email: emailOf(n), call: await HeldCall.begin(this.#port(n), ...paidCall(by, emailOf(n)), proof) }
      }),
    )
    return Promise.all(
      held.map(async ({ by, email, call }, n) => {
        const visit = new Visit(this.#port(n))
        visit.read(await call.end())
        return visit.refusal === null ? this.#vote(visit, email) : `${by}: ${visit.refusal}`
      }),
    )
  }

  async #vote(visit: Visit, email: string): Promise<string> {
    const mail = await Promise.race([this.#parts.outbox.waitFor(email), pause(MAIL_LIMIT_MS, null)])
    if (mail === null) return 'no mail'
    const links = mail.links.map((link) => new URL(link))
    const token = links.map(({ searchParams }) => searchParams.get('link')).find((one) => one !== null)
    const [{ pathname, search } = new URL(ORIGIN)] = links
    await visit.send(
      'GET',
      token ? `/api/auth/magic-link/verify?token=${encodeURIComponent(token)}` : pathname + search,
    )
    const top3 = [1, 2, 3].map((position) => ({ position, player_id: FIRST_PLAYER + position }))
    await visit.send('PUT', `/api/votes/${this.#parts.matchId}`, { top3 })
    return visit.refusal === null ? 'voted' : `ballot: ${visit.refusal}`
  }

  #port(n: number): number {
    const { ports } = this.#parts
    return ports[n % ports.length] ?? 0
  }
}

function paidCall(by: PaidCall, email: string): readonly [path: string, body: object] {
  return by === 'sign-up'
    ? ['/api/auth/sign-up/email', { name: 'Fan', email, password: PASSWORD, callbackURL: '/' }]
    : ['/api/auth/sign-in/magic-link', { email, callbackURL: '/' }]
}

/** A call whose last byte is not sent yet, on a connection of its own. */
class HeldCall {
  readonly #socket: ReturnType<typeof connect>
  readonly #last: Buffer

  private constructor(socket: ReturnType<typeof connect>, last: Buffer) {
    this.#socket = socket
    this.#last = last
  }

  static async begin(port: number, path: string, body: object, proof: string): Promise<HeldCall> {
    const payload = Buffer.from(JSON.stringify(body))
    const head = [
      `POST ${path} HTTP/1.1`,
      'host: localhost',
      `origin: ${ORIGIN}`,
      'content-type: application/json',
      `content-length: ${payload.length}`,
      `x-captcha-response: ${proof}`,
      'connection: close',
    ]
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail))
    const sent = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), payload.subarray(0, -1)])
    await new Promise<unknown>((done) => socket.write(sent, done))
    return new HeldCall(socket, payload.subarray(-1))
  }

  /** Sends the last byte. Returns the whole answer, as text. */
  end(): Promise<string> {
    this.#socket.write(this.#last)
    return text(this.#socket)
  }
}

/** The browser of one account: stores cookies, and the code of the last refusal. */
class Visit {
  refusal: string | null = null
  readonly #cookies = new Map<string, string>()
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  async send<Body>(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Body> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        origin: ORIGIN,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const content = await answer.text()
    this.#note(answer.status, answer.headers.getSetCookie(), content)
    return (content.startsWith('{') ? JSON.parse(content) : {}) as Body
  }

  /** Reads a whole HTTP/1.1 answer. */
  read(answer: string): void {
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
    const cookies = [...answer.matchAll(/^set-cookie: (.*)$/gim)].map(([, line = '']) => line)
    this.#note(status, cookies, answer)
  }

  #note(status: number, cookies: readonly string[], content: string): void {
    for (const line of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    const refused = status < 200 || status >= 400
    this.refusal = refused ? (/"code":"(\w+)"/.exec(content)?.[1] ?? String(status)) : null
  }
}
