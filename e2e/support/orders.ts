import type { BuiltMatch, MatchSketch } from '@tribune/server/testing/builders.ts'
import type { CareerSketch } from '@tribune/server/testing/career.ts'

/* What a journey's process and its product's tell each other. */

export interface Account {
  readonly email: string
  readonly password: string
}

export interface WorldFacts {
  readonly url: string
  readonly fan: Account
  readonly admin: Account
  readonly crowd: readonly Account[]
}

/** A match in any state; moments in minutes from now on the product's clock. */
export type MatchState = Omit<MatchSketch, 'kickoffAt' | 'finishedAt' | 'postponedUntil'> & {
  readonly kickoffIn?: number
  readonly finishedAgo?: number
  readonly postponedFor?: number
}

/** News of a live match, as from the feed. */
export interface MatchChange {
  readonly minute?: number
  readonly score?: readonly [number, number]
  readonly extra?: number
  readonly period?: string
}

export type StateOrder =
  | { readonly do: 'build'; readonly state: MatchState }
  | { readonly do: 'change'; readonly matchId: number; readonly change: MatchChange }
  | { readonly do: 'finish'; readonly matchId: number; readonly minutesAgo: number }
  | { readonly do: 'fan'; readonly verified: boolean }
  | { readonly do: 'strike'; readonly matchId: number; readonly playerId: number }
  | { readonly do: 'vote'; readonly matchId: number; readonly podiums: readonly (readonly number[])[] }
  | { readonly do: 'stuff'; readonly match: BuiltMatch; readonly honest: number; readonly script: number }
  | { readonly do: 'career'; readonly sketch: CareerSketch }
  | { readonly do: 'season'; readonly names: readonly string[] }

export type Wish =
  | { readonly do: 'advance'; readonly minutes: number }
  | { readonly do: 'leap'; readonly minutes: number }
  | { readonly do: 'mail'; readonly to: string }
  | { readonly do: 'stage' }
  | { readonly do: 'stop' }
  | StateOrder

export type Order = Wish & { readonly id: number }
