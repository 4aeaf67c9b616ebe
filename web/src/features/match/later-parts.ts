import { isOnline } from '../../lib/device/platform.ts'
import { laterPart } from '../../lib/list/later-part.tsx'

/** What opens over the match when it is asked for. */
export const popover = laterPart(async () => (await import('../../ui/popover.tsx')).Popover)
export const placeWindow = laterPart(async () => (await import('./voting/place-window.tsx')).PlaceWindow)
export const signInToVote = laterPart(async () => (await import('./voting/sign-in-to-vote.tsx')).SignInToVote)
export const countWindow = laterPart(async () => (await import('./result/count-window.tsx')).CountWindow)

/** Fetches them before they are asked for; not without a network, as some browsers remember for good that a file did not come. */
export function fetchParts(): void {
  if (!isOnline()) return
  for (const part of [popover, placeWindow, signInToVote, countWindow]) part.fetch().catch(() => undefined)
}
