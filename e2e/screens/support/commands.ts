import { readFile } from 'node:fs/promises'
import type { SignedIn } from '@tribune/server/testing/people.ts'
import { NEW_WALLETS, type TestWallet } from '@tribune/server/testing/wallets.ts'
import type { BrowserCommandContext } from 'vitest/node'
import { deepLinks, exchange } from '../../shared/app-return.ts'
import { signIn } from '../../support/api.ts'
import type { Wish } from '../../support/orders.ts'
import prepare, { type RunningProduct, startProduct } from '../../support/product.ts'

let running: Promise<RunningProduct & { readonly forget: () => void }> | undefined

/** Starts the product once. */
export function start() {
  running ??= (async () => {
    const forget = await prepare()
    return { ...(await startProduct('screens', Number(process.env.HOURS_LATER ?? 0))), forget }
  })()
  return running
}

export const ask = async (wish: Wish) => (await start()).ask(wish)

/** The operator's session, one for all tests: they would sign in more often than the server allows. */
let operator: Promise<string> | undefined

/** Gives a browser the session of a fan. */
async function enter(
  context: BrowserCommandContext['context'],
  page: BrowserCommandContext['page'],
  { cookie }: Pick<SignedIn, 'cookie'>,
): Promise<void> {
  const { origin } = new URL(page.url())
  const pairs = cookie.split('; ').map((pair) => /^([^=]+)=(.*)$/.exec(pair) ?? [])
  await context.addCookies(
    pairs.map(([, name = '', value = '']) => ({ name, value, url: origin, httpOnly: true, sameSite: 'Lax' as const })),
  )
}

/** Wallets by their address: their keys stay outside the page, as an extension keeps them. */
const wallets = new Map<string, TestWallet>()

/** Addresses of other programs that a page has sent its browser to. */
const appLinks = new WeakMap<object, string[]>()

/** Functions that let stalled requests continue, by the address of the requests. */
const stalled = new Map<string, () => Promise<void>>()

/** Addresses of the public record, and requests to them that are held. */
const AUDIT = /\/(?:api\/audit|\.well-known)\//
const heldAudit: (() => Promise<void>)[] = []

/** Operations that a test cannot do from inside its page. */
export const commands = {
  ask: (_context: BrowserCommandContext, wish: Wish) => ask(wish),
  signIn: async ({ context, page }: BrowserCommandContext, verified: boolean) => {
    const fan = (await ask({ do: 'fan', verified })) as SignedIn
    await enter(context, page, fan)
    return fan
  },
  resume: ({ context, page }: BrowserCommandContext, fan: SignedIn) => enter(context, page, fan),
  enterAsOperator: async ({ context, page }: BrowserCommandContext) => {
    const { facts } = await start()
    operator ??= signIn(facts, facts.admin)
    await enter(context, page, { cookie: await operator })
  },
  signOut: ({ context }: BrowserCommandContext) => context.clearCookies(),
  makeWallet: (_context: BrowserCommandContext, chain: keyof typeof NEW_WALLETS) => {
    const wallet = NEW_WALLETS[chain]()
    wallets.set(wallet.address, wallet)
    return wallet.address
  },
  signByWallet: (_context: BrowserCommandContext, address: string, message: string) =>
    wallets.get(address)?.sign(message),
  serveScript: ({ page }: BrowserCommandContext, address: string, body: string) =>
    page.route(address, (route) => route.fulfill({ contentType: 'text/javascript', body })),
  cut: ({ page }: BrowserCommandContext, address: string) => page.route(address, (route) => route.abort()),
  stall: ({ page }: BrowserCommandContext, address: string) => {
    const gate = Promise.withResolvers<void>()
    const held: Promise<void>[] = []
    stalled.set(address, async () => {
      gate.resolve()
      await Promise.all(held)
    })
    return page.route(address, (route) => {
      held.push(gate.promise.then(() => route.continue()))
    })
  },
  mend: async ({ page }: BrowserCommandContext, address: string) => {
    // Before the route ends, which would let them go by itself.
    await stalled.get(address)?.()
    stalled.delete(address)
    await page.unroute(address)
  },
  serveAudit: async ({ page }: BrowserCommandContext, answers: Readonly<Record<string, string | null>>, held = '') => {
    await page.unroute(AUDIT)
    await page.route(AUDIT, async (route) => {
      const { pathname, searchParams } = new URL(route.request().url())
      const from = Number(searchParams.get('from') ?? 0)
      // Lines of a log from an index on.
      const body =
        answers[pathname]
          ?.split(/(?<=\n)/)
          .slice(from)
          .join('') ?? answers[pathname]
      const send = () => {
        if (body === null) return route.abort('internetdisconnected')
        return body === undefined ? route.fulfill({ status: 404, json: {} }) : route.fulfill({ body })
      }
      if (held === pathname) heldAudit.push(send)
      else await send()
    })
  },
  releaseAudit: async (_context: BrowserCommandContext) => {
    for (const send of heldAudit.splice(0)) await send()
  },
  endAudit: ({ page }: BrowserCommandContext) => page.unroute(AUDIT),
  hearAppLinks: async ({ page }: BrowserCommandContext) => {
    const heard = appLinks.get(page)
    if (heard === undefined) appLinks.set(page, await deepLinks(page))
    else heard.length = 0
  },
  enterApp: async (_context: BrowserCommandContext, code: string, verifier: string) =>
    exchange((await start()).facts.url, code, verifier),
  appLinks: ({ page }: BrowserCommandContext) => [...(appLinks.get(page) ?? [])],
  nextDownload: async ({ page }: BrowserCommandContext) => {
    const file = await page.waitForEvent('download')
    return { name: file.suggestedFilename(), base64: await readFile(await file.path(), 'base64') }
  },
  emulate: ({ page }: BrowserCommandContext, media: Parameters<typeof page.emulateMedia>[0]) =>
    page.emulateMedia(media),
}
