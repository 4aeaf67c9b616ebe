import 'react'
import { options } from 'preact'

type Catch = (thrown: unknown, ...rest: readonly unknown[]) => void

/** The hook by which Preact's Suspense receives what a component throws. It has no public name. */
const hooks = options as unknown as { __e: Catch }
const suspend = hooks.__e

/**
 * Renders a suspended part of a screen again in a task of its own, as React does. Preact does so in the same turn, and the router may throw a promise that is
 * settled although its load is not committed yet: the page would render for ever, and never reach the task that commits it.
 */
hooks.__e = (thrown, ...rest) => suspend(thrown instanceof Promise ? inNextTask(thrown) : thrown, ...rest)

async function inNextTask(promise: Promise<unknown>): Promise<void> {
  await Promise.allSettled([promise])
  await new Promise((resolve) => setTimeout(resolve))
}
