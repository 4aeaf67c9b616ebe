import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OpenIdProviderId } from '@tribune/contract/accounts.ts'
import { z } from 'zod'
import { exposureFaults, isExposed } from './exposure.ts'
import type { Connections } from './infra/database/pools.ts'
import type { Bucket } from './infra/media/s3-store.ts'

const STANDINS = ['database', 'football', 'mail', 'openid', 'secret', 'sms'] as const
type Standin = (typeof STANDINS)[number]
/** Beside them: the accounts of the demonstration, and the simulated fans among them, who vote. */
const DEMO_PEOPLE = 'people'

/** What is told together or not at all; `off` for the first of them says that nothing is wanted. */
const TOGETHER = [
  {
    names: ['SSO_DISCOVERY_URL', 'SSO_CLIENT_ID', 'SSO_CLIENT_SECRET', 'SSO_DOMAINS'],
    what: 'address, id, secret and domains',
  },
  { names: ['SAML_METADATA', 'SAML_DOMAINS'], what: 'description and domains' },
  { names: ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'], what: 'site key and secret key' },
  { names: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], what: 'id and secret' },
  { names: ['APPLE_CLIENT_ID', 'APPLE_CLIENT_SECRET'], what: 'id and secret' },
] as const

const text = z.string().trim().min(1)
const SECRET_MIN_LENGTH = 32
/** Seconds on a phone below which a proof of work holds up no script. */
const LEAST_WORK_S = 0.5
const secretText = z.string().min(SECRET_MIN_LENGTH)
const connections = z.coerce.number().int().min(2).max(1_000)
const domainList = text
  .toLowerCase()
  .regex(/^[a-z\d.-]+\.[a-z]{2,}(\s*,\s*[a-z\d.-]+\.[a-z]{2,})*$/, 'domains, with commas')
  .transform((list) => list.split(',').map((one) => one.trim()))
const environment = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
    PORT: z.coerce.number().int().min(0).max(65_535).optional(),
    HOST: text.default('127.0.0.1'),
    DATA_DIR: text.default(fileURLToPath(new URL('../../.data', import.meta.url))),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .refine((url) => /^https?:\/\/[^/?#@]+\/?$/i.test(url), 'https://host[:port] is expected, without a path')
      .optional(),
    SECRET: secretText.optional(),
    OLD_SECRETS: z.string().transform(listOfSecrets).pipe(z.array(secretText)).default([]),
    DATABASE_URL: text.optional(),
    DATABASE_CONNECTIONS: connections.default(20),
    DATABASE_CONNECTIONS_BALLOTS: connections.min(3).default(4),
    DATABASE_CONNECTIONS_SESSIONS: connections.default(4),
    DATABASE_CONNECTIONS_JOBS: connections.default(4),
    FOOTBALL_API_URL: z.url().optional(),
    FOOTBALL_API_KEY: text.optional(),
    SMTP_URL: text.optional(),
    STORAGE_URL: z.string().transform(bucketOf).optional(),
    SMS_URL: z.url().optional(),
    SMS_PER_HOUR: z.coerce.number().int().min(0).max(1_000_000).default(1_000),
    SMS_COUNTRIES: text
      .regex(/^\d{1,3}(\s*,\s*\d{1,3})*$/, 'calling codes, with commas')
      .default('33,262,508,590,594,596,687,689,32,41,352,377'),
    TURNSTILE_SITE_KEY: text.optional(),
    TURNSTILE_SECRET_KEY: text.optional(),
    TURNSTILE_VERIFY_URL: z.url().optional(),
    PROOF_OF_WORK: z.literal('off').or(z.coerce.number().min(0.001).max(30)).default(1),
    SSO_DISCOVERY_URL: z.url().optional(),
    SSO_CLIENT_ID: text.optional(),
    SSO_CLIENT_SECRET: text.optional(),
    SSO_DOMAINS: domainList.optional(),
    SAML_METADATA: text.optional(),
    SAML_DOMAINS: domainList.optional(),
    SAML_EMAIL_ATTRIBUTE: text.default('email'),
    GOOGLE_CLIENT_ID: text.optional(),
    GOOGLE_CLIENT_SECRET: text.optional(),
    APPLE_CLIENT_ID: text.optional(),
    APPLE_CLIENT_SECRET: text.optional(),
    MAIL_FROM: text.optional(),
    ADMIN_EMAIL: z.email().optional(),
    CONTACT_EMAIL: z.email().optional(),
    LEAKED_PASSWORDS_URL: z.url().or(z.literal('off')).optional(),
    DISPOSABLE_DOMAINS_URL: z
      .url({ protocol: /^https?$/ })
      .nullable()
      .default(null),
    SEASON_NAME: text.default('Index'),
    SEASON_LABEL: text.default('2025-2026'),
    SEASON_START: z.iso.date().default('2025-07-01'),
    SEASON_END: z.iso.date().optional(),
    WORLD_CUP_QUALIFICATION_IDS: text
      .regex(/^\d{1,9}(\s*,\s*\d{1,9})*$/, 'ids, with commas')
      .default('32,33,34,35,36,37'),
    TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
    UEFA_LIVE: z.enum(['on', 'off']).default('off'),
    LIVE_LISTENERS: z.coerce.number().int().min(0).max(1_000_000).default(20_000),
    LIVE_LISTENERS_PER_ADDRESS: z.coerce.number().int().min(0).max(1_000_000).optional(),
    FANS: z.enum(['on', 'off']).default('on'),
    DRAIN_MS: z.coerce.number().int().min(0).max(60_000).optional(),
    API_DOCS: z.enum(['on', 'off']).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
    ALLOW_STANDINS: z.string().default(''),
  })
  .superRefine((e, context) => {
    for (const { name, message } of exposureFaults(e)) context.addIssue({ code: 'custom', path: [name], message })
    for (const { names, what } of TOGETHER) {
      const given = names.filter((name) => e[name] !== undefined).length
      if (given === 0 || given === names.length || e[names[0]] === 'off') continue
      context.addIssue({ code: 'custom', path: names.slice(-1), message: `${what} go together` })
    }
    if (e.NODE_ENV === 'production' && (e.PROOF_OF_WORK === 'off' || e.PROOF_OF_WORK < LEAST_WORK_S)) {
      context.addIssue({ code: 'custom', path: ['PROOF_OF_WORK'], message: `at least ${LEAST_WORK_S} in production` })
    }
    if (e.NODE_ENV === 'production' && /^http:/i.test(e.SAML_METADATA ?? '')) {
      context.addIssue({ code: 'custom', path: ['SAML_METADATA'], message: 'https or a file: it names a key' })
    }
    if (e.NODE_ENV === 'production' && /^http:/i.test(e.DISPOSABLE_DOMAINS_URL ?? '')) {
      context.addIssue({ code: 'custom', path: ['DISPOSABLE_DOMAINS_URL'], message: 'https: it keeps people out' })
    }
    if (e.SAML_METADATA !== undefined && e.SSO_DISCOVERY_URL !== undefined) {
      context.addIssue({ code: 'custom', path: ['SAML_METADATA'], message: 'one organisation: SSO_* or SAML_*' })
    }
  })

