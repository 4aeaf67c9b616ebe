import type { QueryClient } from '@tanstack/react-query'
import {
  allDrafts,
  type BallotKey,
  dropDraft,
  onDraftElsewhere,
  readDraft,
  type StoredBallot,
  settleDraft,
  storeDraft,
} from '../../../data/ballots/ballot-drafts.ts'
import { ballotQuery, sendBallot } from '../../../data/ballots/match-ballot.ts'
import { OWN_BALLOTS } from '../../../data/keys.ts'
import { meQuery } from '../../../data/session.ts'
import { isOnline, isVisible, onPresenceChange } from '../../../lib/device/platform.ts'
import { isUnanswered } from '../../../lib/http/api-error.ts'
import { reread } from '../../../lib/http/query-client.ts'
import { onHeard, serverNow } from '../../../lib/http/server-clock.ts'
import { REQUEST_TIMEOUT_MS, SAVE_DELAY_MS } from '../../../lib/limits.ts'
import { RetryTimer } from '../../../lib/offline/retry-timer.ts'
import { BallotOutbox } from './ballot-outbox.ts'
import { showNews, showOutcome } from './outcome-calls.ts'

const outboxes = new WeakMap<QueryClient, BallotOutbox>()

/** Returns the outbox of this page, which is made with the first call. */
export function pageOutbox(client: QueryClient): BallotOutbox {
  const known = outboxes.get(client)
  if (known !== undefined) return known
  const outbox = createOutbox(client)
  outboxes.set(client, outbox)
  return outbox
}

/** Sends the drafts of this phone now, and whenever the network or the fan returns. Shows their outcomes. Returns a function that does so once more. */
export function startPost(client: QueryClient): () => void {
  const outbox = pageOutbox(client)
  const look = () => {
    showNews()
    void outbox.post()
  }
  onPresenceChange(look)
  look()
  return look
}

function createOutbox(client: QueryClient): BallotOutbox {
  const queryOf = ({ matchId, fanId }: BallotKey) => ballotQuery(matchId, fanId)
  const retry = new RetryTimer(() => void outbox.post())
  /** Whether the last ballot was left without an answer. */
  let unreached = false
  const outbox = new BallotOutbox({
    drafts: {
      all: allDrafts,
      read: readDraft,
      store: storeDraft,
      settle: settleDraft,
      drop: dropDraft,
      onElsewhere: onDraftElsewhere,
    },
    known: (key) => client.getQueryData(queryOf(key).queryKey),
    onKnown: (key, saved) => record(client, key, saved),
    send: async (draft) => {
      try {
        const { updated_at } = await sendBallot(draft)
        unreached = false
        return updated_at
      } catch (error) {
        unreached = isUnanswered(error)
        throw error
      }
    },
    // Never joins a read under way, which may be older.
    readStored: async (key) => {
      await client.cancelQueries({ queryKey: queryOf(key).queryKey })
      return client.fetchQuery({ ...queryOf(key), staleTime: 0, retry: false })
    },
    signedIn: () => {
      const me = client.getQueryData(meQuery.queryKey)
      return me === undefined ? undefined : (me.fan?.id ?? null)
    },
    isOnline,
    now: () => serverNow().getTime(),
    later: (run) => {
      const timer = setTimeout(run, SAVE_DELAY_MS)
      return () => clearTimeout(timer)
    },
    alone: ({ matchId }, work) => underLock(`tribune-ballot-${matchId}`, work),
    retry: { plan: () => retry.plan(), cancel: () => retry.cancel(), reset: () => retry.reset() },
    onOutcome: (outcome) => showOutcome(client, outcome),
  })
  onPresenceChange(() => {
    if (!isVisible()) outbox.flush()
  })
  // A network that only looked alive works again, and no browser reports it.
  onHeard(() => {
    if (unreached && retry.isPlanned) void outbox.post()
  })
  return outbox
}

/**
 * Runs work in one tab at a time, where the browser has locks. A tab that the phone has frozen holds its lock: after the time of a request the work runs
 * without it, which the server can bear (docs/decisions/062).
 */
async function underLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const locks: LockManager | undefined = navigator.locks
  let isMine = false
  const mine = () => {
    isMine = true
    return work()
  }
  try {
    return await (locks?.request(name, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }, mine) ?? mine())
  } catch (error) {
    if (isMine) throw error
    return work()
  }
}

/** Records what the server has as another tab has learned, or reads it again. */
function record(client: QueryClient, { matchId, fanId }: BallotKey, saved: StoredBallot | null): void {
  const { queryKey } = ballotQuery(matchId, fanId)
  void reread(client, OWN_BALLOTS)
  if (saved !== null) client.setQueryData(queryKey, saved)
  else void reread(client, queryKey)
}
