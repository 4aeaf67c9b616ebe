import { type Envelope, failure, type Parameters, success } from './envelope.ts'
import { type Call, fixturePart, fixtures } from './fixtures-endpoint.ts'
import { BadParameter } from './parameters.ts'
import { countries, leagues, squads, teams } from './reference-endpoints.ts'

/** What the account has used today. */
export interface Usage {
  readonly today: number
  readonly dayLimit: number
}

type Endpoint = (call: Call) => unknown[]

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/countries': countries,
  '/leagues': leagues,
  '/teams': teams,
  '/players/squads': squads,
  '/fixtures': fixtures,
  '/fixtures/lineups': fixturePart('lineups'),
  '/fixtures/players': fixturePart('players'),
  '/fixtures/events': fixturePart('events'),
}

/** Answers one call: the endpoint's rows, or the refusal of a parameter. */
export function answer(path: string, call: Call, usage: Usage): Envelope {
  const { parameters } = call
  if (path === '/status') return success(path, parameters, account(usage))
  const endpoint = ENDPOINTS[path]
  if (!endpoint) return failure(path, parameters, { endpoint: 'This endpoint do not exist.' })
  try {
    return success(path, parameters, endpoint(call))
  } catch (error) {
    if (error instanceof BadParameter) return failure(path, parameters, { [error.field]: error.message })
    throw error
  }
}

function account({ today, dayLimit }: Usage) {
  return {
    account: { firstname: 'Prenom', lastname: 'Nom', email: 'ops@example.invalid' },
    subscription: { plan: 'Pro', end: '2099-01-01T00:00:00+00:00', active: true },
    requests: { current: today, limit_day: dayLimit },
  }
}

/** Query as the provider reads it: every value a text, the last of repeated ones. */
export function parametersOf(query: unknown): Parameters {
  const entries = Object.entries(query ?? {}).map(([name, value]) => [
    name,
    String(Array.isArray(value) ? value.at(-1) : value),
  ])
  return Object.fromEntries(entries)
}
