import { type Envelope, failure, type Parameters } from './parameters.ts'

/** Kinds of faults that can be injected. */
const FAULT_KINDS = [
  'http_429',
  'rate_limit',
  'quota',
  'suspended',
  'plan',
  'errors_list',
  'no_content',
  'http_499',
  'http_500',
  'http_502',
  'slow',
  'garbage',
  'truncated',
  'dropped',
  'vanish',
  'no_lineups',
  'minute_back',
  'wrong_types',
] as const

const MEDIA = '/media'

type FaultKind = (typeof FAULT_KINDS)[number]

export interface Fault {
  readonly kind: FaultKind
  /** Number of calls; until cleared if absent. */
  readonly calls?: number
  /** Only on this path, such as `/fixtures/lineups`. Pictures have only faults of `/media` or of their own path. */
  readonly path?: string
  /** `slow`: delay of the answer; a second if absent. */
  readonly ms?: number
  /** `vanish`, `no_lineups`: only these matches; all if absent. */
  readonly ids?: readonly number[]
  /** `vanish`: from the live list or from reads by id; both if absent. */
  readonly from?: 'live' | 'ids'
}

/** Injects and clears faults, which are stored in memory. */
export interface FaultControl {
  add(fault: Fault): void
  list(): readonly Fault[]
  /** Clears the faults of a kind, or all without one. */
  clear(kind?: FaultKind): void
}

export class Faults implements FaultControl {
  #active: Fault[] = []

  add(fault: Fault): void {
    if (fault.calls !== undefined && fault.calls < 1) return
    this.#active.push({ ...fault })
  }

  list(): readonly Fault[] {
    return this.#active.map((fault) => ({ ...fault }))
  }

  clear(kind?: FaultKind): void {
    this.#active = kind === undefined ? [] : this.#active.filter((fault) => fault.kind !== kind)
  }

  /** Returns the faults of one call on a path, and counts the call. */
  take(path: string): readonly Fault[] {
    return this.#take((fault) => fault.path === undefined || fault.path === path)
  }

  /** Returns the faults of one picture: only those of `/media` or of its own path. Pictures are requested at any time, and must not use up others. */
  takeMedia(path: string): readonly Fault[] {
    return this.#take((fault) => fault.path === MEDIA || fault.path === path)
  }

  #take(applies: (fault: Fault) => boolean): readonly Fault[] {
    const taken = this.#active.filter(applies)
    this.#active = this.#active
      .map((fault) =>
        taken.includes(fault) && fault.calls !== undefined ? { ...fault, calls: fault.calls - 1 } : fault,
      )
      .filter(({ calls }) => calls === undefined || calls > 0)
    return taken
  }
}

const KINDS: ReadonlySet<string> = new Set(FAULT_KINDS)

function isCount(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && Number.isInteger(value) && value >= 0)
}

/** Parses a fault from JSON; returns `null` for anything else. */
export function parseFault(body: unknown): Fault | null {
  if (typeof body !== 'object' || body === null) return null
  const fault = body as Record<string, unknown>
  if (typeof fault.kind !== 'string' || !KINDS.has(fault.kind)) return null
  if (!isCount(fault.calls) || !isCount(fault.ms)) return null
  if (fault.path !== undefined && typeof fault.path !== 'string') return null
  if (fault.from !== undefined && fault.from !== 'live' && fault.from !== 'ids') return null
  if (fault.ids !== undefined && !(Array.isArray(fault.ids) && fault.ids.every(Number.isInteger))) return null
  return body as Fault
}

export function isFaultKind(text: string): text is FaultKind {
  return KINDS.has(text)
}

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
