import type { Finding } from './judge.ts'

interface Run {
  readonly count: number
  readonly seed: number
  say(line: string): void
}

/** A fault that the product must withstand. */
export interface Drill {
  readonly name: string
  /** How often the fault happens, or how large it is, unless the caller decides. */
  readonly count: number
  run(run: Run): Promise<Finding[]>
}
