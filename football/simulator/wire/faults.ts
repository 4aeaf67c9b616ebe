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

export type FaultKind = (typeof FAULT_KINDS)[number]

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
