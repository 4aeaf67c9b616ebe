import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** Journeys that show what the calendar or the hour offers. */
const BY_HOUR = ['match-day.apart.spec.ts', 'font.spec.ts', 'live.spec.ts']

/** The journeys whose world depends on the hour, at each hour of a day: the second part of `npm run hours`, which takes a file's name. */
export default defineConfig<object, { hoursLater: number }>({
  ...config,
  testMatch: BY_HOUR.map((file) => `**/${file}`),
  projects: Array.from({ length: 24 }, (_, hoursLater) => ({ name: `${hoursLater} h later`, use: { hoursLater } })),
})