/** What a provider of identities knows us by. */
interface IdentityKeys {
  readonly clientId: string
  readonly clientSecret: string
  /** Where it describes itself; `null` for the well-known ones. */
  readonly discoveryUrl: string | null
  /** Of an organisation: those of its people's addresses. */
  readonly domains?: readonly string[]
}

/** Everything the server was told, read once at start. Nothing else reads the environment. */
export interface Config {
  readonly production: boolean
  /** `null`: 3000, or the next free one. */
  readonly port: number | null
  readonly host: string
  readonly dataDir: string
  /** `null` until the port is known: then the loopback address. */
  readonly publicUrl: string | null
  /** The newest of `secrets`, for what no later start has to read. */
  readonly secret: string
  /** Newest first: the first one signs and encrypts, the others only read what was written while they were the newest. */
  readonly secrets: readonly [string, ...string[]]
  readonly databaseUrl: string | null
  readonly connections: Connections
  readonly footballApi: { readonly url: string; readonly key: string } | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** A proof that who makes accounts or has messages sent is a person; `null`: none is asked. `verifyUrl` `null`: Cloudflare's. */
  readonly challenge: { readonly siteKey: string; readonly secretKey: string; readonly verifyUrl: string | null } | null
  /** Seconds that an account or a message costs a phone where nobody made any lately; `null`: nothing. */
  readonly workSeconds: number | null
  readonly smsUrl: string | null
  /** Most texts in an hour, from all servers: nobody runs up our bill beyond. */
  readonly smsPerHour: number
  /** Calling codes of the countries whose phones are written to: others would let strangers run up our bill. */
  readonly smsCountries: ReadonlySet<string>
  /** Identity providers and our credentials there; `null`: the stand-in's. One that is switched off is missing. */
  readonly identities: Readonly<Partial<Record<OpenIdProviderId, IdentityKeys | null>>>
  /** The organisation whose people sign in over SAML: where it describes itself (an address, or a file), and the domains of their addresses. */
  readonly saml: {
    readonly address: string
    readonly domains: readonly string[]
    readonly emailAttribute: string
  } | null
  /** Where pictures are kept; `null`: below `dataDir`. */
  readonly storage: Bucket | null
  readonly adminEmail: string
  /** Told by the privacy policy; `null`: it says that there is none yet. */
  readonly contactEmail: string | null
  /** Service that knows passwords from leaks; `null`: none is asked. */
  readonly leakedPasswordsUrl: string | null
  /** A maintained list of domains of mailboxes made to be thrown away, read once a night; `null`: what comes with the product is all. */
  readonly disposableDomainsUrl: string | null
  readonly season: { readonly name: string; readonly label: string; readonly start: Date; readonly end: Date | null }
  readonly worldCupQualificationIds: readonly number[]
  /** How many trusted proxies stand before us, whose word on a client's address is taken. */
  readonly trustedProxies: number
  readonly uefaLive: boolean
  /** Open screens that one server tells at once what changes; a whole stand shares one address. */
  readonly live: { readonly listeners: number; readonly perAddress: number }
  /** The match-day simulator comes with accounts whose passwords are shown, and a crowd that votes. */
  readonly demoPeople: boolean
  readonly fans: boolean
  /** Whether the description of the API is served, and the pages to read it. */
  readonly apiDocs: boolean
  /** From the moment health tells load balancers that the server stops until it takes no more connections. */
  readonly drainMs: number
  readonly logLevel: string
}

