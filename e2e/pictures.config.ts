import journeys from './playwright.config.ts'

/** Takes the pictures of `pictures.ts`, as sharp as a phone, instead of walking the journeys. */
export default {
  ...journeys,
  testDir: '.',
  testMatch: 'pictures.ts',
  projects: [{ name: 'pictures' }],
  timeout: 900_000,
  use: { ...journeys.use, deviceScaleFactor: 2 },
}
