export type Parameters = Readonly<Record<string, string>>
export type Errors = Readonly<Record<string, string>> | readonly unknown[]

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
