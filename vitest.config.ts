import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Every suite runs in a time zone with an odd offset, so that a forgotten zone shows up as a failure. */
process.env.TZ = 'Asia/Kathmandu'

/** Time limit of a test that hangs, in milliseconds. A busy machine may take its time. */
const HANGS_MS = 120_000

/** Files of one worker share their modules: each file resets the state it left in them, which saves loading the server a hundred times. */
const project = (name: string, include: string) => ({
  name,
  include: [include],
  isolate: false,
  testTimeout: HANGS_MS,
  hookTimeout: HANGS_MS,
})

export default defineConfig({
  test: {
    // One more than processors: tests wait for PostgreSQL a quarter of their time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      ...['domain', 'protocol', 'french', 'football', 'scripts'].map((name) => ({
        test: project(name, `${name}/**/*.test.ts`),
      })),
      { test: project('web', 'web/src/**/*.test.ts') },
      { test: project('native', 'native/**/*.test.ts') },
      {
        test: {
          ...project('server', 'server/src/**/*.test.ts'),
          globalSetup: ['server/src/testing/global-setup.ts'],
          setupFiles: ['server/src/testing/fresh-log-budget.ts'],
        },
      },
    ],
  },
})
