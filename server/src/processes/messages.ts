import type { Product } from '../product.ts'
import type { StandInAddresses } from '../standins/start.ts'
import type { Person } from '../standins/world/people.ts'

/* The messages between the processes of a machine. Others, such as those of metrics, pass over the same channels. */

/** The parts that the process of the outside parts has started. */
export interface Outside {
  readonly databaseUrl: string
  readonly standIns: { readonly addresses: StandInAddresses; readonly pages: string } | null
}

/** Data that a server needs to start. */
export interface Assignment {
  readonly port: number
  readonly outside: Outside
  /** Whether it runs the jobs from its start on. */
  readonly works: boolean
}

/** From the parent to a server. */
export type ServerOrder =
  | { readonly do: 'start'; readonly assignment: Assignment }
  /** Accept requests. */
  | { readonly do: 'open' }
  /** Run the jobs from now on. */
  | { readonly do: 'work' }
  /** Leave new connections to the others, then stop. */
  | { readonly do: 'leave' }
  /** All that was sent before has arrived. */
  | { readonly do: 'finish' }
  | { readonly do: 'stop' }

/** A running product, as a terminal shows it. */
export interface Running {
  readonly url: string
  readonly people: { readonly fan: Person; readonly admin: Person } | null
}

/** From a server to the parent. */
export type ServerReport =
  | { readonly is: 'progress'; readonly message: string }
  | { readonly is: 'ready'; readonly running: Running }
  /** It accepts no new connections any more. */
  | { readonly is: 'left' }

/** To and from the process of the outside parts. */
export interface OutsideOrder {
  readonly do: 'start'
  readonly url: string
}
export type OutsideReport =
  | { readonly is: 'progress'; readonly message: string }
  | { readonly is: 'started'; readonly outside: Outside }

/** Hears the messages of the parent; others are ignored. */
export function onOrder<Order extends { readonly do: string }>(hear: (order: Order) => void): void {
  process.on('message', (message: Order) => {
    if (typeof message === 'object' && message !== null && 'do' in message) hear(message)
  })
}

/** The parent alone obeys signals: a terminal and a supervisor send them to all processes. */
export function ignoreSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}

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
