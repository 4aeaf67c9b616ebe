import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { allDrafts, type BallotDraft, type StoredBallot } from '../../../data/ballots/ballot-drafts.ts'
import { useFan } from '../../../data/session.ts'
import { onBallotOutcome } from './outcome-calls.ts'
import { pageOutbox } from './page-outbox.ts'
import type { BallotOnScreen } from './use-ballot.ts'

/** The ballots of a match that wait on this phone, as its screen shows them. */
export interface HeldOnScreen {
  /** The fan's own waits for a network. */
  readonly waiting: boolean
  /** Waits for another account, or for its fan to sign in again. */
  readonly other: BallotDraft | null
  /** The fan's own, and the newer one that was cast elsewhere: they choose. */
  readonly newer: { readonly draft: BallotDraft; readonly stored: StoredBallot } | null
  /** Whether the question is open. Closed, it opens again only on demand, or for other ballots. */
  readonly asking: boolean
  readonly ask: () => void
  readonly stopAsking: () => void
  readonly keepMine: () => void
  readonly keepOther: () => void
  readonly erase: () => void
}

/** Follows what becomes of the drafts of a match, and has those of the signed-in fan sent. `onSignInNeeded` is called if the session has ended. */
export function useHeldBallot(
  matchId: number,
  { outboxState: { draft, newer: stored }, fanId, status }: BallotOnScreen,
  onSignInNeeded: () => void,
): HeldOnScreen {
  const outbox = pageOutbox(useQueryClient())
  const fan = useFan()
  const [closed, setClosed] = useState<string | null>(null)
  const version = useSyncExternalStore(outbox.subscribe, outbox.version)
  useEffect(
    () =>
      onBallotOutcome((outcome) => {
        if (outcome.draft.matchId !== matchId) return false
        const isAway = outcome.kind === 'fan_away'
        if (isAway && outcome.error !== undefined && !outcome.draft.waits) onSignInNeeded()
        return isAway || outcome.draft.fanId === fanId
      }),
    [matchId, fanId, onSignInNeeded],
  )
  // Once it is known who is signed in, and again for another fan.
  useEffect(() => {
    if (fan !== undefined && allDrafts().length > 0) void outbox.post()
  }, [fan, outbox])
  // Read again only where something may have changed it: the screen is drawn at every tap.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` counts the changes of what is stored.
  const other = useMemo(
    () => allDrafts().find((one) => one.matchId === matchId && one.fanId !== fanId) ?? null,
    [matchId, fanId, version],
  )
  const newer = stored === null || draft === null ? null : { draft, stored }
  return {
    waiting: status === 'held',
    other,
    newer,
    asking: newer !== null && questionOf(newer) !== closed,
    ask: () => setClosed(null),
    stopAsking: () => newer !== null && setClosed(questionOf(newer)),
    keepMine: () => newer !== null && outbox.keepMine(newer.draft),
    keepOther: () => newer !== null && outbox.drop(newer.draft),
    erase: () => other !== null && outbox.drop(other),
  }
}

/** Names the two ballots of a question: each attempt to send finds them again. */
function questionOf({ draft, stored }: NonNullable<HeldOnScreen['newer']>): string {
  return `${draft.at} ${stored.at}`
}
