import { type FunctionComponent, lazy } from 'react'

/**
 * A part of a screen that is fetched when it is first rendered, and left out if it cannot be fetched: no screen, nor the vote on it, fails for want of
 * a drawing.
 */
export function decoration<Props>(load: () => Promise<FunctionComponent<Props>>) {
  const nothing: FunctionComponent<Props> = () => null
  return lazy(async () => ({ default: await load().catch(() => nothing) }))
}
