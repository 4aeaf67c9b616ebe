import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../app.ts'
import { createPerson } from '../features/accounts/service.ts'
import { schedulerNightly } from '../functions/scheduler-nightly.ts'
import type { StartProgress } from '../product.ts'
import { castPastBallots } from './past-ballots.ts'
import { FANS, FIRST_FAN } from './people.ts'

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
  const people = await preparePeople(app, onProgress)
  const results = app.db.selectFrom('matches').select('id').where('published_at', 'is not', null)
  const first = await results.limit(1).executeTakeFirst()
  if (first === undefined) {
    const lastStep = { step: '', shown: -1 }
    await schedulerNightly(app, {
      progress: (step, done, total) => {
        const share = total === 0 ? done : Math.floor((done / total) * 4)
        if (step === lastStep.step && share === lastStep.shown) return
        Object.assign(lastStep, { step, shown: share })
        onProgress(total === 0 ? `${LABELS[step]} : ${done}` : `${LABELS[step]} : ${done} sur ${total}`)
      },
      beforeResults: async () => {
        const cast = await castPastBallots(app, people.crowd)
        onProgress(`Votes des supporters simulés : ${cast}`)
      },
    })
  }
  await app.realtime.request()
  return people
}

const LABELS = { calendar: 'Calendrier, jour', matches: 'Matchs terminés', results: 'Résultats publiés' } as const

async function preparePeople(app: App, onProgress: StartProgress): Promise<DemoPeople> {
  const password = demoPassword(app.config.dataDir)
  const make = async (name: string, email: string): Promise<Person> => {
    const { id } = await createPerson(app, { email, name, password })
    return { id, name, email, password }
  }
  onProgress('Comptes de démonstration')
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