/**
 * Reads and checks the environment. Throws with one line per fault, naming the variable and never its value.
 * Where strangers may reach the product a stand-in is refused unless ALLOW_STANDINS names it.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const known = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(known)
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const e = parsed.data
  const production = e.NODE_ENV === 'production'
  const shown = shownToAnybody(e)
  const dataDir = resolve(e.DATA_DIR)
  const secret = e.SECRET ?? keptSecret(dataDir)
  return {
    production,
    port: e.PORT ?? null,
    host: e.HOST,
    dataDir,
    publicUrl: e.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    secret,
    secrets: [secret, ...e.OLD_SECRETS.filter((old) => old !== secret)],
    databaseUrl: e.DATABASE_URL ?? null,
    connections: {
      shared: e.DATABASE_CONNECTIONS,
      ballots: e.DATABASE_CONNECTIONS_BALLOTS,
      sessions: e.DATABASE_CONNECTIONS_SESSIONS,
      jobs: e.DATABASE_CONNECTIONS_JOBS,
    },
    footballApi: e.FOOTBALL_API_URL === undefined ? null : { url: e.FOOTBALL_API_URL, key: e.FOOTBALL_API_KEY ?? '' },
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM ?? 'Tribune <bonjour@tribune.invalid>',
    challenge: challengeOf(e),
    workSeconds: workOf(e.PROOF_OF_WORK),
    smsUrl: e.SMS_URL ?? null,
    smsPerHour: e.SMS_PER_HOUR,
    smsCountries: new Set(e.SMS_COUNTRIES.split(',').map((code) => code.trim())),
    identities: identitiesOf(e),
    saml: samlOf(e),
    storage: e.STORAGE_URL ?? null,
    adminEmail: (e.ADMIN_EMAIL ?? 'admin@tribune.invalid').toLowerCase(),
    contactEmail: e.CONTACT_EMAIL ?? null,
    leakedPasswordsUrl: leakedPasswordsOf(e.LEAKED_PASSWORDS_URL, production),
    disposableDomainsUrl: e.DISPOSABLE_DOMAINS_URL,
    season: {
      name: e.SEASON_NAME,
      label: e.SEASON_LABEL,
      start: new Date(`${e.SEASON_START}T00:00:00Z`),
      end: e.SEASON_END === undefined ? null : new Date(`${e.SEASON_END}T23:59:59.999Z`),
    },
    worldCupQualificationIds: e.WORLD_CUP_QUALIFICATION_IDS.split(',').map(Number),
    trustedProxies: e.TRUST_PROXY,
    uefaLive: e.UEFA_LIVE === 'on',
    live: liveRoom(e),
    ...shown,
    fans: e.FANS === 'on',
    drainMs: e.DRAIN_MS ?? (production ? 1_000 : 0),
    logLevel: e.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  }
}

/** In production the public service, unless another one is named; elsewhere none unless named. */
function leakedPasswordsOf(named: string | undefined, production: boolean): string | null {
  if (named === 'off') return null
  return named?.replace(/\/$/, '') ?? (production ? 'https://api.pwnedpasswords.com' : null)
}

/** What strangers would find as well as its developers. Refuses the stand-ins they must not. */
function shownToAnybody(e: z.output<typeof environment>): Pick<Config, 'demoPeople' | 'apiDocs'> {
  const exposed = isExposed(e)
  const allowed = new Set(e.ALLOW_STANDINS.split(',').map((name) => name.trim()))
  if (exposed) refuseStandins(e, allowed)
  return {
    demoPeople: !exposed || allowed.has(DEMO_PEOPLE),
    apiDocs: (e.API_DOCS ?? (exposed ? 'off' : 'on')) === 'on',
  }
}

