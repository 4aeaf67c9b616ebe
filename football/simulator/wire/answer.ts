import { type Envelope, failure, type Parameters, success } from './envelope.ts'
import { type Call, fixturePart, fixtures } from './fixtures-endpoint.ts'
import { BadParameter } from './parameters.ts'
import { countries, leagues, squads, teams } from './reference-endpoints.ts'

/** Calls of the account today, and their limit. */
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

/** Answers one call with the endpoint's rows, or with the refusal of a parameter. */
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

/** Reads a query as the provider does: all values are texts, and the last of repeated ones counts. */
export function parametersOf(query: unknown): Parameters {
  const entries = Object.entries(query ?? {}).map(([name, value]) => [
    name,
    String(Array.isArray(value) ? value.at(-1) : value),
  ])
  return Object.fromEntries(entries)
}
