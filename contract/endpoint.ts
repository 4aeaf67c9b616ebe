import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Permitted callers: everybody, signed-in fans, or the operator. The server refuses anybody else before it reads the body. */
type Access = 'public' | 'fan' | 'admin'

/** Input, output and refusals of one call. The server's route, the OpenAPI page and the web's types all derive from it. */
export interface Endpoint {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** Set if the endpoint is public but its answer depends on the caller. */
  readonly own?: true
  /** Set if the answer is a snapshot that all callers share: stored as compressed bytes, with an ETag. */
  readonly shared?: true
  /** Whether shared caches, such as a CDN, may answer. Every public read that is neither `own` nor `shared` decides. */
  readonly cdn?: boolean
  /** Queries that the app itself sends, which are always answered. The answer to any other query serves one caller only, and has an extra rate limit. */
  readonly knownQueries?: readonly Readonly<Record<string, number>>[]
  /** Rate limit of one address in calls per minute, instead of the default. A whole stadium behind one address needs more, for example. */
  readonly callsPerMinute?: number
  /** Maximum size of the body in bytes, for endpoints whose valid bodies are all far below the server's own limit. */
  readonly bodyBytes?: number
  /** Set if the answer is an endless stream of server-sent events. `output` is then one event. */
  readonly stream?: true
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Recognises bodies that are frequent under load. The server skips `body` for them, so accept only bodies that `body` would return unchanged. */
  readonly isUsual?: (body: unknown) => boolean
  /**
   * State that the call replaces. The caller may send the tag of the state that they saw (`stateTag`) in `If-Match`. If the state has changed since, the
   * server refuses the call with `changed_meanwhile`.
   */
  readonly state?: z.ZodType
  /** `z.void()` for an answer without a body, 204. */
  readonly output: z.ZodType
  /** Refusals of this endpoint, in addition to those that follow from its other fields (`refusalsOf`). */
  readonly errors?: readonly ErrorCode[]
}

/** Refusals of a session that is not the operator's, or did not begin with one of the operator's sign-in methods and a second factor (docs/decisions/030). */
const ADMIN_REFUSALS = ['admin_only', 'operator_sign_in', 'second_factor_required'] as const satisfies ErrorCode[]
export type AdminRefusal = (typeof ADMIN_REFUSALS)[number]

/** Refusals that any call can get: for an invalid or too large request, for an exceeded rate limit, or because the server is busy or fails. */
const OF_ANY = [
  'invalid_request',
  'body_too_large',
  'unsupported_media',
  'wrong_host',
  'too_many_requests',
  'busy',
  'internal',
] as const satisfies ErrorCode[]

/** Returns every refusal of a call: those of any call, those of its access, method and state, and its own. */
export function refusalsOf({ method, access, state, errors = [] }: Endpoint): ReadonlySet<ErrorCode> {
  return new Set<ErrorCode>([
    ...OF_ANY,
    ...(access === 'public' ? [] : (['not_authenticated'] as const)),
    ...(access === 'admin' ? ADMIN_REFUSALS : []),
    ...(method === 'GET' ? [] : (['foreign_origin', 'outcome_unknown'] as const)),
    ...(state === undefined ? [] : (['changed_meanwhile'] as const)),
    ...errors,
  ])
}

/** Returns whether an answer depends on the caller. Shared caches must not store such an answer. */
export function isOwn({ access, own }: Endpoint): boolean {
  return access !== 'public' || own === true
}

/** Returns whether shared caches may answer a call: those of snapshots, and of other public reads that allow it. */
export function isForCdn(endpoint: Endpoint): boolean {
  return endpoint.method === 'GET' && !isOwn(endpoint) && (endpoint.shared === true || endpoint.cdn === true)
}

/** Declares an endpoint with the precise types of its parts. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/** The answer of an endpoint, as parsed JSON. */
export type Output<E extends Endpoint> = z.output<E['output']>

/** Narrows an endpoint whose items depend on its query to one query and its items: `get<Variant<typeof list, { id: number }, Item>>(…)`. */
export interface Variant<
  E extends Endpoint & { readonly query: z.ZodType },
  Query extends z.input<E['query']>,
  Item extends Output<E> extends { readonly items: readonly (infer Listed)[] } ? Listed : never,
