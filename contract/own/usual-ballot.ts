import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'

const KEYS: ReadonlySet<string> = new Set(['top3', 'base', 'attempt', 'fan_id'])
const PICK_KEYS = 2
/** Highest number of an attempt at a match: the maximum of PostgreSQL's smallint. */
export const MAX_ATTEMPT = 32_767
const MOMENT = /^(?:19[7-9]|2\d\d)\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/**
 * Returns whether a body is a ballot in the form that the app usually sends. Costs at most half as much as the schema of `putVote`. Accepts only bodies that the
 * schema accepts without a change.
 */
export function isUsualBallot(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  for (const key in body) if (!KEYS.has(key)) return false
  const { top3, base, attempt, fan_id } = body as Readonly<Record<string, unknown>>
  return (
    Array.isArray(top3) &&
    top3.length <= PODIUM_SIZE &&
    top3.every(isPick) &&
    (base == null || isMoment(base)) &&
    (attempt === undefined || isBetween(attempt, 1, MAX_ATTEMPT)) &&
    (fan_id === undefined || (typeof fan_id === 'string' && UUID.test(fan_id)))
  )
}

function isPick(pick: unknown): boolean {
  if (typeof pick !== 'object' || pick === null || Object.keys(pick).length !== PICK_KEYS) return false
  const { position, player_id } = pick as Readonly<Record<string, unknown>>
  return isBetween(position, 1, PODIUM_SIZE) && Number.isSafeInteger(player_id)
}

function isBetween(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && min <= Number(value) && Number(value) <= max
}

/** Returns whether a value is a timestamp in UTC whose date exists; 30 February does not. */
function isMoment(value: unknown): boolean {
  if (typeof value !== 'string' || !MOMENT.test(value)) return false
  const at = new Date(value)
  return !Number.isNaN(at.getTime()) && at.toISOString() === value
}
