import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findBrowser } from '../scripts/browser.ts'
import { PREACT } from '../web/preact-alias.ts'
import { ask, commands, start } from './screens/support/commands.ts'
import { PHONE } from './support/samples.ts'

/** Time limit of a test that hangs, in milliseconds, and of one thing that is waited for. */
const HANGS_MS = 120_000
const WAIT_MS = 20_000
/** As root the sandbox cannot start; text is as wide as on a phone; scripts of tests seldom run for long enough to earn what optimising them costs. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--font-render-hinting=none',
  '--js-flags=--no-maglev --no-opt --always-sparkplug --single-threaded-gc',
]

// Libraries in their production builds: in development the router starts twice, and each read would be two.
process.env.NODE_ENV = 'production'

/** Pages that links of mails lead to. */
const PAGES = /^\/(?:profile|points|match\/\d+)?(?:\?|$)/

/**
 * Starts the product with the run, and ends it. Requests of another origin than its own would be refused. Links of mails lead to pages of the app, which
 * are empty here: a test opens their addresses.
 */
const product: Plugin = {
  name: 'product',
  async config() {
    const { url } = (await start()).facts
    return {
      server: {
        proxy: {
          '^/(?:api|media|share|dev|\\.well-known)/': { target: url, headers: { origin: url }, autoRewrite: true },
        },
      },
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

/** Files whose tests change what all screens read, such as the dates of a season. */
const APART = '.apart.test.ts'

/** Deals files out to the parts of a run so that all end at about the same time: how large a file is says best how long it takes. Files apart come last in their part, whose product no other screen reads any more. */
class BySize extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 }
    const parts = Array.from({ length: count }, () => ({ bytes: 0, files: [] as TestSpecification[] }))
    const sized = files.map((file) => ({ file, bytes: statSync(file.moduleId).size }))
    sized.sort((one, other) => other.bytes - one.bytes || one.file.moduleId.localeCompare(other.file.moduleId))
    for (const { file, bytes } of sized) {
      const least = parts.reduce((one, other) => (other.bytes < one.bytes ? other : one))
      least.bytes += bytes
      least.files.push(file)
    }
    return parts[index - 1]?.files ?? []
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isApart = ({ moduleId }: TestSpecification) => moduleId.endsWith(APART)
    return [...sorted.filter((file) => !isApart(file)), ...sorted.filter(isApart)]
  }
}

/** Libraries of the workers of the proof of work and of the recount, which few other files import. */
const WORKER_LIBRARIES = ['altcha-lib', 'altcha-lib/algorithms/web/pbkdf2', 'hash-wasm', '@noble/hashes/sha2.js'].map(
  (name) => `@tribune/web > ${name}`,
)

/**
 * Tests the screens of the app on the real server, in one page for all tests. No test loads a page or installs a service worker, which is most of the
 * cost of a journey.
 */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  publicDir: 'web/public',
  plugins: [react(), tailwind(), product],
  resolve: { alias: PREACT },
  // Vite would find these in the middle of a run, and load the page again.
  optimizeDeps: { include: ['axe-core', '@tribune/web > preact', ...WORKER_LIBRARIES] },
  define: {
    'import.meta.env.VITE_NATIVE': 'false',
    'import.meta.env.VITE_FIREBASE': 'false',
    'import.meta.env.VITE_SERVER': '""',
  },
  test: {
    name: 'screens',
    include: ['e2e/screens/**/*.test.ts'],
    setupFiles: ['e2e/screens/support/setup.ts'],
    // Two pages of one browser hold each other up; `npm test` runs parts of the files, each with a browser and a product of its own.
    fileParallelism: false,
    sequence: { sequencer: BySize },
    // One page for all files: the modules of the app are loaded once, which takes a fifth of a run otherwise. `open` forgets what they remember.
    isolate: false,
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
          args: FLAGS,
        },
        contextOptions: {
          locale: 'fr-FR',
          timezoneId: 'Europe/Paris',
          reducedMotion: 'reduce',
          hasTouch: true,
          permissions: ['clipboard-read', 'clipboard-write'],
        },
      }),
      commands,
    },
  },
})
