import { z } from 'zod'
import type { Connections } from '../infra/database/pools.ts'
import type { Bucket } from '../infra/media/store.ts'
import { percentDecoded } from '../kernel/text.ts'
import { type Checked, isAddress, text } from './parts.ts'

/** Connections of a process that serves alone, and of one of several: five of these (four, and the next one at a restart) fit into 100 connections. */
const ALONE: Connections = { shared: 20, ballots: 4, sessions: 4, jobs: 4 }
const ONE_OF_SEVERAL: Connections = { shared: 8, ballots: 3, sessions: 2, jobs: 2 }

const connections = z.coerce.number().int().min(2).max(1_000)

/** Where rows and pictures are stored. */
export const storageSettings = {
  DATABASE_URL: text
    .refine((url) => isAddress(url, /^postgres(ql)?:$/), 'postgresql://user:password@host/database is expected')
    .optional(),
  DATABASE_CONNECTIONS: connections.optional(),
  DATABASE_CONNECTIONS_BALLOTS: connections.min(3).optional(),
  DATABASE_CONNECTIONS_SESSIONS: connections.optional(),
  DATABASE_CONNECTIONS_JOBS: connections.optional(),
  STORAGE_URL: z.string().transform(bucketOf).optional(),
}

export interface StorageConfig {
  readonly databaseUrl: string | null
  readonly connections: Connections
  /** Bucket for pictures; `null` for a folder in `dataDir`. */
  readonly storage: Bucket | null
}

/** @param servers Number of processes on this machine. */
export function readStorage(e: Checked<typeof storageSettings>, servers: number): StorageConfig {
  const usual = servers === 1 ? ALONE : ONE_OF_SEVERAL
  return {
    databaseUrl: e.DATABASE_URL ?? null,
    connections: {
      shared: e.DATABASE_CONNECTIONS ?? usual.shared,
      ballots: e.DATABASE_CONNECTIONS_BALLOTS ?? usual.ballots,
      sessions: e.DATABASE_CONNECTIONS_SESSIONS ?? usual.sessions,
      jobs: e.DATABASE_CONNECTIONS_JOBS ?? usual.jobs,
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
