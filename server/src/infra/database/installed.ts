import type { StartProgress } from '../../kernel/progress.ts'
import { startEmbeddedDatabase } from './embedded.ts'

/** The PostgreSQL server of an installation, running. */
export interface InstalledDatabase {
  readonly url: string
  /** Stops it, or lets its clients end first, for a time. */
  stop(when?: 'now' | 'once unused'): Promise<void>
}

/** Starts the installation's own PostgreSQL, unless another is configured, which `stop` leaves running. */
export async function startInstalledDatabase(
  { databaseUrl, dataDir }: { readonly databaseUrl: string | null; readonly dataDir: string },
  onProgress: StartProgress,
): Promise<InstalledDatabase> {
  if (databaseUrl !== null) return { url: databaseUrl, stop: () => Promise.resolve() }
  onProgress('database: starting PostgreSQL')
  return startEmbeddedDatabase(dataDir, { onEvent: onProgress })
}
