import { isTimeZone } from '../days.ts'

/** A refused parameter; `field` is its key in the answer's errors. */
export class BadParameter extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.name = 'BadParameter'
    this.field = field
  }
}

export const IDS_LIMIT = 20

const STATUSES = 'TBD NS 1H HT 2H ET BT P LIVE INT SUSP FT AET PEN PST CANC ABD AWD WO'.split(' ')

/** Refuses parameters that the endpoint does not know. */
export function onlyKnown(parameters: Parameters, known: readonly string[]): void {
  for (const name of Object.keys(parameters)) {
    if (!known.includes(name)) throw new BadParameter(name, `The ${name} field do not exist.`)
  }
}

export function integer(parameters: Parameters, name: string): number | null {
  const text = parameters[name]
  if (text === undefined) return null
  if (!/^\d{1,9}$/.test(text)) throw new BadParameter(name, `The ${name} field must contain an integer.`)
  return Number(text)
}

export function season(parameters: Parameters): number | null {
  const text = parameters.season
  if (text === undefined) return null
  if (!/^\d{4}$/.test(text)) throw new BadParameter('season', 'The Season field must contain 4 digits.')
  return Number(text)
}

/** Reads "1-2-3", with at most `limit` ids. */
export function idList(parameters: Parameters, name: string, limit: number): number[] | null {
  const text = parameters[name]
  if (text === undefined) return null
  if (!/^\d{1,9}(-\d{1,9})*$/.test(text))
    throw new BadParameter(name, `The ${name} field must contain integers joined by "-".`)
  const ids = text.split('-').map(Number)
  if (ids.length > limit) throw new BadParameter(name, `The ${name} field accepts ${limit} values at most.`)
  return ids
}

export function day(parameters: Parameters, name: string): string | null {
  const text = parameters[name]
  if (text === undefined) return null
  const real = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!real) throw new BadParameter(name, `The ${name} field must be a date in the form YYYY-MM-DD.`)
  return text
}

export function statuses(parameters: Parameters): string[] | null {
  const text = parameters.status
  if (text === undefined) return null
  const wanted = text.toUpperCase().split('-')
  if (!wanted.every((one) => STATUSES.includes(one))) throw new BadParameter('status', 'The Status field is not valid.')
  return wanted
}

export function timeZone(parameters: Parameters): string {
  const zone = parameters.timezone ?? 'UTC'
  if (!isTimeZone(zone)) throw new BadParameter('timezone', 'The Timezone field is not valid.')
  return zone
}

export type Parameters = Readonly<Record<string, string>>
type Errors = Readonly<Record<string, string>> | readonly unknown[]

/** The outer object of every answer. */
export interface Envelope {
  readonly get: string
  readonly parameters: Parameters | readonly []
  readonly errors: Errors
  readonly results: number
  readonly paging: { readonly current: number; readonly total: number }
  readonly response: unknown
}

const ONE_PAGE = { current: 1, total: 1 }

function named(parameters: Parameters): Parameters | readonly [] {
  return Object.keys(parameters).length === 0 ? [] : parameters
}

/** Makes a successful answer; `response` is a list, or the object of `/status`. */
export function success(path: string, parameters: Parameters, response: unknown): Envelope {
  const results = Array.isArray(response) ? response.length : 1
  return { get: path.slice(1), parameters: named(parameters), errors: [], results, paging: ONE_PAGE, response }
}

/** Makes a refusal, which has the same envelope, most often with status 200. */
export function failure(path: string, parameters: Parameters, errors: Errors): Envelope {
  return { get: path.slice(1), parameters: named(parameters), errors, results: 0, paging: ONE_PAGE, response: [] }
}
