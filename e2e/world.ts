import { test as base, expect, type Page } from '@playwright/test'
import type { BuiltMatch, MatchSketch } from '@tribune/server/testing/builders.ts'
import type { BuiltCareer, CareerSketch } from '@tribune/server/testing/career.ts'
import type { SignedIn } from '@tribune/server/testing/people.ts'
import { type Complaints, type Hearing, hearComplaints } from './complaints.ts'
import { startProduct } from './product.ts'

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

/** What the feed could tell of a live match. */
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
  | { readonly do: 'career'; readonly sketch: CareerSketch }
  | { readonly do: 'season'; readonly names: readonly string[] }

export type Wish =
  | { readonly do: 'advance'; readonly minutes: number }
  | { readonly do: 'mail'; readonly to: string }
  | { readonly do: 'stage' }
  | { readonly do: 'stop' }
  | StateOrder

export type Order = Wish & { readonly id: number }

/** The running product, seen from a journey. */
export interface World extends WorldFacts {
  /** Moves the product's clock, lets it hear from the feed, and publishes what fell due; gives the time there. */
  advance(minutes: number): Promise<Date>
  /** The newest mail to an address; waits until there is one. */
  mailTo(address: string): Promise<{ subject: string; text: string; links: string[] }>
  /** A match of the feed in its second half, open to votes and whole within forty minutes of play; shared while it is good. Gives its id. */
  stage(): Promise<number>
  /** A match with its lineup, in any state: live in its 70th minute unless told otherwise. */
  build(state?: MatchState): Promise<BuiltMatch>
  /** News of a live match that was built. */
  change(matchId: number, change: MatchChange): Promise<void>
  /** The whistle of a built match; sixty minutes ago or more, the result is published too. */
  finish(matchId: number, minutesAgo: number): Promise<void>
  /** A player leaves the lineup of a built match, as the feed corrects it. */
  strike(matchId: number, playerId: number): Promise<void>
  /** Complete or incomplete ballots on an open match, each by another fan: player ids, the first first. */
  vote(matchId: number, podiums: readonly (readonly number[])[]): Promise<void>
  /** A player through many finished matches, with their season. */
  career(sketch: CareerSketch): Promise<BuiltCareer>
  /** More players at the end of the season's ranking. Gives their ids. */
  growSeason(names: readonly string[]): Promise<number[]>
  /** Signs a new fan in on this page's browser, without the sign-in screens. */
  signIn(page: Page, verified?: boolean): Promise<SignedIn>
}

/**
 * `world` is started once for all journeys of a worker; a file that must not meet what others left there names one of its own, `worldOf`.
 * Whatever the browser complains of in its console fails a journey, unless it said so to `complaints`. A journey's routes belong to the
 * context: those of a page do not see what the service worker asks for.
 */
export const test = base.extend<
  { baseURL: string; hearing: Hearing; complaints: Complaints },
  { world: World; worldOf: string; hoursLater: number }
>({
  worldOf: ['all', { option: true, scope: 'worker' }],
  hoursLater: [0, { option: true, scope: 'worker' }],
  world: [
    async ({ worldOf, hoursLater }, use) => {
      const { facts, ask } = await startProduct(worldOf, hoursLater)
      await use({
        ...facts,
        advance: async (minutes) => new Date((await ask({ do: 'advance', minutes })) as string),
        mailTo: async (to) => (await ask({ do: 'mail', to })) as Awaited<ReturnType<World['mailTo']>>,
        stage: async () => (await ask({ do: 'stage' })) as number,
        build: async (state = {}) => (await ask({ do: 'build', state })) as BuiltMatch,
        change: async (matchId, change) => {
          await ask({ do: 'change', matchId, change })
        },
        finish: async (matchId, minutesAgo) => {
          await ask({ do: 'finish', matchId, minutesAgo })
        },
        strike: async (matchId, playerId) => {
          await ask({ do: 'strike', matchId, playerId })
        },
        vote: async (matchId, podiums) => {
          await ask({ do: 'vote', matchId, podiums })
        },
        career: async (sketch) => (await ask({ do: 'career', sketch })) as BuiltCareer,
        growSeason: async (names) => (await ask({ do: 'season', names })) as number[],
        signIn: async (page, verified = true) => {
          const fan = (await ask({ do: 'fan', verified })) as SignedIn
          const [name = '', value = ''] = fan.cookie.split('=')
          await page.context().addCookies([{ name, value, url: facts.url, httpOnly: true, sameSite: 'Lax' }])
          return fan
        },
      })
      await ask({ do: 'stop' })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ world }, use) => {
    await use(world.url)
  },
  hearing: async ({ browser }, use) => {
    const hearing = hearComplaints(browser)
    await use(hearing)
    hearing.end()
  },
  context: async ({ context, hearing }, use) => {
    await use(context)
    // A request under way as a journey ends finds its route halfway, and one held by a route goes on to the server: neither fails the journey.
    hearing.end()
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  },
  complaints: [
    async ({ hearing }, use) => {
      await use(hearing.complaints)
      expect(hearing.unexpected(), 'what the browser complained of').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