> extends Endpoint {
  readonly method: E['method']
  readonly path: E['path']
  readonly query: z.ZodType<unknown, Query>
  readonly state?: never
  readonly output: z.ZodType<{ items: Item[] }>
}

/** A moment in a request or an answer: ISO 8601, UTC. */
export const instant = z.iso.datetime({ offset: true })

/** Range of the moments that callers may send: databases have no year 0, and no caller votes after 9999. */
const FIRST_MOMENT = Date.UTC(1970)
const LAST_MOMENT = Date.UTC(9999, 11, 31)

/** A moment that a caller sends, from 1970 to 9999. Parse it with `Date`: the database refuses some offsets and fractions that ISO 8601 allows. */
export const sentInstant = instant.refine((text) => {
  const at = Date.parse(text)
  return FIRST_MOMENT <= at && at <= LAST_MOMENT
})

/** At most 16 digits, as many as JavaScript's largest safe integer has. */
const DIGITS = /^-?\d{1,16}$/

/** An integer from `min` to `max`, as a JSON number or, in a URL, in decimal digits. Refuses anything else: `''`, `true`, `0x10`, `1e3`. */
export function integer(min: number, max: number): z.ZodType<number, number | string> {
  const read = (value: number | string): unknown =>
    typeof value === 'string' && DIGITS.test(value) ? Number(value) : value
  return z.preprocess(read, z.number().int().min(min).max(max))
}

/** A text of at most `maxLength` characters. Refuses NUL and lone surrogates, such as half an emoji: PostgreSQL cannot store them everywhere. */
export function text(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .refine((value) => !value.includes('\0') && value.isWellFormed())
}

/** A match's id: a positive bigint in the database, small enough for JavaScript to represent it exactly. */
export const matchId = integer(1, Number.MAX_SAFE_INTEGER)

/** A player's id. It is negative if the provider has none for the player (see the glossary). */
export const playerId = integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)

/** The provider's id of a competition. */
export const competitionId = integer(1, 2_147_483_647)

/** The id of a season. */
export const seasonId = integer(1, 2_147_483_647)

/** Maximum length of an id in a list, including its comma. */
const ID_LENGTH = 18

/** A list of 1 to `maxLength` ids in a query string: `?match_ids=1,2,3`. Refuses a text too long for such a list before it parses the ids. */
export function idList(id: z.ZodType<number>, maxLength: number): z.ZodType<number[], string> {
  const split = (value: string): unknown =>
    typeof value === 'string' && value.length <= maxLength * ID_LENGTH
      ? value.split(',').filter((part) => part !== '')
      : value
  return z.preprocess(split, z.array(id).min(1).max(maxLength))
}

/** The answer of a list: `{ items }`. */
export function list<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item) })
}

/** Set while the backfill runs: totals are not final, and past days are incomplete. */
export const filling = z.literal(true).optional()

/** The answer of a paged list: `{ items, total }`, with the total number of rows. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number().int() })
}

/** The parts of an endpoint that decide what its call sends. */
type Sent = Pick<Endpoint, 'path' | 'params' | 'query' | 'body'>

/** The params or query of a call, typed as its schema's input: absent if the endpoint has none, optional if all of its fields are. */
type Part<E extends Sent, Name extends 'params' | 'query'> =
  E extends Readonly<Record<Name, infer Schema extends z.ZodType>>
    ? Record<never, never> extends z.input<Schema>
      ? { readonly [_ in Name]?: z.input<Schema> }
      : { readonly [_ in Name]: z.input<Schema> }
    : { readonly [_ in Name]?: never }

/** The body of a call. Required even if all of its fields are optional: the server refuses a call without a body. */
type BodyOf<E extends Sent> =
  E extends Readonly<Record<'body', infer Schema extends z.ZodType>>
    ? { readonly body: z.input<Schema> }
    : { readonly body?: never }

/** Everything that a call of this endpoint sends. */
type Input<E extends Sent> = Part<E, 'params'> & Part<E, 'query'> & BodyOf<E>

/** The state that a call replaces, as its caller saw it. */
export type Seen<E extends Endpoint> =
  E extends Readonly<Record<'state', infer Schema extends z.ZodType>> ? z.input<Schema> : never

/** The last argument of a call: its input and further options. Optional where no input is required. */
export type Arguments<E extends Sent, Options> =
  Record<never, never> extends Input<E> ? [options?: Input<E> & Options] : [options: Input<E> & Options]
