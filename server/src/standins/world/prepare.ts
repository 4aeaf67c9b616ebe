import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../context.ts'
import { createPerson, hashPassword } from '../../features/accounts/service.ts'
import type { StartProgress } from '../../kernel/progress.ts'
import { beginHistory, isFilled } from './history.ts'
import { type DemoPeople, FANS, FIRST_FAN, type Person } from './people.ts'

/**
 * Readies an installation on the match-day simulator for its first visitors: people, live matches, the newest results and a season of them.
 * Where the rest of its history is missing, `app.backfill` is under way. `null`, and neither people nor ballots, where nobody is to find
 * accounts that they did not make.
 */
export async function prepareWorld(app: App, onProgress: StartProgress): Promise<DemoPeople | null> {
  const { demoPeople } = app.config
  if (demoPeople) onProgress('Comptes de démonstration')
  const people = demoPeople ? await preparePeople(app) : null
  app.backfill.underWay = !(await isFilled(app))
  if (app.backfill.underWay) {
    onProgress('Matchs en direct et derniers résultats')
    await beginHistory(app, { crowd: people?.crowd ?? [], onProgress })
  }
  await app.realtime.request().catch((error: unknown) => app.log.warn({ err: error }, 'first synchronisation'))
  return people
}

async function preparePeople(app: App): Promise<DemoPeople> {
  const password = demoPassword(app.config.dataDir)
  // One hash for all of them: it is one password, and a hash takes long on purpose.
  const passwordHash = await hashPassword(app, password)
  const make = async (name: string, email: string): Promise<Person> => {
    const { id } = await createPerson(app, { email, name, passwordHash })
    return { id, name, email, password }
  }
  const admin = await make('Admin', app.config.adminEmail)
  const fan = await make(FIRST_FAN.name, FIRST_FAN.email)
  const crowd: Person[] = []
  for (const person of FANS) crowd.push(await make(person.name, person.email))
  return { fan, admin, crowd }
}

/** Made once for this installation: nobody can know it from the source. */
function demoPassword(dataDir: string): string {
  const file = join(dataDir, 'demo-password')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `virage-${randomBytes(4).toString('hex')}`, { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}
