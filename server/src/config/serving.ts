import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Checked, type Fault, text } from './parts.ts'

const MAX_SERVERS = 256
/** As many share the 100 connections that PostgreSQL grants unless it is configured. */
const MAX_BY_DEFAULT = 4

/** Where and how the server serves, and what it logs. */
export const servingSettings = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  HOST: text.default('127.0.0.1'),
  SERVERS: z.coerce.number().int().min(1).max(MAX_SERVERS).optional(),
  DATA_DIR: text.default(fileURLToPath(new URL('../../../.data', import.meta.url))),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => /^https?:\/\/[^/?#@]+\/?$/i.test(url), 'https://host[:port] is expected, without a path')
    .optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  LIVE_LISTENERS: z.coerce.number().int().min(0).max(1_000_000).default(20_000),
  LIVE_LISTENERS_PER_ADDRESS: z.coerce.number().int().min(0).max(1_000_000).optional(),
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
}

export interface ServingConfig {
  readonly production: boolean
  /** `null` for 3000 or the next free port. */
  readonly port: number | null
  readonly host: string
  /** Number of processes on this machine that share the port. */
  readonly servers: number
  readonly dataDir: string
  /** `null` for the loopback address, once the port is known. */
  readonly publicUrl: string | null
  /** Number of trusted proxies in front, from which the client's address is taken. */
  readonly trustedProxies: number
  /** Maximum number of live streams of one server, and of one address, which a whole stadium may share. */
  readonly live: { readonly listeners: number; readonly perAddress: number }
  /** Time between announcing the stop to load balancers and refusing new connections. */
  readonly drainMs: number
  readonly logLevel: string
  /** Bearer token of the series for Prometheus; `null` to serve none. */
  readonly metricsToken: string | null
}

type Settings = Checked<typeof servingSettings>

/** Share of a server's live streams that one address, perhaps a whole stadium's, may have; the rest of its screens poll. */
const ADDRESS_SHARE = 0.05
const shareOf = ({ LIVE_LISTENERS }: Settings) => Math.ceil(LIVE_LISTENERS * ADDRESS_SHARE)

/** Returns the fault of more live streams for one address than its share. */
export function servingFaults(e: Settings): Fault[] {
  const share = shareOf(e)
  if ((e.LIVE_LISTENERS_PER_ADDRESS ?? 0) <= share) return []
  return [{ name: 'LIVE_LISTENERS_PER_ADDRESS', message: `at most ${share}, a twentieth of LIVE_LISTENERS` }]
}

export function readServing(e: Settings): ServingConfig {
  const production = e.NODE_ENV === 'production'
  return {
    production,
    port: e.PORT ?? null,
    host: e.HOST,
    servers: e.SERVERS ?? (production ? Math.min(availableParallelism(), MAX_BY_DEFAULT) : 1),
    dataDir: resolve(e.DATA_DIR),
    publicUrl: e.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    trustedProxies: e.TRUST_PROXY,
    live: { listeners: e.LIVE_LISTENERS, perAddress: e.LIVE_LISTENERS_PER_ADDRESS ?? shareOf(e) },
    drainMs: e.DRAIN_MS ?? (production ? 1_000 : 0),
    logLevel: e.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    metricsToken: e.METRICS_TOKEN ?? null,
  }
}

const SECRET_MIN_LENGTH = 32
const secretText = z.string().min(SECRET_MIN_LENGTH)

/** Secrets that the server signs and encrypts with. */
export const secretSettings = {
  SECRET: secretText.optional(),
  OLD_SECRETS: z.string().transform(listOfSecrets).pipe(z.array(secretText)).default([]),
}

export interface SecretConfig {
  /** The newest of `secrets`, for data that no later start needs to read. */
  readonly secret: string
  /** Newest first: the first signs and encrypts, the others only verify and decrypt older data. */
  readonly secrets: readonly [string, ...string[]]
}

/** @param dataDir Folder of the generated secret, where none is set. */
export function readSecrets(e: Checked<typeof secretSettings>, dataDir: string): SecretConfig {
  const secret = e.SECRET ?? storedSecret(dataDir)
  return { secret, secrets: [secret, ...e.OLD_SECRETS.filter((old) => old !== secret)] }
}

/** Splits secrets at white space; generated secrets may contain commas. */
function listOfSecrets(value: string): string[] {
  return value.split(/\s+/).filter((secret) => secret !== '')
}

/** Returns a secret that is generated at the first start and stored next to the stand-ins' data, so that sessions survive restarts. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  }
  return createHash('sha256').update(readFileSync(file)).digest('base64url')
}
