import type { App } from './context.ts'
import { registerAccounts } from './features/accounts/routes.ts'
import { registerCompetitions } from './features/competitions/routes.ts'
import { registerContact } from './features/contact/routes.ts'
import { registerDiagnostics } from './features/diagnostics/routes.ts'
import { registerHealth } from './features/health/routes.ts'
import { registerIngestion } from './features/ingestion/routes.ts'
import { registerLive } from './features/live/routes.ts'
import { registerMatches } from './features/matches/routes.ts'
import { registerMedia } from './features/media/routes.ts'
import { registerNightly } from './features/nightly/routes.ts'
import { registerPlayers } from './features/players/routes.ts'
import { registerRankings } from './features/rankings/routes.ts'
import { registerShare } from './features/share/routes.ts'
import { registerVotes } from './features/votes/routes.ts'
import type { Router } from './http/route.ts'

/** A feature registers its addresses and may return what must end before the database is let go. */
type Feature = (route: Router, app: App) => (() => Promise<void> | void) | undefined

/** Every feature of the server. */
export const FEATURES: readonly Feature[] = [
  registerHealth,
  registerContact,
  registerAccounts,
  registerMatches,
  registerVotes,
  registerRankings,
  registerPlayers,
  registerCompetitions,
  registerMedia,
  registerShare,
  registerLive,
  registerDiagnostics,
  registerIngestion,
  registerNightly,
]
