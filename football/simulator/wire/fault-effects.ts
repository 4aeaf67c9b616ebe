import type { Fault, FaultKind } from './faults.ts'
import { type Envelope, failure, type Parameters } from './parameters.ts'

/** An answer about to be sent. With `drop` the connection is closed instead. */
export interface Outgoing {
  readonly status: number
  readonly type: string
  readonly body: string
  readonly drop: boolean
}

const JSON_TYPE = 'application/json; charset=utf-8'
const HTML = '<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>'
const MINUTES_BACK = 2

export function jsonAnswer(status: number, body: unknown): Outgoing {
  return { status, type: JSON_TYPE, body: JSON.stringify(body), drop: false }
}

function plain(status: number, type: string, body: string): Outgoing {
  return { status, type, body, drop: false }
}

/** Returns the answer of the first fault that replaces the real one, or `null`. */
export function replacement(faults: readonly Fault[], path: string, parameters: Parameters): Outgoing | null {
  for (const { kind } of faults) {
    const made = REPLACEMENTS[kind]
    if (made) return made((errors) => failure(path, parameters, errors))
  }
  return null
}

type Refuse = (errors: Envelope['errors']) => Envelope

const TOO_MANY = { rateLimit: 'Too many requests. You have exceeded the limit of requests per minute.' }

const REPLACEMENTS: Partial<Record<FaultKind, (refuse: Refuse) => Outgoing>> = {
  http_429: (refuse) => jsonAnswer(429, refuse(TOO_MANY)),
  rate_limit: (refuse) => jsonAnswer(200, refuse(TOO_MANY)),
  quota: (refuse) => jsonAnswer(200, refuse({ requests: 'You have reached the request limit for the day.' })),
  suspended: (refuse) => jsonAnswer(200, refuse({ access: 'Your account is suspended.' })),
  plan: (refuse) => jsonAnswer(200, refuse({ plan: 'Your plan does not include this season or date.' })),
  errors_list: (refuse) =>
    jsonAnswer(
      200,
      refuse([{ bug: 'This is on our side.', report: 'https://example.invalid', time: '2025-01-01T00:00:00+00:00' }]),
    ),
  no_content: () => plain(204, JSON_TYPE, ''),
  http_499: () => plain(499, JSON_TYPE, '{"message":"Time out"}'),
  http_500: () => plain(500, JSON_TYPE, '{"message":"Internal error"}'),
  http_502: () => plain(502, 'text/html', HTML),
  garbage: () => plain(200, JSON_TYPE, '\u0000\u0001 not { json at [all'),
  dropped: () => ({ ...plain(200, JSON_TYPE, ''), drop: true }),
}

/** Makes the answer, corrupted by the faults. */
export function corrupted(faults: readonly Fault[], envelope: Envelope): Outgoing {
  const has = (kind: FaultKind) => faults.some((fault) => fault.kind === kind)
  const rows = Array.isArray(envelope.response) ? envelope.response : null
  const back = has('minute_back') && rows ? rows.map(minuteBack) : rows
  const mixed = has('wrong_types') && back ? back.map((row, order) => (order === 0 ? wrongTypes(row) : row)) : back
  const answer = jsonAnswer(200, mixed === null ? envelope : { ...envelope, response: mixed })
  return has('truncated') ? { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) } : answer
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Sets the minute of a match in play back by two. */
function minuteBack(row: unknown): unknown {
  if (!isRecord(row) || !isRecord(row.fixture) || !isRecord(row.fixture.status)) return row
  const { status } = row.fixture
  if (typeof status.elapsed !== 'number' || ['FT', 'AET', 'PEN'].includes(String(status.short))) return row
  const elapsed = Math.max(1, status.elapsed - MINUTES_BACK)
  return { ...row, fixture: { ...row.fixture, status: { ...status, elapsed, extra: null } } }
}

/** Turns a row's numbers into texts, texts into numbers, and objects into lists. */
function wrongTypes(row: unknown): unknown {
  if (!isRecord(row)) return row
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, wrongValue(value, 0)]))
}

function wrongValue(value: unknown, depth: number): unknown {
  if (isRecord(value) && depth < 2) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wrongValue(inner, depth + 1)]))
  }
  if (typeof value === 'number') return `n${value}`
  if (typeof value === 'string') return 42
  return typeof value === 'boolean' ? 'yes' : []
}
