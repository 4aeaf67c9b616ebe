import { defineConfig } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'

const PHONE = { width: 390, height: 844 }
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
]
/** As root the sandbox cannot start; the other flags keep the browser from calling anybody but the server under test. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${TURNED_OFF.join(',')}`,
]

/** Journeys of a fan on a phone, on the real server, its database and the match-day simulator. */
export default defineConfig({
  testDir: '.',
  globalSetup: './product.ts',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE === undefined ? [['list']] : [['list'], ['json']],
  use: {
    actionTimeout: 20_000,
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findBrowser(), args: FLAGS },
  },
})
