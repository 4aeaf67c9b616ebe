import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { Random } from '@tribune/football/simulator/random.ts'
import type { AccountsApp } from '../../accounts/parts.ts'
import { createPerson, hashPassword } from '../../features/fans/sign-in/service.ts'
import type { StartProgress } from '../../infra/database/migrate.ts'
import { areDaysFilled, beginHistory, isFilled } from './history.ts'
import { BALLOT_DAYS } from './past-ballots.ts'
import { type DemoPeople, FANS, FIRST_FAN, type Person } from './people.ts'

/**
 * Prepares an installation on the match-day simulator for its first visitors: people, live matches, newest results and season. If the rest of
 * its history is missing, `app.backfill` is under way. Without demonstration accounts it makes neither people nor ballots, and returns `null`.
 */
export async function prepareWorld(app: AccountsApp, onProgress: StartProgress): Promise<DemoPeople | null> {
  const { demoPeople } = app.config
  if (demoPeople) onProgress('accounts of the demonstration')
  const people = demoPeople ? await preparePeople(app) : null
  app.backfill.underWay = !(await isFilled(app))
  if (!(await areDaysFilled(app))) {
    onProgress('live matches and newest results')
    await beginHistory(app, { crowd: people?.crowd ?? [], onProgress })
  }
  await app.realtime.request().catch((error: unknown) => app.log.warn({ err: error }, 'first synchronisation failed'))
  return people
}

async function preparePeople(app: AccountsApp): Promise<DemoPeople> {
  const password = demoPassword(app.config.dataDir)
  // One hash for all, because they have one password, and hashing is slow on purpose.
  const passwordHash = await hashPassword(app, password)
  const { start } = await app.seasons.open()
  let made = 0
  const make = async (name: string, email: string): Promise<Person> => {
    const joinedAt = joinedWithin(start, app.clock.now(), made)
    made += 1
    const { id } = await createPerson(app, { email, name, passwordHash, joinedAt })
    return { id, name, email, password }
  }
  const admin = await make('Admin', app.config.adminEmail)
  const fan = await make(FIRST_FAN.name, FIRST_FAN.email)
  const crowd: Person[] = []
  for (const person of FANS) crowd.push(await make(person.name, person.email))
  return { fan, admin, crowd }
}

/** People of the demonstration: the crowd, the operator and the supporter with a public password. */
const PEOPLE = FANS.length + 2
/** Shortest time over which they joined, in days: even in a season that has just begun. */
const MIN_DAYS = 30

/** Returns when the nth of the people joined: over the season so far, more and more of them, and all before the first past ballot. */
function joinedWithin(seasonStart: Date, now: Date, nth: number): Date {
  const last = now.getTime() - (BALLOT_DAYS + 1) * DAY_MS
  const first = Math.min(seasonStart.getTime(), last - MIN_DAYS * DAY_MS)
  const share = Math.sqrt((nth + new Random('joined', nth).next()) / PEOPLE)
  return new Date(Math.floor(first + (last - first) * share))
}

/** Returns a random password of this installation, which the source code does not reveal. */
function demoPassword(dataDir: string): string {
  const file = join(dataDir, 'demo-password')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `virage-${randomBytes(4).toString('hex')}`, { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}
