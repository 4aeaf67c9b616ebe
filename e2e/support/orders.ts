import type { BuiltEvent, BuiltMatch, MatchSketch } from '@tribune/server/testing/builders.ts'
import type { BuiltCareer, CareerSketch } from '@tribune/server/testing/career.ts'

/* The messages between the process of a test and the process of its product. */

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
export type MatchState = Omit<MatchSketch, 'kickoffAt' | 'observedAt' | 'finishedAt' | 'postponedUntil'> & {
  readonly kickoffIn?: number
  readonly observedAgo?: number
  readonly finishedAgo?: number
  readonly postponedFor?: number
}

/** News of a match, as from the feed. One that has not begun has no minute, one that is live needs its own. */
export interface MatchChange {
  readonly status?: 'upcoming' | 'live' | 'suspended' | 'postponed' | 'cancelled'
  readonly minute?: number
  readonly score?: readonly [number, number]
  readonly extra?: number
  readonly period?: string
  readonly events?: readonly BuiltEvent[]
}

/** A reading of the feed of a match in play, after those before; moments in minutes from now on the product's clock. */
export interface MatchReading {
  readonly period: string
  readonly minute: number
  readonly kickoffIn: number
  readonly observedAgo: number
}

/** How the feed strikes a player: it no longer lists them, or says that they did not play. */
type Strike = 'unlisted' | 'idle'

export type StateOrder =
  | { readonly do: 'build'; readonly state: MatchState }
  | { readonly do: 'change'; readonly matchId: number; readonly change: MatchChange }
  | { readonly do: 'report'; readonly matchId: number; readonly reading: MatchReading }
  | { readonly do: 'finish'; readonly matchId: number; readonly minutesAgo: number }
  | { readonly do: 'fan'; readonly verified: boolean }
  | { readonly do: 'age'; readonly fanId: string; readonly minutes: number }
  | { readonly do: 'strike'; readonly matchId: number; readonly playerId: number; readonly how: Strike }
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

/** The running product, as tests control it. */
export interface WorldCalls extends WorldFacts {
  /** Moves the product's clock, reads the feed, and publishes due results. Returns the product's time. */
  advance(minutes: number): Promise<Date>
  /** Moves the product's clock by hours or days, of which no match is followed, and sends the digest that is due. Returns the product's time. */
  leap(minutes: number): Promise<Date>
  /** The newest mail to an address; waits until there is one. */
  mailTo(address: string): Promise<{ subject: string; text: string; links: string[]; headers: Record<string, string> }>
  /** Stages a match of the feed in its second half, open to votes, with its end within forty minutes. Shared while it lasts. Returns its id. */
  stage(): Promise<number>
  /** Builds a match with its lineup, in any state; by default live in its 70th minute. */
  build(state?: MatchState): Promise<BuiltMatch>
  /** Changes a built match that has not ended. */
  change(matchId: number, change: MatchChange): Promise<void>
  /** Makes the feed report a built match. The rules of a match's course decide what is believed. */
  report(matchId: number, reading: MatchReading): Promise<void>
  /** Ends a built match; if that was sixty minutes ago or more, publishes its result too. */
  finish(matchId: number, minutesAgo: number): Promise<void>
  /** Makes the sessions of a fan as old as this; moving the clock would move the matches of others too. */
  ageSessions(fanId: string, minutes: number): Promise<void>
  /** Strikes a player of a built match, as when the feed corrects its lineup. */
  strike(matchId: number, playerId: number, how?: Strike): Promise<void>
  /** Casts complete or incomplete ballots on an open match, each by another fan: player ids by position. */
  vote(matchId: number, podiums: readonly (readonly number[])[]): Promise<void>
  /** Stores ballots of honest fans and of one script's accounts, which all have the lineup's last three. */
  stuff(match: BuiltMatch, honest: number, script: number): Promise<void>
  /** Builds a player with many finished matches, and their season. */
  career(sketch: CareerSketch): Promise<BuiltCareer>
  /** Adds players at the end of the season's ranking. Returns their ids. */
  growSeason(names: readonly string[]): Promise<number[]>
}

/** Returns the product's calls, made of plain wishes. */
export function callsOf(facts: WorldFacts, ask: (wish: Wish) => Promise<unknown>): WorldCalls {
  return {
    ...facts,
    advance: async (minutes) => new Date((await ask({ do: 'advance', minutes })) as string),
    leap: async (minutes) => new Date((await ask({ do: 'leap', minutes })) as string),
    mailTo: async (to) => (await ask({ do: 'mail', to })) as Awaited<ReturnType<WorldCalls['mailTo']>>,
    stage: async () => (await ask({ do: 'stage' })) as number,
    build: async (state = {}) => (await ask({ do: 'build', state })) as BuiltMatch,
    change: async (matchId, change) => {
      await ask({ do: 'change', matchId, change })
    },
    report: async (matchId, reading) => {
      await ask({ do: 'report', matchId, reading })
    },
    finish: async (matchId, minutesAgo) => {
      await ask({ do: 'finish', matchId, minutesAgo })
    },
    ageSessions: async (fanId, minutes) => {
      await ask({ do: 'age', fanId, minutes })
    },
    strike: async (matchId, playerId, how = 'unlisted') => {
      await ask({ do: 'strike', matchId, playerId, how })
    },
    vote: async (matchId, podiums) => {
      await ask({ do: 'vote', matchId, podiums })
    },
    stuff: async (match, honest, script) => {
      await ask({ do: 'stuff', match, honest, script })
    },
    career: async (sketch) => (await ask({ do: 'career', sketch })) as BuiltCareer,
    growSeason: async (names) => (await ask({ do: 'season', names })) as number[],
  }
}
