import { generateKeyPair, randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { provider as words } from '@tribune/french/sentences/demonstration/stand-ins.ts'
import { LRUCache } from 'lru-cache'
import Provider, {
  type Adapter,
  type AdapterPayload,
  type ClientMetadata,
  type Configuration,
  interactionPolicy,
} from 'oidc-provider'
import { developmentPage } from '../../http/pages/development-page.ts'
import { escapeHtml } from '../../kernel/text.ts'

const KEY_BITS = 2_048
const HOUR_S = HOUR_MS / 1_000
const INTERACTION = /^\/interaction\/[\w-]+$/

/** A person with an account there. */
interface Person {
  readonly email: string
  readonly verified: boolean
}

/** Creates an OpenID provider that believes everybody, and returns how it answers. */
export async function createBelievingProvider(
  issuer: string,
  clients: readonly ClientMetadata[],
): Promise<RequestListener> {
  const people = new Map<string, Person>()
  const provider = new Provider(issuer, { ...(await settings(people)), clients: [...clients] })
  const answer = provider.callback()
  return (request, response) => {
    if (!INTERACTION.test(request.url ?? '')) return void answer(request, response)
    interact(provider, people, request, response).catch(() => fault(response))
  }
}

async function settings(people: Map<string, Person>): Promise<Configuration> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS })
  const policy = interactionPolicy.base()
  policy.remove('consent')
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'always',
        'an account is chosen each time',
        ({ oidc }) => oidc.result?.login === undefined,
      ),
    )
  return {
    adapter: Memory,
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(24).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Like the providers that it replaces.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    ttl: {
      Session: HOUR_S,
      Interaction: HOUR_S,
      Grant: HOUR_S,
      AccessToken: HOUR_S,
      IdToken: HOUR_S,
    },
    interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
    renderError: (context) => {
      context.type = 'html'
      context.body = faultPage()
    },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...claimsOf(people, accountId) }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

function claimsOf(people: ReadonlyMap<string, Person>, accountId: string) {
  const { email, verified } = people.get(accountId) ?? { email: nameOf(accountId), verified: true }
  return { email, email_verified: verified, name: email.split('@', 1)[0] }
}

/** Makes an account number that is stable across restarts. */
const numberOf = (email: string) => Buffer.from(email).toString('base64url')
const nameOf = (accountId: string) => Buffer.from(accountId, 'base64url').toString()

async function interact(
  provider: Provider,
  people: Map<string, Person>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response)
  if (request.method !== 'POST') return show(response, accountPage(String(params.client_id)))
  const form = new URLSearchParams(await text(request))
  const email = form.get('email')?.trim().toLowerCase() ?? ''
  if (form.has('refused') || email === '') {
    const refusal = { error: 'access_denied', error_description: 'The account’s owner refused' }
    return provider.interactionFinished(request, response, refusal)
  }
  const accountId = numberOf(email)
  people.set(accountId, { email, verified: form.has('verified') })
  await provider.interactionFinished(request, response, { login: { accountId, remember: false } })
}

function show(response: ServerResponse, page: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page)
}

function fault(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else show(response, faultPage(), 400)
}

const NAMES: Readonly<Record<string, string>> = { google: 'Google', apple: 'Apple' }

/** Makes the sign-in page of the stand-in for a provider. */
function accountPage(client: string): string {
  const name = escapeHtml(NAMES[client] ?? client)
  return developmentPage(
    words.title(name),
    `<p><small>${words.intro(name)}</small></p>
<form method="post">
<label>${words.email(name)}<input name="email" type="email" required autofocus value="supporter@${escapeHtml(client)}.invalid"></label>
<label><input name="verified" type="checkbox" checked> ${words.verified(name)}</label>
<button class="action">${words.enter}</button>
<button name="refused" value="1" formnovalidate>${words.refuse}</button>
</form>`,
  )
}

function faultPage(): string {
  return developmentPage(words.failed, `<p>${words.expired}</p>`)
}

const MAX_STORED = 5_000

/** In-memory store of the stand-in for identity providers. */
class Memory implements Adapter {
  static readonly #stored = new LRUCache<string, AdapterPayload>({ max: MAX_STORED })
  readonly #kind: string

  constructor(kind: string) {
    this.#kind = kind
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    Memory.#stored.set(this.#key(id), payload, expiresIn === undefined ? {} : { ttl: expiresIn * 1_000 })
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return Memory.#stored.get(this.#key(id))
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#all().find((payload) => payload.uid === uid)
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#all().find((payload) => payload.userCode === userCode)
  }

  async consume(id: string): Promise<void> {
    const payload = Memory.#stored.get(this.#key(id))
    if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000)
  }

  async destroy(id: string): Promise<void> {
    Memory.#stored.delete(this.#key(id))
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of Memory.#stored.entries()) if (payload.grantId === grantId) Memory.#stored.delete(key)
  }

  #key(id: string): string {
    return `${this.#kind} ${id}`
  }

  #all(): AdapterPayload[] {
    return [...Memory.#stored.entries()]
      .filter(([key]) => key.startsWith(`${this.#kind} `))
      .map(([, payload]) => payload)
  }
}