function refuseStandins(e: z.output<typeof environment>, allowed: ReadonlySet<string>): void {
  const used: Record<Standin, boolean> = {
    database: e.DATABASE_URL === undefined,
    football: e.FOOTBALL_API_URL === undefined,
    mail: e.SMTP_URL === undefined,
    openid: Object.values(identitiesOf(e)).includes(null),
    secret: e.SECRET === undefined,
    sms: e.SMS_URL === undefined,
  }
  const refused = STANDINS.filter((name) => used[name] && !allowed.has(name))
  if (refused.length > 0) {
    const where = e.NODE_ENV === 'production' ? 'in production' : 'at a PUBLIC_URL that strangers reach'
    throw new Error(`Stand-ins are not allowed ${where}: ${refused.join(', ')} (ALLOW_STANDINS can name them)`)
  }
}

function workOf(seconds: number | 'off'): number | null {
  return seconds === 'off' ? null : seconds
}

function challengeOf(e: z.output<typeof environment>): Config['challenge'] {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey, TURNSTILE_VERIFY_URL: verifyUrl } = e
  return siteKey && secretKey ? { siteKey, secretKey, verifyUrl: verifyUrl ?? null } : null
}

/** One address, a whole stand's perhaps, holds a twentieth of the seats at most: it polls beyond. */
const ADDRESS_SHARE = 0.05

function liveRoom(e: z.output<typeof environment>): Config['live'] {
  const most = Math.ceil(e.LIVE_LISTENERS * ADDRESS_SHARE)
  return { listeners: e.LIVE_LISTENERS, perAddress: Math.min(e.LIVE_LISTENERS_PER_ADDRESS ?? most, most) }
}

/** Keys come in pairs; `off` instead of an id offers nobody. An organisation has no stand-in: it is offered where it is named. */
function identitiesOf(e: z.output<typeof environment>): Config['identities'] {
  const { SSO_CLIENT_ID: id, SSO_CLIENT_SECRET: secret, SSO_DISCOVERY_URL: discoveryUrl, SSO_DOMAINS: domains } = e
  return {
    ...keysOf('google', e.GOOGLE_CLIENT_ID, e.GOOGLE_CLIENT_SECRET),
    ...keysOf('apple', e.APPLE_CLIENT_ID, e.APPLE_CLIENT_SECRET),
    ...(id && secret && discoveryUrl && domains
      ? { sso: { clientId: id, clientSecret: secret, discoveryUrl, domains } }
      : {}),
  }
}

function samlOf({ SAML_METADATA: address, SAML_DOMAINS: domains, SAML_EMAIL_ATTRIBUTE }: z.output<typeof environment>) {
  if (address === undefined || domains === undefined) return null
  return { address, domains, emailAttribute: SAML_EMAIL_ATTRIBUTE }
}

function keysOf(name: OpenIdProviderId, clientId: string | undefined, clientSecret: string | undefined) {
  if (clientId === 'off') return {}
  return { [name]: clientId && clientSecret ? { clientId, clientSecret, discoveryUrl: null } : null }
}

/** `s3://KEY:SECRET@host[:port]/bucket?region=…&tls=off`. Refused without a word of what it holds: it holds a secret. */
function bucketOf(value: string, context: z.RefinementCtx): Bucket {
  const url = URL.canParse(value) ? new URL(value) : null
  const bucket = url?.pathname.replace(/^\/|\/$/g, '') ?? ''
  const [accessKeyId, secretAccessKey] = [url?.username, url?.password].map(decoded)
  if (url?.protocol !== 's3:' || url.host === '' || bucket === '' || !accessKeyId || !secretAccessKey) {
    context.addIssue({ code: 'custom', message: 's3://KEY:SECRET@host/bucket is expected' })
    return z.NEVER
  }
  return {
    endpoint: `${url.searchParams.get('tls') === 'off' ? 'http' : 'https'}://${url.host}/${bucket}`,
    region: url.searchParams.get('region') ?? 'auto',
    accessKeyId,
    secretAccessKey,
  }
}

function decoded(part = ''): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** Separated by spaces or lines: those who generate secrets put commas into them. */
function listOfSecrets(value: string): string[] {
  return value.split(/\s+/).filter((secret) => secret !== '')
}

/** A secret made at first start and kept beside the stand-ins' data, so that sessions outlive a restart. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  }
  return createHash('sha256').update(readFileSync(file)).digest('base64url')
}
