import type { App } from './context.ts'
import { registerAccounts } from './features/accounts/routes.ts'
import { registerBrowserErrors } from './features/browser-errors/routes.ts'
import { registerCompetitions } from './features/competitions/routes.ts'
import { registerContact } from './features/contact/routes.ts'
import { registerDemoMatch } from './features/demo-match/routes.ts'
import { registerDerbies } from './features/derbies/routes.ts'
import { registerDiagnostics } from './features/diagnostics/routes.ts'
import { registerDigest } from './features/digest/routes.ts'
import { registerFollows } from './features/follows/routes.ts'
import { registerHealth } from './features/health/routes.ts'
import { registerIngestion } from './features/ingestion/routes.ts'
import { registerJournal } from './features/journal/routes.ts'
import { registerLive } from './features/live/routes.ts'
import { registerMatchCourse } from './features/match-course/routes.ts'
import { registerMatchDiagnostic } from './features/match-diagnostic/routes.ts'
import { registerMatchSearch } from './features/match-search/routes.ts'
import { registerMatches } from './features/matches/routes.ts'
import { registerMedia } from './features/media/routes.ts'
import { registerNightly } from './features/nightly/routes.ts'
import { registerNotices } from './features/notices/routes.ts'
import { registerOverview } from './features/overview/routes.ts'
import { registerPeople } from './features/people/routes.ts'
import { registerPlayerMerges } from './features/player-merges/routes.ts'
import { registerPlayers } from './features/players/routes.ts'
import { registerPublication } from './features/publication/routes.ts'
import { registerPush } from './features/push/routes.ts'
import { registerRankings } from './features/rankings/routes.ts'
import { registerRecalculation } from './features/recalculation/routes.ts'
import { registerReporting } from './features/reporting/routes.ts'
import { registerSeasonChanges } from './features/season-changes/routes.ts'
import { registerSeasonRanking } from './features/season-ranking/routes.ts'
import { registerSeasons } from './features/seasons/routes.ts'
import { registerShare } from './features/share/routes.ts'
import { registerSuspicion } from './features/suspicion/routes.ts'
import { registerVotes } from './features/votes/routes.ts'
import type { Router } from './http/route.ts'

/** Registers the endpoints of a feature. May return a function that must run before the database is closed. */
type Feature = (route: Router, app: App) => (() => Promise<void> | void) | undefined

/** All features of the server. */
export const FEATURES: readonly Feature[] = [
  registerHealth,
  registerContact,
  registerBrowserErrors,
  registerAccounts,
  registerMatches,
  registerMatchSearch,
  registerVotes,
  registerRankings,
  registerPublication,
  registerSeasonRanking,
  registerPlayers,
  registerPlayerMerges,
  registerCompetitions,
  registerMedia,
  registerShare,
  registerLive,
  registerDiagnostics,
  registerIngestion,
  registerMatchCourse,
  registerNightly,
  registerJournal,
  registerOverview,
  registerRecalculation,
  registerDemoMatch,
  registerMatchDiagnostic,
  registerDerbies,
  registerReporting,
  registerSuspicion,
  registerSeasons,
  registerSeasonChanges,
  registerPeople,
  registerFollows,
  registerPush,
  registerDigest,
  registerNotices,
]
