import { OPERATOR_ACTIONS, type OperatorAction } from '@tribune/contract/operator/actions.ts'
import { matchIdIn } from './match-id-rules.ts'

/** Tabs of the operator's area, in the address: `/admin?tab=coefficients`. The first is the one without a word. */
export const ADMIN_TABS = ['overview', 'diagnostics', 'brand', 'coefficients', 'reporting'] as const

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export type AdminTab = (typeof ADMIN_TABS)[number]

export interface AdminAddress {
  readonly tab?: AdminTab | undefined
  /** Page and competition of the table of finished matches. */
  readonly page?: number | undefined
  readonly competition?: number | undefined
  /** The match that tools begin with, and the only one of the table. */
  readonly match?: number | undefined
}

/** Maximum number of pages, and the highest id of a competition, that the server takes. */
const MAX_PAGE = 1_000_000
const MAX_COMPETITION = 2_147_483_647

/** Keeps of an address the tab that it names, and what its table shows; the first tab and the first page are nothing. */
export function readAdminAddress({ tab, page, competition, match }: Readonly<Record<string, unknown>>): AdminAddress {
  const known = ADMIN_TABS.find((name) => name === tab)
  return {
    tab: known === ADMIN_TABS[0] ? undefined : known,
    page: numberIn(page, 2, MAX_PAGE),
    competition: numberIn(competition, 1, MAX_COMPETITION),
    match: numberIn(match, 1, Number.MAX_SAFE_INTEGER),
  }
}

function numberIn(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined
}

/** The search parameters of the page: `/admin/fans?id=…`. Ids only: no URL contains a fan's address or number. */
interface PeopleAddress {
  readonly id?: string | undefined
}

/** Keeps of an address the id of a fan. */
export function readPeopleAddress({ id }: Readonly<Record<string, unknown>>): PeopleAddress {
  return { id: typeof id === 'string' && UUID.test(id) ? id.toLowerCase() : undefined }
}

/** Pages about one match, chosen on the page itself. */
export type MatchPage =
  | '/check-points'
  | '/test-aggregate'
  | '/test-football-api'
  | '/test-ranking'
  | '/votes-diagnostic'

/** A page about one match, as its address says it: `/check-points?match=12`. */
interface MatchAddress {
  readonly match?: number | undefined
}

/** Keeps of an address the match that it names. */
export function readMatchAddress({ match }: Readonly<Record<string, unknown>>): MatchAddress {
  return { match: matchIdIn(String(match)) ?? undefined }
}

/** Name in the address of an analysis that still asks for a player. */
export const ANY_PLAYER = 'joueur'

/** The analysis of a player, where several bear the name: `/elie-analysis?player=12`. */
interface PlayerAddress {
  readonly player?: number | undefined
}

/** Keeps of an address the player that it names, who may have an id below zero. */
export function readPlayerAddress({ player }: Readonly<Record<string, unknown>>): PlayerAddress {
  const id = typeof player === 'number' && Number.isSafeInteger(player) ? player : undefined
  return { player: id }
}

/** The metrics of one function: `/metrics-dashboard?fn=ranking-engine`. */
interface MetricsAddress {
  readonly fn?: string | undefined
}

/** Keeps of an address the function that it names. */
export function readMetricsAddress({ fn }: Readonly<Record<string, unknown>>): MetricsAddress {
  return { fn: typeof fn === 'string' && /^[\w-]{1,60}$/.test(fn) ? fn : undefined }
}

/** Request of the journal's address: `/admin/journal?action=match_ranked&subject=match:12&from=2026-11-01`. */
export interface JournalAddress {
  readonly action?: OperatorAction | undefined
  readonly subject?: string | undefined
  /** First and last day in Paris, `YYYY-MM-DD`. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly text?: string | undefined
}

/** Longest texts that the server takes. */
export const MAX_SUBJECT = 200
export const MAX_TEXT = 100

/** Keeps of an address the filters of the journal. */
export function readJournalAddress({
  action,
  subject,
  from,
  to,
  text,
}: Readonly<Record<string, unknown>>): JournalAddress {
  return {
    action: OPERATOR_ACTIONS.find((name) => name === action),
    subject: textIn(subject, MAX_SUBJECT),
    from: dayIn(from),
    to: dayIn(to),
    text: textIn(text, MAX_TEXT),
  }
}

/** Returns a text of the address, which the router reads as a number where it looks like one. */
function textIn(value: unknown, most: number): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, most) || undefined : undefined
}

/** Returns a day of the calendar from 1970 on, as the server takes it. */
function dayIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value) || value < '1970') return undefined
  const at = new Date(`${value}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, value.length) !== value ? undefined : value
}
