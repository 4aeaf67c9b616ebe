import type { QueryClient } from '@tanstack/react-query'
import { isComplete } from '@tribune/domain/ballot.ts'
import { type Pick, type Podium, positionOf } from '@tribune/domain/podium.ts'
import { SAVE_DELAY_MS } from '@tribune/domain/refresh.ts'
import { votingToasts } from '../../../i18n/fr-match.ts'
import { errorHaptic, haptic } from '../../../lib/device/platform.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { OWN_BALLOTS } from '../../../lib/http/query-keys.ts'
import { meQuery } from '../../../lib/http/session.ts'
import { toast } from '../../../lib/state/toast.ts'
import { ballotQuery, followCompleteBallot, matchQuery, sendBallot } from '../api.ts'
import { celebrate } from './celebrate.ts'
import { SaveQueue } from './save-queue.ts'

interface BallotQueueOptions {
  readonly client: QueryClient
  readonly matchId: number
  readonly fanId: string
  /** The session ended meanwhile: the fan must sign in again, and the pick that could not be saved waits for them. */
  readonly onSessionLost: (lost: Pick | undefined) => void
}

/** A save queue that sends to the server and tells the fan how it went. */
export function createBallotQueue({ client, matchId, fanId, onSessionLost }: BallotQueueOptions): SaveQueue {
  const { queryKey } = ballotQuery(matchId, fanId)
  const queue = new SaveQueue({
    send: (podium) => sendBallot(matchId, podium),
    later: (run) => {
      const timer = setTimeout(run, SAVE_DELAY_MS)
      return () => clearTimeout(timer)
    },
    onSaved: (podium, latest) => {
      client.setQueryData(queryKey, podium)
      client.invalidateQueries({ queryKey: OWN_BALLOTS })
      if (isComplete(podium)) {
        followCompleteBallot(matchId)
        client.invalidateQueries(meQuery)
      }
      if (latest) tell(podium)
    },
    onFailed: (error, lost) => {
      errorHaptic()
      if (error instanceof ApiError && error.code === 'not_authenticated') {
        const { kept } = queue.snapshot()
        onSessionLost(lost.find((pick) => positionOf(kept, pick.player_id) !== pick.position))
        return
      }
      toast(votingToasts.failed(messageOf(error)), 'error')
      client.invalidateQueries({ queryKey })
      // Refused by the window, perhaps: the server knows something of the match that the screen does not.
      client.invalidateQueries(matchQuery(matchId))
    },
  })
  return queue
}

function tell(podium: Podium): void {
  if (!isComplete(podium)) {
    toast(votingToasts.picked(podium.length), 'pick')
    return
  }
  haptic('heavy')
  toast(votingToasts.complete, 'complete')
  celebrate().catch((error) => console.error('confetti', error))
}
