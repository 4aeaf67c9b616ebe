import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import type { Fan } from '@tribune/contract/accounts.ts'
import type { SignedIn } from '@tribune/server/testing/people.ts'
import { NEW_WALLETS, type TestWallet } from '@tribune/server/testing/wallets.ts'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import type { BrowserCommandContext } from 'vitest/node'
import { findBrowser } from '../scripts/browser.ts'
import type { Wish } from './support/orders.ts'
import prepare, { type RunningProduct, startProduct } from './support/product.ts'
import { PHONE } from './support/samples.ts'

/** Time limit of a test that hangs, in milliseconds, and of one thing that is waited for. */
const HANGS_MS = 60_000
const WAIT_MS = 10_000

let running: Promise<RunningProduct & { readonly forget: () => void }> | undefined

/** Starts the product once. */
function start() {
  running ??= (async () => {
    const forget = await prepare()
    return { ...(await startProduct('screens', Number(process.env.HOURS_LATER ?? 0))), forget }
  })()
  return running
}

const ask = async (wish: Wish) => (await start()).ask(wish)

/** Gives a browser the session of a fan. */
async function enter(
  context: BrowserCommandContext['context'],
  page: BrowserCommandContext['page'],
  { cookie }: SignedIn,
): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  const { origin } = new URL(page.url())
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
}

/** Wallets by their address: their keys stay outside the page, as an extension keeps them. */
const wallets = new Map<string, TestWallet>()

/** Addresses of other programs that a page has sent its browser to. */
const appLinks = new WeakMap<object, string[]>()

/** Pages that links of mails lead to. */
const PAGES = /^\/(?:profile|points|match\/\d+)?(?:\?|$)/
/** Where the native app comes from. */
const NATIVE = 'capacitor://localhost'

/**
 * Starts the product with the run, and ends it. Requests of another origin than its own would be refused. Links of mails lead to pages of the app, which
 * are empty here: a test opens their addresses.
 */
const product: Plugin = {
  name: 'product',
  async config() {
    const { url } = (await start()).facts
    return {
      server: { proxy: { '^/(?:api|media|share|dev)/': { target: url, headers: { origin: url }, autoRewrite: true } } },
    }
  },
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      if (request.headers['sec-fetch-dest'] !== 'empty' || !PAGES.test(request.url ?? '')) return next()
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html>')
    })
  },
  async configureVitest({ project, vitest }) {
    const { facts, forget } = await start()
    project.provide('facts', facts)
    vitest.onClose(async () => {
      await ask({ do: 'stop' })
      forget()
    })
  },
}

/**
 * Screens of the app on the real server, in a browser that is kept: no page is loaded for a test, and no service worker installed, which is most of
 * what a journey costs.
 */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  publicDir: 'web/public',
  plugins: [react(), tailwind(), product],
  // Found only in the middle of a run otherwise, which would begin anew.
  optimizeDeps: { include: ['axe-core'] },
  define: {
    'import.meta.env.VITE_NATIVE': 'false',
    'import.meta.env.VITE_FIREBASE': 'false',
    'import.meta.env.VITE_SERVER': '""',
  },
  test: {
    name: 'screens',
    include: ['e2e/screens/**/*.test.ts'],
    setupFiles: ['e2e/screens/support/setup.ts'],
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: WAIT_MS } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      instances: [{ browser: 'chromium', viewport: PHONE }],
      provider: playwright({
        actionTimeout: WAIT_MS,
        launchOptions: {
          executablePath: findBrowser(),
          args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
        },
        contextOptions: {
          locale: 'fr-FR',
          timezoneId: 'Europe/Paris',
          reducedMotion: 'reduce',
          hasTouch: true,
          permissions: ['clipboard-read', 'clipboard-write'],
        },
      }),
      commands: {
        ask: (_context: BrowserCommandContext, wish: Wish) => ask(wish),
        signIn: async ({ context, page }: BrowserCommandContext, verified: boolean) => {
          const fan = (await ask({ do: 'fan', verified })) as SignedIn
          await enter(context, page, fan)
          return fan
        },
        resume: ({ context, page }: BrowserCommandContext, fan: SignedIn) => enter(context, page, fan),
        signOut: ({ context }: BrowserCommandContext) => context.clearCookies(),
        makeWallet: (_context: BrowserCommandContext, chain: keyof typeof NEW_WALLETS) => {
          const wallet = NEW_WALLETS[chain]()
          wallets.set(wallet.address, wallet)
          return wallet.address
        },
        signByWallet: (_context: BrowserCommandContext, address: string, message: string) =>
          wallets.get(address)?.sign(message),
        serveScript: async ({ page }: BrowserCommandContext, address: string, body: string | null) => {
          await page.unroute(address)
          await page.route(address, (route) =>
            body === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body }),
          )
        },
        hearAppLinks: async ({ context, page }: BrowserCommandContext) => {
          const heard = appLinks.get(page)
          if (heard !== undefined) heard.length = 0
          else {
            const seen: string[] = []
            appLinks.set(page, seen)
            const browser = await context.newCDPSession(page)
            await browser.send('Page.enable')
            browser.on('Page.frameRequestedNavigation', ({ url }) => {
              if (!url.startsWith('http')) seen.push(url)
            })
          }
        },
        enterApp: async (_context: BrowserCommandContext, code: string, verifier: string) => {
          const { url } = (await start()).facts
          const answer = await fetch(`${url}/api/auth/app/exchange`, {
            method: 'POST',
            headers: { origin: NATIVE, 'content-type': 'application/json' },
            body: JSON.stringify({ code, verifier }),
          })
          const headers = { origin: NATIVE, authorization: `Bearer ${answer.headers.get('set-auth-token')}` }
          const { fan } = (await (await fetch(`${url}/api/me`, { headers })).json()) as { fan: Fan | null }
          return { status: answer.status, email: fan?.email ?? null }
        },
        appLinks: ({ page }: BrowserCommandContext) => [...(appLinks.get(page) ?? [])],
        emulate: ({ page }: BrowserCommandContext, media: Parameters<typeof page.emulateMedia>[0]) =>
          page.emulateMedia(media),
      },
    },
  },
})
