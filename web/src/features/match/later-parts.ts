import { isOnline } from '../../lib/device/platform.ts'
import { laterPart } from '../../lib/list/later-part.tsx'

/** Lazily loaded parts that open over the match. */
export const popover = laterPart(async () => (await import('../../ui/popover.tsx')).Popover)
export const placeWindow = laterPart(async () => (await import('./voting/place-window.tsx')).PlaceWindow)
export const newerWindow = laterPart(async () => (await import('./voting/newer-window.tsx')).NewerWindow)
export const signInToVote = laterPart(async () => (await import('./voting/sign-in-to-vote.tsx')).SignInToVote)
export const countWindow = laterPart(async () => (await import('./result/count-window.tsx')).CountWindow)

/** Prefetches the parts. Not without a network, because some browsers cache a failed import for good. */
export function fetchParts(): void {
  if (!isOnline()) return
  for (const part of [popover, placeWindow, signInToVote, countWindow]) part.fetch().catch(() => undefined)
}
