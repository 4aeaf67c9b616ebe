import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ACCOUNT_CALLS } from '@tribune/contract/account-endpoints.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { createTribune, type Tribune } from '../app.ts'
import { readConfig } from '../config.ts'
import type { IdentityProvider, Organisation, PasswordHashing } from '../context.ts'
import { deviceCookieName } from '../http/device.ts'
import { createMailer } from '../infra/mail/mailer.ts'
import { createSmsSender } from '../infra/sms/sender.ts'
import { type Outbox, outboxPages, startOutbox } from '../standins/mail.ts'
import { type SmsOutbox, smsOutboxPages, startSmsOutbox } from '../standins/sms.ts'
import { ShiftedClock } from './clock.ts'
import { ADMIN_EMAIL, FEW_CONNECTIONS, ORIGIN, PASSWORD, SECRET } from './constants.ts'
import { noteUndeclared, requireDeclaredRefusals } from './contract.ts'
import { partsOfNowhere } from './nowhere.ts'
import { QUICK_HASHING } from './quick-hashing.ts'

/** A server for tests of accounts, with a real mail server behind it and nothing on the football side. */
export interface AccountsServer {
  readonly tribune: Tribune
  readonly databaseUrl: string
  readonly outbox: Outbox
  readonly texts: SmsOutbox
  readonly clock: ShiftedClock
  readonly origin: string
  close(): Promise<void>
}

interface AccountsServerOptions {
  readonly origin?: string
  readonly identityProviders?: readonly IdentityProvider[]
  readonly organisation?: Organisation
  readonly passwordHashing?: PasswordHashing
  /** Settings in addition to those of every test. */
  readonly env?: Readonly<Record<string, string>>
  /** Whether the rules of production hold, except those that refuse to start on stand-ins. */
  readonly production?: boolean
}

export async function startAccountsServer(
  databaseUrl: string,
  options: AccountsServerOptions = {},
): Promise<AccountsServer> {
  const { origin = ORIGIN, identityProviders = [], organisation, env = {}, production = false } = options
  const dir = mkdtempSync(join(tmpdir(), 'tribune-accounts-'))
  const read = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dir,
    SECRET,
    ADMIN_EMAIL,
    LOG_LEVEL: 'silent',
    // Tests of what it guards would only wait; its own switch it on.
    PROOF_OF_WORK: 'off',
    ...FEW_CONNECTIONS,
    ...env,
  })
  const config = { ...read, publicUrl: origin, production, operatorSecondProof: production }
  const outbox = await startOutbox(join(dir, 'mail'))
  const mailer = createMailer({ smtpUrl: outbox.smtpUrl, from: config.mailFrom })
  const texts = await startSmsOutbox()
  const clock = new ShiftedClock()
  const tribune = await createTribune({
    ...partsOfNowhere(() => clock.now()),
    config,
    clock,
    databaseUrl,
    mailer,
    sms: createSmsSender(texts.url),
    identityProviders,
    organisation: organisation ?? null,
    passwordHashing: options.passwordHashing ?? QUICK_HASHING,
    publicUrl: origin,
    plugins: [outboxPages(outbox), smsOutboxPages(texts)],
  })
  noteUndeclared(tribune.http)
  return {
    tribune,
    databaseUrl,
    outbox,
    texts,
    clock,
    origin,
    async close() {
      await tribune.close()
      mailer.close()
      await outbox.close()
      await texts.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

let visitors = 0

/** A browser in a network of its own: sends its origin with what it posts, keeps cookies, and fails if an account call is answered otherwise than declared. */
export class Visitor {
  readonly #http: FastifyInstance
  readonly #origin: string
  readonly #address: string
  /** All cookies but the device's, which stays even when an account ends. */
  readonly cookies = new Map<string, string>()
  #device: string | null = null

  constructor(server: AccountsServer, http: FastifyInstance = server.tribune.http) {
    visitors += 1
    this.#http = http
    this.#origin = server.origin
    this.#address = `10.${visitors >> 8}.${visitors & 255}.1`
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const path = url.startsWith(this.#origin) ? url.slice(this.#origin.length) : url
    return this.#keep(await this.#send({ method: 'GET', url: path, headers }))
  }

  async post(
    url: string,
    body: object | string,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.#write('POST', url, body, headers)
  }

  async put(url: string, body: object): Promise<LightMyRequestResponse> {
    return this.#write('PUT', url, body, {})
  }

  async #write(method: 'POST' | 'PUT', url: string, body: object | string, headers: Record<string, string>) {
    const sent = { origin: this.#origin, 'content-type': 'application/json', ...headers }
    return this.#keep(await this.#send({ method, url, headers: sent, payload: body }))
  }

  async #send(request: {
    method: 'GET' | 'POST' | 'PUT'
    url: string
    headers: Record<string, string>
    payload?: object | string
  }) {
    const cookie = [this.cookie, this.#device ?? ''].filter((part) => part !== '').join('; ')
    const headers = cookie === '' ? request.headers : { cookie, ...request.headers }
    const authority = new URL(this.#origin).host
    const answer = await this.#http.inject({ ...request, headers, authority, remoteAddress: this.#address })
    requireDeclared(request.method, request.url, answer)
    requireDeclaredRefusals()
    return answer
  }

  #keep(response: LightMyRequestResponse): LightMyRequestResponse {
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name === deviceCookieName(this.#origin)) this.#device = `${name}=${value}`
      else if (/max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }
}

export async function signUp(visitor: Visitor, email: string, more: object = {}): Promise<LightMyRequestResponse> {
  return visitor.post('/api/auth/sign-up/email', { name: 'Fan', email, password: PASSWORD, ...more })
}

export async function signIn(visitor: Visitor, email: string, password = PASSWORD): Promise<LightMyRequestResponse> {
  return visitor.post('/api/auth/sign-in/email', { email, password })
}

/** Signs up, opens the link of the mail, and stays signed in. */
export async function joinAs(server: AccountsServer, email: string, visitor = new Visitor(server)): Promise<Visitor> {
  await signUp(visitor, email, { callbackURL: '/match/123' })
  const { links } = await server.outbox.waitFor(email)
  await visitor.get(links[0] ?? '')
  return visitor
}

/** Throws if a completed account call was answered otherwise than the contract declares. Refusals, redirects and undeclared answers pass. */
function requireDeclared(method: string, url: string, answer: LightMyRequestResponse): void {
  const [path] = url.split('?')
  const output = ACCOUNT_CALLS.find((call) => call.method === method && call.path === path)?.output
  if (answer.statusCode === 200) output?.parse(answer.json())
}
