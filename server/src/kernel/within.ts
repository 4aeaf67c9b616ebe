/**
 * Resolves or rejects as `work` does, or rejects with the error that `late` makes after `limitMs`. The work continues; its outcome is then ignored.
 */
export async function within<T>(limitMs: number, work: Promise<T>, late: () => Error = tooLate): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), limitMs).unref()
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}

const tooLate = () => new Error('time limit exceeded')
