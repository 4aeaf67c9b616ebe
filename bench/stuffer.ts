import { pbkdf2Sync } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Work } from '@tribune/contract/proof-of-work.ts'
import type { Outbox } from '@tribune/server/standins/mail/outbox.ts'
import { PASSWORD } from '@tribune/server/testing/constants.ts'
import { FIRST_PLAYER } from './world.ts'

/** An attempt to create an account and to vote with it. */
export interface Attempt {
  /** `voted`, or the step that refused it with the code of the refusal. */
  readonly outcome: string
  /** Work required, in seconds of a phone. */
  readonly worth: number
  readonly derivations: number
  /** Processor time spent on the work, in seconds. */
  readonly processorS: number
}

interface StufferParts {
  readonly port: number
  readonly outbox: Outbox
  readonly matchId: number
}

const ORIGIN = 'http://localhost'
const MAIL_LIMIT_MS = 10_000
/** Derivations between two checks of the abort signal. */
const DERIVATIONS_AT_ONCE = 200

/** A script that creates accounts as a browser does, one after another and each without cookies, and votes with each. */
export class Stuffer {
  readonly #parts: StufferParts

  constructor(parts: StufferParts) {
    this.#parts = parts
  }

  /** @param signal Aborts work that takes too long. */
  async attempt(email: string, signal: AbortSignal): Promise<Attempt> {
    const visit = new Visit(this.#parts.port)
    const { work } = await visit.send<{ work: Work }>('POST', '/api/proof-of-work', {
      domain: email.replace(/.*@/, ''),
    })
    const { worth } = work.parameters.data
    const begun = process.cpuUsage()
    const { solution, derivations } = await solve(work, signal)
    const { user, system } = process.cpuUsage(begun)
    const priced = { worth, derivations, processorS: (user + system) / 1e6 }
    if (solution === null) return { ...priced, outcome: 'out of time' }
    const proof = Buffer.from(JSON.stringify({ challenge: work, solution })).toString('base64')
    return { ...priced, outcome: await this.#vote(visit, email, proof) }
  }

  async #vote(visit: Visit, email: string, proof: string): Promise<string> {
    const account = { name: 'Fan', email, password: PASSWORD, callbackURL: '/' }
    await visit.send('POST', '/api/auth/sign-up/email', account, { 'x-captcha-response': proof })
    if (visit.refusal !== null) return `sign-up: ${visit.refusal}`
    const mail = await Promise.race([this.#parts.outbox.waitFor(email), pause(MAIL_LIMIT_MS, null)])
    if (mail === null) return 'no mail'
    const { pathname, search } = new URL(mail.links[0] ?? ORIGIN)
    await visit.send('GET', pathname + search)
    const top3 = [1, 2, 3].map((position) => ({ position, player_id: FIRST_PLAYER + position }))
    await visit.send('PUT', `/api/votes/${this.#parts.matchId}`, { top3 })
    return visit.refusal === null ? 'voted' : `ballot: ${visit.refusal}`
  }
}

/** Tries keys one after another, with native code. The solution is `null` if the signal aborts first. */
async function solve({ parameters }: Work, signal: AbortSignal) {
  const { nonce, salt, cost, keyLength, keyPrefix, data } = parameters
  const [password, salted] = [Buffer.alloc(Buffer.byteLength(nonce, 'hex') + 4), Buffer.from(salt, 'hex')]
  password.write(nonce, 'hex')
  for (let counter = 0; counter < data.derivations; counter += 1) {
    password.writeUInt32BE(counter, password.length - 4)
    const derivedKey = pbkdf2Sync(password, salted, cost, keyLength, 'sha256').toString('hex')
    if (derivedKey.startsWith(keyPrefix)) return { solution: { counter, derivedKey }, derivations: counter + 1 }
    if (counter % DERIVATIONS_AT_ONCE === 0) await new Promise((done) => setImmediate(done))
    if (signal.aborted) return { solution: null, derivations: counter + 1 }
  }
  throw new Error('The work has no solution')
}

/** The browser of one attempt: stores cookies, and the code of the last refusal. */
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
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    const text = await answer.text()
    this.refusal = answer.status < 400 ? null : (/"code":"(\w+)"/.exec(text)?.[1] ?? String(answer.status))
    return (text.startsWith('{') ? JSON.parse(text) : {}) as Body
  }
}
