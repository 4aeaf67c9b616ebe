import type { Product } from '../product.ts'

/** Longest stop, after the time in which load balancers learn of it. */
export const STOP_LIMIT_MS = 20_000

/** Waits for the start to finish, then stops the product in order; ends the process in any case once that takes too long. */
export function end(starting: Promise<Pick<Product, 'stop'>>, { drainMs }: { readonly drainMs: number }): void {
  const stopped = starting.then(
    (product) => product.stop(),
    () => undefined,
  )
  exitAfter(stopped, drainMs + STOP_LIMIT_MS)
}

/** Ends the process once this resolves, with an error if it rejects or takes longer. */
export function exitAfter(stopped: Promise<unknown>, limitMs: number): void {
  setTimeout(() => process.exit(1), limitMs).unref()
  stopped.then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
}
