import { test as base, expect, type Page } from '@playwright/test'
import type { BuiltMatch } from '@tribune/server/testing/builders.ts'
import type { BuiltCareer, CareerSketch } from '@tribune/server/testing/career.ts'
import type { SignedIn } from '@tribune/server/testing/people.ts'
import { type Complaints, type Hearing, hearComplaints } from './complaints.ts'
import type { MatchChange, MatchState, WorldFacts } from './orders.ts'
import { startProduct } from './product.ts'

const STEP_NAME_LENGTH = 40

/** The running product, as a journey controls it. */
export interface World extends WorldFacts {
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
  /** Changes a built match that is live. */
  change(matchId: number, change: MatchChange): Promise<void>
  /** Ends a built match; if that was sixty minutes ago or more, publishes its result too. */
  finish(matchId: number, minutesAgo: number): Promise<void>
  /** Strikes a player from the lineup of a built match, as when the feed corrects it. */
  strike(matchId: number, playerId: number): Promise<void>
  /** Casts complete or incomplete ballots on an open match, each by another fan: player ids by position. */
  vote(matchId: number, podiums: readonly (readonly number[])[]): Promise<void>
  /** Stores ballots of honest fans and of one script's accounts, which all have the lineup's last three. */
  stuff(match: BuiltMatch, honest: number, script: number): Promise<void>
  /** Builds a player with many finished matches, and their season. */
  career(sketch: CareerSketch): Promise<BuiltCareer>
  /** Adds players at the end of the season's ranking. Returns their ids. */
  growSeason(names: readonly string[]): Promise<number[]>
  /** Signs a new fan in on this page's browser, without the sign-in screens. */
  signIn(page: Page, verified?: boolean): Promise<SignedIn>
}

/**
 * `world` is started once for all journeys of a worker; a file that needs a product without the data of others names its own by `worldOf`. Any
 * error in the browser's console fails a journey, unless it is allowed by `complaints`. A journey's routes belong to the context: those of a page
 * do not see the requests of the service worker.
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
        leap: async (minutes) => new Date((await ask({ do: 'leap', minutes })) as string),
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
        stuff: async (match, honest, script) => {
          await ask({ do: 'stuff', match, honest, script })
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
    // Requests under way at the end of a journey, including those that a route holds, must not fail it.
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

/** The same journey for each of these, in one browser; where it fails, the step names which. */
export async function eachOf(cases: readonly string[], journey: (one: string) => Promise<void>): Promise<void> {
  for (const one of cases) await test.step(one.slice(0, STEP_NAME_LENGTH), () => journey(one))
}
