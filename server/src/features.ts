import type { App } from './app.ts'
import { registerAccounts } from './features/accounts/routes.ts'
import { registerCompetitions } from './features/competitions/routes.ts'
import { registerDiagnostics } from './features/diagnostics/routes.ts'
import { registerMatches } from './features/matches/routes.ts'
import { registerPlayers } from './features/players/routes.ts'
import { registerRankings } from './features/rankings/routes.ts'
import { registerVotes } from './features/votes/routes.ts'
import { registerFunctions } from './functions/routes.ts'
import { registerHealth } from './http/health.ts'
import type { Router } from './http/route.ts'

/** A feature registers its addresses and may return what must end before the database is let go. */
type Feature = (route: Router, app: App) => (() => Promise<void> | void) | undefined

/** Every feature of the server. */
export const FEATURES: readonly Feature[] = [
  registerHealth,
  registerAccounts,
  registerMatches,
  registerVotes,
  registerRankings,
  registerPlayers,
  registerCompetitions,
  registerDiagnostics,
  registerFunctions,
]
