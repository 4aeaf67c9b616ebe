import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '@tribune/server/database/embedded.ts'
import { migrate } from '@tribune/server/database/migrate.ts'

/** Writes the row types from a freshly migrated database; `--verify` only fails when they are stale. */
const verify = process.argv.includes('--verify')
const dir = mkdtempSync(join(tmpdir(), 'tribune-types-'))
const database = await startEmbeddedDatabase(dir, { durable: false })
try {
  await migrate(database.url)
  execFileSync(
    'kysely-codegen',
    [
      '--dialect=postgres',
      `--url=${database.url}`,
      '--out-file=server/src/database/types.generated.ts',
      '--default-schema=public',
      '--exclude-pattern=*migrations',
      '--numeric-parser=number',
      '--date-parser=string',
      '--type-mapping={"int8":"number"}',
      ...(verify ? ['--verify'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
} finally {
  await database.stop()
  rmSync(dir, { recursive: true, force: true })
}
