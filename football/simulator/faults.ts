/** What can be made to go wrong, and for how long. */
export const FAULT_KINDS = [
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
  /** For this many calls; absent: until cleared. */
  readonly calls?: number
  /** On this path only, such as `/fixtures/lineups`. Pictures are struck by faults on `/media`, or on their own path. */
  readonly path?: string
  /** `slow`: how long the answer waits; absent: a second. */
  readonly ms?: number
  /** `vanish`, `no_lineups`: these matches only; absent: all. */
  readonly ids?: readonly number[]
  /** `vanish`: from the live list, from reads by id, or (absent) both. */
  readonly from?: 'live' | 'ids'
}

/** Faults in force. Part of the caller's hand, not of the world: they are kept in memory only. */
export interface FaultControl {
  add(fault: Fault): void
  list(): readonly Fault[]
  /** Without a kind: all of them. */
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

  /** The faults of one call on a path; each is one call nearer to its end. */
  take(path: string): readonly Fault[] {
    return this.#take((fault) => fault.path === undefined || fault.path === path)
  }

  /** Those of one picture: only faults that name it, or `/media` for all. Pictures are asked for at any moment; they use up no other. */
  takeMedia(path: string): readonly Fault[] {
    return this.#take((fault) => fault.path === MEDIA || fault.path === path)
  }

  #take(strikes: (fault: Fault) => boolean): readonly Fault[] {
    const struck = this.#active.filter(strikes)
    this.#active = this.#active
      .map((fault) =>
        struck.includes(fault) && fault.calls !== undefined ? { ...fault, calls: fault.calls - 1 } : fault,
      )
      .filter(({ calls }) => calls === undefined || calls > 0)
    return struck
  }
}

const KINDS: ReadonlySet<string> = new Set(FAULT_KINDS)

function isCount(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && Number.isInteger(value) && value >= 0)
}

/** Reads a fault from JSON; null when it is none. */
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
