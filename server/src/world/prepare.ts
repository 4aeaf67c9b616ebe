import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../app.ts'
import { createPerson } from '../features/accounts/service.ts'
import { type Progress, schedulerNightly } from '../functions/scheduler-nightly.ts'
import type { StartProgress } from '../product.ts'
import { castPastBallots } from './past-ballots.ts'
import { keepPastRanks } from './past-ranks.ts'
import { FANS, FIRST_FAN } from './people.ts'

const TOLD_EVERY = 500
const LABELS = { calendar: 'Calendrier, jour', matches: 'Matchs terminés', results: 'Résultats publiés' } as const

export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly password: string
}

/** The people of the demonstration: two whose passwords are shown, and the crowd that votes. */
export interface DemoPeople {
  readonly fan: Person
  readonly admin: Person
  readonly crowd: readonly Person[]
}

/** Fills an empty installation on the match-day simulator: people, thirty days of matches, past ballots, results. */
export async function prepareWorld(app: App, onProgress: StartProgress): Promise<DemoPeople> {
  onProgress('Comptes de démonstration')
  // Passwords are slow to hash on purpose, and on other threads: meanwhile matches are read.
  const preparing = preparePeople(app)
  // The past ranks come last: with them the world was completed.
  const kept = app.db.selectFrom('season_rank_history').select('day')
  const first = await kept.where('day', '<', app.clock.now().toISOString().slice(0, 10)).limit(1).executeTakeFirst()
  if (first === undefined) {
    const nightly = schedulerNightly(app, {
      progress: tellQuarters(onProgress),
      beforeResults: async () => {
        onProgress(`Votes des supporters simulés : ${await castPastBallots(app, (await preparing).crowd)}`)
      },
    })
    await Promise.all([preparing, nightly])
    await keepPastRanks(app)
  }
  await app.realtime.request().catch((error: unknown) => app.log.warn({ err: error }, 'first synchronisation'))
  return preparing
}

/** Each quarter of a step of known length, and every few hundred of an open one. */
function tellQuarters(onProgress: StartProgress): Progress {
  let told = ''
  return (step, done, total) => {
    const share = total === 0 ? Math.floor(done / TOLD_EVERY) : Math.floor((done / total) * 4)
    const now = `${step}:${share}`
    if (now === told) return
    told = now
    onProgress(total === 0 ? `${LABELS[step]} : ${done}` : `${LABELS[step]} : ${done} sur ${total}`)
  }
}

async function preparePeople(app: App): Promise<DemoPeople> {
  const password = demoPassword(app.config.dataDir)
  const make = async (name: string, email: string): Promise<Person> => {
    const { id } = await createPerson(app, { email, name, password })
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
