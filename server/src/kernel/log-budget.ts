import type { FastifyBaseLogger } from 'fastify'

const WINDOW_MS = 60_000
/** Lines of one kind in a minute that are written whole. */
const WHOLE_LINES = 30
/** Kinds counted at once; codes are a closed list. */
const KINDS = 200

interface Window {
  readonly until: number
  lines: number
}

/** Keeps floods out of the log: of each kind a few lines a minute are written, the others counted, and their number told. */
export class LogBudget {
  readonly #windows = new Map<string, Window>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whether one more line of this kind may be written. Says how many were not once their minute is over and another comes. */
  take(kind: string, log: Pick<FastifyBaseLogger, 'info'>): boolean {
    const now = this.#now()
    const known = this.#windows.get(kind)
    if (known !== undefined && now < known.until) {
      known.lines += 1
      return known.lines <= WHOLE_LINES
    }
    const left = (known?.lines ?? 0) - WHOLE_LINES
    if (left > 0) log.info({ kind, lines: left }, 'lines left out of the log')
    if (known === undefined && this.#windows.size >= KINDS) this.#windows.clear()
    this.#windows.set(kind, { until: now + WINDOW_MS, lines: 1 })
    return true
  }
}

/** The budget of this process, which has one log. */
export const logBudget = new LogBudget()
