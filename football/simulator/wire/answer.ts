import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { type Call, fixturePart, fixtures } from './fixtures-endpoint.ts'
import { BadParameter, type Envelope, failure, type Parameters, success } from './parameters.ts'
import { countries, leagues, squads, teams } from './reference-endpoints.ts'

/** Calls of the account today, and their limit. */
interface Usage {
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

export const DAY_LIMIT = 7500
export const MINUTE_LIMIT = 300

/** Counts the calls of this UTC day and minute for the headers. Never refuses a call; faults do that on demand. */
export class Meter {
  readonly #counts = { day: { period: -1, calls: 0 }, minute: { period: -1, calls: 0 } }

  count(now: Date): void {
    this.#tick('day', now, DAY_MS).calls += 1
    this.#tick('minute', now, MINUTE_MS).calls += 1
  }

  today(now: Date): number {
    return this.#tick('day', now, DAY_MS).calls
  }

  headers(now: Date): Record<string, string> {
    const left = (limit: number, calls: number) => String(Math.max(0, limit - calls))
    return {
      'x-ratelimit-requests-limit': String(DAY_LIMIT),
      'x-ratelimit-requests-remaining': left(DAY_LIMIT, this.today(now)),
      'X-RateLimit-Limit': String(MINUTE_LIMIT),
      'X-RateLimit-Remaining': left(MINUTE_LIMIT, this.#tick('minute', now, MINUTE_MS).calls),
    }
  }

  #tick(unit: 'day' | 'minute', now: Date, length: number) {
    const period = Math.floor(now.getTime() / length)
    if (this.#counts[unit].period !== period) this.#counts[unit] = { period, calls: 0 }
    return this.#counts[unit]
  }
}
