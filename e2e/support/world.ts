import { test as base, expect, type Page } from '@playwright/test'
import type { SignedIn } from '@tribune/server/testing/people.ts'
import { SETTLED_MS } from '../../web/src/lib/limits.ts'
import { pretendFastNetwork, settleAtOnce } from '../shared/page-start.ts'
import { type Complaints, type Hearing, hearComplaints } from './complaints.ts'
import { callsOf, type WorldCalls } from './orders.ts'
import { startProduct } from './product.ts'

const STEP_NAME_LENGTH = 40

/** The running product, as a journey controls it. */
export interface World extends WorldCalls {
  /** Signs a new fan in on this page's browser, without the sign-in screens. */
  signIn(page: Page, verified?: boolean): Promise<SignedIn>
}

/**
 * `world` is started once for all journeys of a worker; a file that needs a product without the data of others names its own by `worldOf`. Any
 * error in the browser's console fails a journey, unless it is allowed by `complaints`. A journey's routes belong to the context: those of a page
 * do not see the requests of the service worker. A file that looks at the order of a load sets `settlesAtOnce` to false.
 */
export const test = base.extend<
  { baseURL: string; settlesAtOnce: boolean; hearing: Hearing; complaints: Complaints },
  { world: World; worldOf: string; hoursLater: number }
>({
  worldOf: ['all', { option: true, scope: 'worker' }],
  hoursLater: [0, { option: true, scope: 'worker' }],
  world: [
    async ({ worldOf, hoursLater }, use) => {
      const { facts, ask } = await startProduct(worldOf, hoursLater)
      await use({
        ...callsOf(facts, ask),
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
  settlesAtOnce: [true, { option: true }],
  hearing: async ({ browser }, use) => {
    const hearing = hearComplaints(browser)
    await use(hearing)
    hearing.end()
  },
  context: async ({ context, hearing, settlesAtOnce }, use) => {
    await context.addInitScript(pretendFastNetwork)
    if (settlesAtOnce) await context.addInitScript(settleAtOnce, SETTLED_MS)
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
