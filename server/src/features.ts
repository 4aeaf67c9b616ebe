import type { AccountsApp } from './accounts/parts.ts'
import { registerVotes } from './features/ballots/votes/routes.ts'
import { registerJournal } from './features/common/journal/routes.ts'
import { registerAccounts } from './features/fans/accounts/routes.ts'
import { registerFollows } from './features/fans/follows/routes.ts'
import { registerPeople } from './features/fans/people/routes.ts'
import { registerDemoMatch } from './features/feed/demo-match/routes.ts'
import { registerIngestion } from './features/feed/ingestion/routes.ts'
import { registerMatchCourse } from './features/feed/match-course/routes.ts'
import { registerMatchDiagnostic } from './features/feed/match-diagnostic/routes.ts'
import { registerPublication } from './features/feed/publication/routes.ts'
import { registerCompetitions } from './features/matches/competitions/routes.ts'
import { registerDerbies } from './features/matches/derbies/routes.ts'
import { registerMatchSearch } from './features/matches/match-search/routes.ts'
import { registerMatches } from './features/matches/matches/routes.ts'
import { registerDigest } from './features/messages/digest/routes.ts'
import { registerPush } from './features/messages/push/routes.ts'
import { registerDiagnostics } from './features/operator/diagnostics/routes.ts'
import { registerNightly } from './features/operator/nightly/routes.ts'
import { registerNotices } from './features/operator/notices/routes.ts'
import { registerOverview } from './features/operator/overview/routes.ts'
import { registerReporting } from './features/operator/reporting/routes.ts'
import { registerPlayerMerges } from './features/players/player-merges/routes.ts'
import { registerPlayers } from './features/players/players/routes.ts'
import { registerBrowserErrors } from './features/public/browser-errors/routes.ts'
import { registerContact } from './features/public/contact/routes.ts'
import { registerHealth } from './features/public/health/routes.ts'
import { registerLive } from './features/public/live/routes.ts'
import { registerMedia } from './features/public/media/routes.ts'
import { registerShare } from './features/public/share/routes.ts'
import { registerAudit } from './features/results/audit/routes.ts'
import { registerIntegrity } from './features/results/integrity/routes.ts'
import { registerRankings } from './features/results/rankings/routes.ts'
import { registerRecalculation } from './features/results/recalculation/routes.ts'
import { registerSuspicion } from './features/results/suspicion/routes.ts'
import { registerSeasonRanking } from './features/season/season-ranking/routes.ts'
import { registerSeasons } from './features/season/seasons/routes.ts'
import type { Router } from './http/route.ts'

/** Registers the endpoints of a feature. May return a function that must run before the database is closed. */
type Feature = (route: Router, app: AccountsApp) => (() => Promise<void> | void) | undefined

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
  registerIntegrity,
  registerAudit,
  registerSeasons,
  registerPeople,
  registerFollows,
  registerPush,
  registerDigest,
  registerNotices,
]
