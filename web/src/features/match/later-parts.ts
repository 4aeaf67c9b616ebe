import { isOnline } from '../../lib/device/platform.ts'
import { laterPart } from '../../lib/list/later-part.tsx'

/** Lazily loaded parts that open over the match. */
export const popover = laterPart(async () => (await import('../../ui/popover.tsx')).Popover)
export const placeDialog = laterPart(async () => (await import('./voting/place-dialog.tsx')).PlaceDialog)
export const newerDialog = laterPart(async () => (await import('./voting/newer-dialog.tsx')).NewerDialog)
export const signInToVote = laterPart(async () => (await import('./voting/sign-in-to-vote.tsx')).SignInToVote)
export const filmDialog = laterPart(async () => (await import('./film/film-dialog.tsx')).FilmDialog)
export const matchLinks = laterPart(async () => (await import('../admin/one-match/match-links.tsx')).MatchLinks)
export const asideNotice = laterPart(async () => (await import('./result/aside-notice.tsx')).AsideNotice)
export const pitch = laterPart(async () => (await import('./players/pitch.tsx')).Pitch)
export const countDialog = laterPart(async () => (await import('./result/count-dialog.tsx')).CountDialog)

/** Prefetches the parts. Not without a network, because some browsers cache a failed import for good. */
export function fetchParts(): void {
  if (!isOnline()) return
  for (const part of [popover, placeDialog, signInToVote, countDialog, filmDialog]) part.fetch().catch(() => undefined)
}
