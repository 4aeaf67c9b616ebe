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
  /** Public, but the answer depends on the caller. */
  readonly own?: true
  /** Answered from a snapshot that all callers share: ready bytes, compressed, with an ETag. */
  readonly shared?: true
  /** Queries that the app itself sends, and that are always answered. Any other would be built for its caller alone, and has a rate limit of its own. */
  readonly knownQueries?: readonly Readonly<Record<string, number>>[]
  /** Rate limit of one address, in calls per minute, where a whole stadium behind one address needs more than the default. */
  readonly callsPerMinute?: number
  /** Most bytes of the body, where all valid ones are far below the server's own limit. */
  readonly bodyBytes?: number
  /** Answered by an endless stream of server-sent events; `output` is one event. */
  readonly stream?: true
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Recognises bodies that are frequent under load. The server skips `body` for them, so this accepts only what `body` would return unchanged. */
  readonly isUsual?: (body: unknown) => boolean
  /** State that the call replaces. `If-Match` may name the one that the caller saw (`stateTag`): any other is refused with `changed_meanwhile`. */
  readonly state?: z.ZodType
  /** `z.void()` for an answer without a body, 204. */
  readonly output: z.ZodType
  /** Its own refusals, besides those that follow from the other fields (`refusalsOf`). */
  readonly errors?: readonly ErrorCode[]
}

/** Refusals of a session that may not administer: not the operator's, or not begun as the operator's must be (docs/decisions/030). */
const ADMIN_REFUSALS = ['admin_only', 'operator_sign_in', 'second_factor_required'] as const satisfies ErrorCode[]
export type AdminRefusal = (typeof ADMIN_REFUSALS)[number]

/** Refusals of any call: a request that is no valid HTTP or too large, a rate limit, a server that is full or fails. */
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

/** Whether an answer depends on the caller, so that no shared cache may keep it. */
export function isOwn({ access, own }: Endpoint): boolean {
  return access !== 'public' || own === true
}

/** Declares an endpoint with the precise types of its parts. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/** The answer of an endpoint, as parsed JSON. */
export type Output<E extends Endpoint> = z.output<E['output']>

/** An endpoint whose items depend on its query, as callers of one of its queries see it: `get<Variant<typeof list, { id: number }, Item>>(…)`. */
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

/** A moment as it crosses HTTP: ISO 8601, UTC. */
export const instant = z.iso.datetime({ offset: true })

/** Calendar of the moments that callers may send: no database knows the year 0, and none of them votes after 9999. */
const FIRST_MOMENT = Date.UTC(1970)
const LAST_MOMENT = Date.UTC(9999, 11, 31)

/** A moment that a caller sends, from 1970 to 9999; read it with `Date`, as the database refuses offsets and fractions that ISO 8601 allows. */
export const sentInstant = instant.refine((text) => {
  const at = Date.parse(text)
  return FIRST_MOMENT <= at && at <= LAST_MOMENT
})

/** Up to as many digits as JavaScript's integers have. */
const DIGITS = /^-?\d{1,16}$/

/** An integer from `min` to `max`, as a JSON number or, in a URL, in decimal digits. Refuses anything else: `''`, `true`, `0x10`, `1e3`. */
export function integer(min: number, max: number): z.ZodType<number, number | string> {
  const read = (value: number | string): unknown =>
    typeof value === 'string' && DIGITS.test(value) ? Number(value) : value
  return z.preprocess(read, z.number().int().min(min).max(max))
}

/** A text of at most `maxLength` characters, without NUL and halves of a character, such as a cut emoji: PostgreSQL cannot store them everywhere. */
export function text(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .refine((value) => !value.includes('\0') && value.isWellFormed())
}

/** A match's id: positive, and a bigint in the database that JavaScript represents exactly. */
export const matchId = integer(1, Number.MAX_SAFE_INTEGER)

/** A player's id; negative for players without one of the provider's (see the glossary). */
export const playerId = integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)

/** The provider's id of a competition. */
export const competitionId = integer(1, 2_147_483_647)

/** The id of a season. */
export const seasonId = integer(1, 2_147_483_647)

/** Most characters of an id in a list, with its comma. */
const ID_LENGTH = 18

/** A list of 1 to `maxLength` ids in a query string: `?match_ids=1,2,3`. Refuses a longer one before it reads its ids. */
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

/** Set while older history is still being filled in: totals are not final, and past days not complete. */
export const filling = z.literal(true).optional()

/** The answer of a paged list: `{ items, total }`, with the total number of rows. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number().int() })
}
