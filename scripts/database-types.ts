import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '@tribune/server/infra/database/embedded.ts'
import { migrate } from '@tribune/server/infra/database/migrate.ts'

/** Writes the row types from a freshly migrated database; `--verify` only fails when they are stale. */
const verify = process.argv.includes('--verify')
const PHASE = 'import("@tribune/domain/results/coefficient.ts")'
const STATUS = 'import("@tribune/domain/matches/status.ts").MatchStatus'
/** Columns that hold only the values of a domain's type. */
const COLUMNS = {
  'matches.first_with_all': 'readonly import("@tribune/domain/results/publication.ts").FirstRow[] | null',
  'match_events.events': 'readonly import("@tribune/domain/matches/events.ts").ReportedEvent[]',
  'follows.kind': 'import("@tribune/domain/home/follows.ts").FollowKind',
  'match_coefficients.phase': `${PHASE}.Phase`,
  'matches.phase': `Generated<${PHASE}.PlayedPhase>`,
  'matches.status': STATUS,
  'home_fixtures.status': `${STATUS} | null`,
  'operator_alerts.kind': 'import("@tribune/domain/operator/needs.ts").NeedKind',
  'matches.disputed_as': 'import("@tribune/domain/matches/anomaly.ts").MatchAnomaly | null',
  'match_lineups.side': '"home" | "away"',
  'match_lineups.player_position': '"G" | "D" | "M" | "F" | null',
  'matches.ranking_source': '"votes" | "ratings_fallback" | null',
  'recalculations.scope': '"all" | "marked"',
  'recalculations.state': 'Generated<"running" | "stopping" | "stopped" | "done">',
  'match_player_points.source': '"votes" | "ratings_fallback"',
}
const dir = mkdtempSync(join(tmpdir(), 'tribune-types-'))
const database = await startEmbeddedDatabase(dir, { durable: false })
try {
  await migrate(database.url)
  execFileSync(
    'kysely-codegen',
    [
      '--dialect=postgres',
      `--url=${database.url}`,
      '--out-file=server/src/infra/database/types.generated.ts',
      '--default-schema=public',
      '--exclude-pattern=*migrations',
      '--numeric-parser=number',
      '--date-parser=string',
      '--type-mapping={"int8":"number"}',
      `--overrides=${JSON.stringify({ columns: COLUMNS })}`,
      ...(verify ? ['--verify'] : []),
    ],
    // The generator warns that it cannot parse types with this compiler, and writes them unchanged. If it fails, the call throws with all its errors.
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
} finally {
  await database.stop()
  rmSync(dir, { recursive: true, force: true })
}
