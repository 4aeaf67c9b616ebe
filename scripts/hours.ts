import { run, title } from './checks.ts'

/** Screens that show what the calendar or the hour offers; the journeys that do are named in `e2e/hours.config.ts`. */
const SCREENS = ['e2e/screens/home/', 'e2e/screens/match/live', 'e2e/screens/season/history']

/** The first part of `npm run hours`: the screens whose world depends on the hour, at each hour of a day. */
let failed = 0
for (let hours = 0; hours < 24; hours += 1) {
  title(`screens, ${hours} h later`)
  failed += run('vitest', ['run', '--config', 'e2e/screens.config.ts', ...SCREENS], { HOURS_LATER: String(hours) })
}
process.exitCode = failed === 0 ? 0 : 1
