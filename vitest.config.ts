import { defineConfig } from 'vitest/config'

/** Every suite runs in a time zone with an odd offset, so that a forgotten zone shows up as a failure. */
process.env.TZ = 'Asia/Kathmandu'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'domain', include: ['domain/**/*.test.ts'] } },
      { test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
      { test: { name: 'football', include: ['football/**/*.test.ts'] } },
      { test: { name: 'web', include: ['web/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
