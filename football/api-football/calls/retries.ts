const ATTEMPTS = 3
const STEP_MS = 300
const JITTER_MS = 100

/** How to wait between attempts; tests replace both. */
export interface Pacing {
  readonly sleep: (ms: number) => Promise<void>
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number
}

/** Calls `run` up to three times while `isRetryable`, 300 ms x attempt plus jitter apart, and returns the last result (spec section 7). */
export async function withRetries<Result>(
  run: () => Promise<Result>,
  isRetryable: (result: Result) => boolean,
  { sleep, random }: Pacing,
): Promise<Result> {
  let result = await run()
  for (let attempt = 1; attempt < ATTEMPTS && isRetryable(result); attempt += 1) {
    await sleep(STEP_MS * attempt + Math.floor(random() * JITTER_MS))
    result = await run()
  }
  return result
}
