import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useState } from 'react'
import {
  allHeld,
  dropHeld,
  type Held,
  onHeldElsewhere,
  readHeld,
  storeHeld,
} from '../../../data/ballots/held-ballots.ts'
import { ballotQuery, type StoredBallot } from '../../../data/ballots/match-ballot.ts'
import { useFan } from '../../../data/session.ts'
import { onHeldOutcome, postHeld } from './held-calls.ts'
import type { BallotOnScreen } from './use-ballot.ts'

/** The ballots of a match that wait on this phone, as its screen shows them. */
export interface HeldOnScreen {
  /** The fan's own waits for a network. */
  readonly waiting: boolean
  /** Waits for another account, or for its fan to sign in again. */
  readonly other: Held | null
  /** The fan's own, and the newer one that was cast elsewhere: they choose. */
  readonly newer: { readonly held: Held; readonly stored: StoredBallot } | null
  /** Whether the question is open. Closed, it opens again only on demand, or for other ballots. */
  readonly asking: boolean
  readonly ask: () => void
  readonly stopAsking: () => void
  readonly keepMine: () => void
  readonly keepOther: () => void
  readonly erase: () => void
}

/** Follows what becomes of held ballots of a match, and has those of the signed-in fan sent. */
export function useHeldBallot(matchId: number, { queue, fanId, status }: BallotOnScreen): HeldOnScreen {
  const client = useQueryClient()
  const fan = useFan()
  const [newer, setNewer] = useState<HeldOnScreen['newer']>(null)
  const [closed, setClosed] = useState<string | null>(null)
  const [looks, look] = useReducer((looks: number) => looks + 1, 0)
  useEffect(
    () =>
      onHeldOutcome((outcome) => {
        const { kind, held } = outcome
        if (held.matchId !== matchId) return false
        if (held.fanId !== fanId) {
          look()
          return kind === 'kept'
        }
        setNewer(kind === 'newer' ? { held, stored: outcome.stored } : null)
        if (kind === 'sent') queue.arrive(held.picks)
        if (kind === 'late' || kind === 'refused') queue.giveUp(true)
        return true
      }),
    [matchId, fanId, queue],
  )
  // What another tab does with the ballot is shown here too.
  useEffect(
    () =>
      onHeldElsewhere(matchId, () => {
        look()
        if (fanId === null) return
        const held = readHeld(fanId, matchId)
        if (held !== null) return queue.resume(held.picks)
        client.fetchQuery({ ...ballotQuery(matchId, fanId), staleTime: 0, retry: false }).then(
          ({ podium }) => queue.release(podium),
          () => queue.release(),
        )
      }),
    [matchId, fanId, queue, client],
  )
  // Once it is known who is signed in, and again for somebody else.
  useEffect(() => {
    if (fan !== undefined && allHeld().length > 0) void postHeld(client)
  }, [fan, client])
  // The ballot may be taken back or changed while the fan is asked.
  useEffect(() => {
    if (status !== 'held') setNewer(null)
  }, [status])
  // Read again only where something may have changed it: the screen is drawn at every tap.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `looks` counts the changes of what is stored.
  const other = useMemo(
    () => allHeld().find((held) => held.matchId === matchId && held.fanId !== fanId) ?? null,
    [matchId, fanId, looks],
  )
  return {
    waiting: status === 'held',
    other,
    newer,
    asking: newer !== null && questionOf(newer) !== closed,
    ask: () => setClosed(null),
    stopAsking: () => newer !== null && setClosed(questionOf(newer)),
    keepMine: () => {
      if (newer === null) return
      storeHeld({ ...newer.held, base: newer.stored.at })
      setNewer(null)
      void postHeld(client)
    },
    keepOther: () => {
      if (newer === null) return
      dropHeld(newer.held)
      setNewer(null)
      queue.giveUp(false, newer.stored.podium)
    },
    erase: () => {
      if (other !== null) dropHeld(other)
      look()
    },
  }
}

/** Names the two ballots of a question: each attempt to send finds them again. */
function questionOf({ held, stored }: NonNullable<HeldOnScreen['newer']>): string {
  return `${held.at} ${stored.at}`
}
