import { lazy } from 'react'

/** What opens over the match: fetched once the match is on the screen, so that nothing waits for it. */
export const MatchNotes = lazy(async () => ({ default: (await import('./notes.tsx')).MatchNotes }))
export const PlaceWindow = lazy(async () => ({ default: (await import('./place-window.tsx')).PlaceWindow }))
export const SignInToVote = lazy(async () => ({ default: (await import('./sign-in-to-vote.tsx')).SignInToVote }))
export const CountWindow = lazy(async () => ({ default: (await import('./count-window.tsx')).CountWindow }))
