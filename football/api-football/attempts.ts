const ATTEMPTS = 3
const STEP_MS = 300
const JITTER_MS = 100

export interface Pacing {
  readonly sleep: (ms: number) => Promise<void>
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number
}

/** Runs `once` up to three times while `isWorthAnother`, 300 ms x attempt plus jitter apart; gives the last result. */
export async function withAttempts<Result>(
  once: () => Promise<Result>,
  isWorthAnother: (result: Result) => boolean,
  { sleep, random }: Pacing,
): Promise<Result> {
  let result = await once()
  for (let attempt = 1; attempt < ATTEMPTS && isWorthAnother(result); attempt += 1) {
    await sleep(STEP_MS * attempt + Math.floor(random() * JITTER_MS))
    result = await once()
  }
  return result
}
