import type { FastifyBaseLogger } from 'fastify'

const WINDOW_MS = 60_000
/** Lines of one kind that are written per minute. */
const LINES_PER_MINUTE = 30
/** Maximum number of kinds that are counted. */
const MAX_KINDS = 200

interface CountedLines {
  readonly until: number
  lines: number
}

/** Protects the log from floods: writes a few lines of each kind per minute, and counts and reports the others. */
export class LogBudget {
  readonly #windows = new Map<string, CountedLines>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Returns whether one more line of this kind may be written. Logs the number of suppressed lines with the first line of a later minute. */
  take(kind: string, log: Pick<FastifyBaseLogger, 'info'>): boolean {
    const now = this.#now()
    const known = this.#windows.get(kind)
    if (known !== undefined && now < known.until) {
      known.lines += 1
      return known.lines <= LINES_PER_MINUTE
    }
    const suppressed = (known?.lines ?? 0) - LINES_PER_MINUTE
    if (suppressed > 0) log.info({ kind, lines: suppressed }, 'lines left out of the log')
    if (known === undefined && this.#windows.size >= MAX_KINDS) this.#windows.clear()
    this.#windows.set(kind, { until: now + WINDOW_MS, lines: 1 })
    return true
  }

  /** Forgets what was counted, between tests. */
  forget(): void {
    this.#windows.clear()
  }
}

/** The budget of this process's one log. */
export const logBudget = new LogBudget()
