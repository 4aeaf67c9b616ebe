import { run, title } from './checks.ts'

/** Folders of screens that show what the calendar or the hour offers; the journeys that do are named in `e2e/hours.config.ts`. */
const SCREENS = ['e2e/screens/home/', 'e2e/screens/season/history']

/** `npm run hours`: the screens and journeys whose world depends on the hour, at each hour of a day. */
let failed = 0
for (let hours = 0; hours < 24; hours += 1) {
  title(`screens, ${hours} h later`)
  failed += run('vitest', ['run', '--config', 'e2e/screens.config.ts', ...SCREENS], { HOURS_LATER: String(hours) })
}
title('journeys')
failed += run('playwright', ['test', '--config', 'e2e/hours.config.ts', ...process.argv.slice(2)])
process.exitCode = failed === 0 ? 0 : 1
