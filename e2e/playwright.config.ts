import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'
import { PHONE } from './support/samples.ts'

/**
 * A new process for each document (`RenderDocument`) forgets that the test took the network away: `navigator.onLine` would be true on every
 * page opened without one. A browser obeys its last list alone, so what Playwright turns off stands here again.
 */
const TURNED_OFF = [
  'RenderDocument',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // The native app's pages are at another origin than the server under test, which is on this machine.
  'LocalNetworkAccessChecks',
]
/**
 * As root the sandbox cannot start; text is as wide as on a phone; all pages share one process, because starting one for each takes a seventh of a
 * journey; no script runs for long enough to earn what its optimisation costs; the other flags keep the browser from calling anybody but the server
 * under test.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--js-flags=--no-maglev --no-opt',
  '--disable-quic',
  '--font-render-hinting=none',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${TURNED_OFF.join(',')}`,
]

/** Files run in parallel, each worker with a product of its own: a server, a PostgreSQL and a browser. */
const MAX_WORLDS = 4
/** Files with a product that no other file shares. They come last: between the others, each would cost the start of two products. */
const APART = '**/*.apart.spec.ts'

/** Journeys of a fan on a phone, on the real server, its database and the match-day simulator. */
export default defineConfig({
  testDir: 'journeys',
  globalSetup: './support/product.ts',
  projects: [
    { name: 'shared', testMatch: '**/*.spec.ts', testIgnore: APART },
    { name: 'apart', testMatch: APART },
  ],
  outputDir: '../test-results',
  workers: Math.min(availableParallelism(), MAX_WORLDS),
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE === undefined ? [['list']] : [['list'], ['json']],
  use: {
    actionTimeout: 20_000,
    viewport: PHONE,
    // One pixel for each of CSS: no journey looks at sharpness, and drawing four times as many costs a tenth of each.
    deviceScaleFactor: 1,
    // Drawing confetti and fades takes a tenth of a journey; those that look at movement turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    isMobile: true,
    hasTouch: true,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // Without pictures of each step, which cost a third of a journey: --trace on records them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findBrowser(), args: FLAGS },
  },
})
