import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Who may call: everybody, a signed-in fan, or the operator. Deny by default: the server refuses before reading the body. */
export type Access = 'public' | 'fan' | 'admin'

/** What one address takes, gives and refuses. The server registers it, the OpenAPI page and the web's types follow from it. */
export interface Endpoint {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** Open to everyone; the answer depends on the caller. */
  readonly own?: true
  /** Answered from ready bytes that all callers share: already compressed, with an ETag. */
  readonly shared?: true
  /** Queries that the app itself asks with. Any other makes an answer of its own, which an address may ask for only so often. */
  readonly usual?: readonly Readonly<Record<string, number>>[]
  /** Most calls of one address in a minute, where a whole stand behind one makes more than the usual. */
  readonly perMinute?: number
  /** Answered by server-sent events that do not end; `output` is one of them. */
  readonly stream?: true
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly output: z.ZodType
  readonly errors: readonly ErrorCode[]
}

/** Why a session may not administer: it is not the operator's, or did not begin as the operator's must. */
export const ADMIN_REFUSALS = [
  'admin_only',
  'operator_sign_in',
  'second_factor_required',
] as const satisfies ErrorCode[]
export type AdminRefusal = (typeof ADMIN_REFUSALS)[number]

/** Whether an answer is the caller's own, of which nobody may keep a copy. */
export function isOwn({ access, own }: Endpoint): boolean {
  return access !== 'public' || own === true
}

/** Declares an endpoint, keeping the precise types of its parts. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/** What an endpoint answers, as JSON. */
export type Output<E extends Endpoint> = z.output<E['output']>

/** A moment as it crosses HTTP: ISO 8601, UTC. */
export const instant = z.iso.datetime({ offset: true })

/** Most digits that JavaScript may hold exactly. */
const DIGITS = /^-?\d{1,16}$/

/** A whole number as JSON has it, or in digits as addresses have it. Nothing else is taken for one: not `''`, `true`, `0x10` nor `1e3`. */
export function whole(least: number, most: number): z.ZodType<number, number | string> {
  const read = (value: number | string): unknown =>
    typeof value === 'string' && DIGITS.test(value) ? Number(value) : value
  return z.preprocess(read, z.number().int().min(least).max(most))
}

/** A text of at most `most` characters. Never with NUL, which no database text can hold. */
export function text(most: number) {
  return z
    .string()
    .max(most)
    .refine((value) => !value.includes('\0'))
}

/** Match ids are positive and fit a bigint that JavaScript holds exactly. */
export const matchId = whole(1, Number.MAX_SAFE_INTEGER)

/** Player ids may be negative: players whom the provider does not number (see the glossary). */
export const playerId = whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)

/** A competition of the provider. */
export const competitionId = whole(1, 2_147_483_647)

/** A bounded list of ids in a query string: `?match_ids=1,2,3`. */
export function idList(id: z.ZodType<number>, most: number): z.ZodType<number[], string> {
  const split = (value: string): unknown =>
    typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value
  return z.preprocess(split, z.array(id).min(1).max(most))
}

/** A list answers `{ items }`. */
export function list<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item) })
}

/** There while the installation's older history is still being filled in: totals are not final, and days gone by not whole. */
export const filling = z.literal(true).optional()

/** A paged list adds the total number of rows. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number().int() })
}
