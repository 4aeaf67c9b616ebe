import { type Relay, startRelay } from './relay.ts'
import { test as base } from './world.ts'

/** A journey whose browser reaches the product through a relay. */
export const test = base.extend<{ relay: Relay }>({
  relay: async ({ world, context }, use) => {
    const relay = await startRelay(world.url)
    await use(relay)
    // A page that is still open would keep calling a closed relay.
    for (const page of context.pages()) await page.close()
    await relay.close()
  },
})
