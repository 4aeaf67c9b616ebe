import { matchIdIn } from '../../match-id-rules.ts'

/** Pages about one match, chosen on the page itself. */
export type MatchPage =
  | '/check-points'
  | '/test-aggregate'
  | '/test-football-api'
  | '/test-ranking'
  | '/votes-diagnostic'

/** A page about one match, as its address says it: `/check-points?match=12`. */
export interface MatchAddress {
  readonly match?: number | undefined
}

/** Keeps of an address the match that it names. */
export function readMatchAddress({ match }: Readonly<Record<string, unknown>>): MatchAddress {
  return { match: matchIdIn(String(match)) ?? undefined }
}

/** Name in the address of an analysis that still asks for a player. */
export const ANY_PLAYER = 'joueur'

/** The analysis of a player, where several bear the name: `/elie-analysis?player=12`. */
export interface PlayerAddress {
  readonly player?: number | undefined
}

/** Keeps of an address the player that it names, who may have an id below zero. */
export function readPlayerAddress({ player }: Readonly<Record<string, unknown>>): PlayerAddress {
  const id = typeof player === 'number' && Number.isSafeInteger(player) ? player : undefined
  return { player: id }
}

/** The metrics of one function: `/metrics-dashboard?fn=ranking-engine`. */
export interface MetricsAddress {
  readonly fn?: string | undefined
}

/** Keeps of an address the function that it names. */
export function readMetricsAddress({ fn }: Readonly<Record<string, unknown>>): MetricsAddress {
  return { fn: typeof fn === 'string' && /^[\w-]{1,60}$/.test(fn) ? fn : undefined }
}
