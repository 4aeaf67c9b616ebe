import type { QueryClient } from '@tanstack/react-query'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import { isComplete } from '@tribune/domain/ballot.ts'
import { holdBallot } from '@tribune/domain/held-ballot.ts'
import { type Podium, type PodiumPick, positionOf } from '@tribune/domain/podium.ts'
import { unreachable } from '@tribune/french/sentences/app.ts'
import { votingToasts } from '@tribune/french/sentences/match.ts'
import { dropHeld, readHeld, rememberedFan, storeHeld } from '../../../data/ballots/held-ballots.ts'
import { ballotQuery, recordSaved, sendBallot } from '../../../data/ballots/match-ballot.ts'
import { matchQuery } from '../../../data/match.ts'
import { meQuery } from '../../../data/session.ts'
import { errorHaptic, haptic, isOnline } from '../../../lib/device/platform.ts'
import { ApiError, isUnanswered, messageOf } from '../../../lib/http/api-error.ts'
import { serverNow } from '../../../lib/http/server-clock.ts'
import { SAVE_DELAY_MS } from '../../../lib/limits.ts'
import { toast } from '../../../lib/state/toast.ts'
import { celebrate } from '../../../ui/confetti.ts'
import { postHeld } from './held-calls.ts'
import { SaveQueue } from './save-queue.ts'

interface BallotQueueOptions {
  readonly client: QueryClient
  readonly match: Pick<HomeFixture, 'match_id' | 'home_team' | 'away_team'>
  /** The attempt at the match that is on the screen. */
  readonly attempt: number
  readonly fanId: string
  /** Called if the session has ended: the fan has to sign in again, and the pick that could not be saved waits for them. */
  readonly onSessionLost: (lost: PodiumPick | undefined) => void
}

/**
 * Creates a save queue that sends ballots to the server, and shows the fan the outcome. A ballot that cannot be sent for want of a network waits on the
 * phone (docs/decisions/062).
 */
export function createBallotQueue({ client, match, attempt, fanId, onSessionLost }: BallotQueueOptions): SaveQueue {
  const matchId = match.match_id
  const { queryKey } = ballotQuery(matchId, fanId)
  const hold = (picks: Podium, base: string | null, tried: readonly Podium[]) => {
    const lost = () => new ApiError('offline', unreachable.offline, {})
    // Signed out meanwhile: nothing of this fan stays on the phone.
    if (rememberedFan() !== fanId) throw lost()
    const waiting = readHeld(fanId, matchId)
    const names = { home: match.home_team ?? '', away: match.away_team ?? '' }
    const next = { fanId, matchId, picks, base, attempt, at: serverNow().getTime(), ...names }
    const held = { ...next, ...holdBallot(waiting, next, tried) }
    if (!storeHeld(held)) throw lost()
    if (waiting === null) haptic('medium')
    void postHeld(client)
  }
  const queue = new SaveQueue({
    send: async (podium) => {
      const seen = client.getQueryData(queryKey)
      if (readHeld(fanId, matchId) !== null || seen === undefined || !isOnline()) {
        hold(podium, seen?.at ?? null, [])
        return 'held'
      }
      try {
        const { updated_at } = await sendBallot(matchId, podium, { fan_id: fanId, attempt })
        recordSaved(client, matchId, fanId, { podium, at: updated_at })
        return 'saved'
      } catch (error) {
        if (!isUnanswered(error)) throw error
        // It may have arrived, although its answer has not.
        hold(podium, seen.at, [podium])
        return 'held'
      }
    },
    onHeldEmptied: () => dropHeld({ fanId, matchId }),
    later: (run) => {
      const timer = setTimeout(run, SAVE_DELAY_MS)
      return () => clearTimeout(timer)
    },
    onSaved: confirmSaved,
    onFailed: (error, lost) => {
      errorHaptic()
      if (error instanceof ApiError && error.code === 'not_authenticated') {
        const { kept } = queue.snapshot()
        onSessionLost(lost.find((pick) => positionOf(kept, pick.player_id) !== pick.position))
        return
      }
      toast(votingToasts.failed(messageOf(error)), 'error')
      client.invalidateQueries({ queryKey })
      // The voting window may have refused it: the server may know something of the match that the screen does not.
      client.invalidateQueries(matchQuery(matchId))
      // Or by the operator, who closed the fan's right to vote: the reason is in the profile.
      client.invalidateQueries(meQuery)
    },
  })
  return queue
}

function confirmSaved(podium: Podium): void {
  if (!isComplete(podium)) {
    toast(votingToasts.picked(podium.length), 'pick')
    return
  }
  haptic('heavy')
  toast(votingToasts.complete, 'complete')
  celebrate().catch((error) => console.error('confetti', error))
}
