import { z } from 'zod'
import type { Connections } from '../infra/database/pools.ts'
import type { Bucket } from '../infra/media/s3-store.ts'
import { percentDecoded } from '../kernel/percent-encoding.ts'
import { type Checked, isAddress, text } from './parts.ts'

const connections = z.coerce.number().int().min(2).max(1_000)

/** Where rows and pictures are stored. */
export const storageSettings = {
  DATABASE_URL: text
    .refine((url) => isAddress(url, /^postgres(ql)?:$/), 'postgresql://user:password@host/database is expected')
    .optional(),
  DATABASE_CONNECTIONS: connections.default(20),
  DATABASE_CONNECTIONS_BALLOTS: connections.min(3).default(4),
  DATABASE_CONNECTIONS_SESSIONS: connections.default(4),
  DATABASE_CONNECTIONS_JOBS: connections.default(4),
  STORAGE_URL: z.string().transform(bucketOf).optional(),
}

export interface StorageConfig {
  readonly databaseUrl: string | null
  readonly connections: Connections
  /** Bucket for pictures; `null` for a folder in `dataDir`. */
  readonly storage: Bucket | null
}

export function readStorage(e: Checked<typeof storageSettings>): StorageConfig {
  return {
    databaseUrl: e.DATABASE_URL ?? null,
    connections: {
      shared: e.DATABASE_CONNECTIONS,
      ballots: e.DATABASE_CONNECTIONS_BALLOTS,
      sessions: e.DATABASE_CONNECTIONS_SESSIONS,
      jobs: e.DATABASE_CONNECTIONS_JOBS,
    },
    storage: e.STORAGE_URL ?? null,
  }
}

/** Parses `s3://KEY:SECRET@host[:port]/bucket?region=…&tls=off`. Errors never contain the value, which has a secret. */
function bucketOf(value: string, context: z.RefinementCtx): Bucket {
  const url = URL.canParse(value) ? new URL(value) : null
  const bucket = url?.pathname.replace(/^\/|\/$/g, '') ?? ''
  const [accessKeyId, secretAccessKey] = [url?.username, url?.password].map((part = '') => percentDecoded(part))
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
