import type { QueryClient } from '@tanstack/react-query'
import {
  heldFate,
  isOfAnotherAttempt,
  isSameBallot,
  meetStored,
  refusedHeld,
  trySending,
} from '@tribune/domain/held-ballot.ts'
import { held as words } from '@tribune/french/sentences/held.ts'
import { match as matchWords } from '@tribune/french/sentences/match.ts'
import {
  addHeldNews,
  allHeld,
  dropHeld,
  type Held,
  readHeld,
  storeHeld,
  takeHeldNews,
} from '../../../data/ballots/held-ballots.ts'
import { ballotQuery, recordSaved, type StoredBallot, sendBallot } from '../../../data/ballots/match-ballot.ts'
import { matchQuery } from '../../../data/match.ts'
import { meQuery } from '../../../data/session.ts'
import { isOnline, isVisible, onPresenceChange } from '../../../lib/device/platform.ts'
import { ApiError, isUnanswered, messageOf } from '../../../lib/http/api-error.ts'
import { onHeard, serverNow } from '../../../lib/http/server-clock.ts'
import { RetryTimer } from '../../../lib/offline/retry-timer.ts'
import { toast } from '../../../lib/state/toast.ts'

/** Outcome of a held ballot. `newer`: another was cast since its base, and the fan is asked. `kept`: its fan is not signed in. */
export type HeldOutcome =
  | { readonly kind: 'sent' | 'late' | 'refused' | 'kept'; readonly held: Held }
  | { readonly kind: 'newer'; readonly held: Held; readonly stored: StoredBallot }

/** Name of the lock under which one tab sends. */
const LOCK = 'tribune-held'
/** Attempts with one ballot in a row, where only the phone's own earlier ones stand against it. */
const MAX_TURNS = 4

const listeners = new Set<(outcome: HeldOutcome) => boolean>()
/** Outcomes that the fan of this page has been notified of, so that each is shown once. */
const notified = new Set<string>()
let running: Promise<void> | null = null
let again = false
/** A sentence is on the screen, and the next one waits. */
let isShowing = false
/** Plans the next attempt while the server is unreachable. */
let retry: RetryTimer | undefined
/** Whether the server did not answer in the last run. */
let unreached = false

/** Calls back with each outcome; the listener returns whether it shows it, so that no toast has to. Returns a function that unsubscribes. */
export function onHeldOutcome(listener: (outcome: HeldOutcome) => boolean): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sends held ballots now, and whenever the network or the fan returns. Shows their outcomes. Returns a function that does so once more. */
export function startPost(client: QueryClient): () => void {
  const look = () => {
    showNews()
    void postHeld(client)
  }
  onPresenceChange(look)
  look()
  return look
}

/** Sends all held ballots of the signed-in fan, one after the other. A call during a run has it run once more. */
export function postHeld(client: QueryClient): Promise<void> {
  again = true
  running ??= (async () => {
    while (again) {
      again = false
      await alone(() => postAll(client)).catch((error) => console.error('held ballots', error))
      // Also the news that another tab has left.
      showNews()
    }
    running = null
  })()
  return running
}

/** Retries after a pause, and as soon as anything gets through to the server: a network that only looked alive works again, and no browser reports it. */
function createRetry(client: QueryClient): RetryTimer {
  const retry = new RetryTimer(() => void postHeld(client))
  onHeard(() => {
    if (unreached && running === null && retry.isPlanned) void postHeld(client)
  })
  return retry
}

/** Lets one tab at a time send, where the browser can tell them apart, so that none sends what another has just settled. */
function alone(work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  return locks === undefined ? work() : locks.request(LOCK, work)
}

async function postAll(client: QueryClient): Promise<void> {
  retry ??= createRetry(client)
  retry.cancel()
  unreached = false
  const all = allHeld()
  if (all.length === 0 || !isOnline()) return
  // Never from the cache: another tab may have changed the account.
  const signedIn = await client
    .fetchQuery({ ...meQuery, staleTime: 0, retry: false })
    .then(({ fan }) => fan?.id ?? null, noteUnanswered)
  let waits = false
  for (const held of all) {
    const fate = heldFate(held, signedIn, serverNow().getTime())
    if (fate === 'expired') dropHeld(held)
    else if (fate === 'kept') conclude({ kind: 'kept', held })
    else if (fate === 'unknown' || !(await deliver(client, held))) waits = true
  }
  if (waits) retry.plan()
  else retry.reset()
}

/** Sends one ballot, also past what this phone itself has sent before. Returns whether its fate is settled for now. */
async function deliver(client: QueryClient, first: Held): Promise<boolean> {
  let base = first.base
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    // The fan may have changed it, or signed out, while an answer was awaited.
    const now = readHeld(first.fanId, first.matchId)
    if (now === null) return true
    const held = trySending(turn === 0 ? now : { ...now, base })
    const answer = await sendOnce(client, held)
    if (answer !== 'newer') return answer === 'settled'
    const stored = await readStored(client, held)
    if (stored === null) return false
    const meeting = stored.podium.length === 0 ? 'own' : meetStored(held, stored.podium)
    if (meeting !== 'own') {
      if (meeting === 'same') arrived(client, held, stored.at)
      else askAbout(held, stored)
      return true
    }
    base = stored.at
  }
  return false
}

/** Asks the fan about a newer ballot, unless they have chosen meanwhile, by a question of an earlier attempt; what they kept of theirs is sent next. */
function askAbout(held: Held, stored: StoredBallot): void {
  const now = readHeld(held.fanId, held.matchId)
  if (now === null) return
  if (now.base === held.base && isSameBallot(now.picks, held.picks)) conclude({ kind: 'newer', held, stored })
  else again = true
}

async function sendOnce(client: QueryClient, held: Held): Promise<'settled' | 'wait' | 'newer'> {
  storeHeld(held)
  try {
    const { base, fanId, attempt } = held
    const { updated_at } = await sendBallot(held.matchId, held.picks, { base, fan_id: fanId, attempt })
    arrived(client, held, updated_at)
    return 'settled'
  } catch (error) {
    noteUnanswered(error)
    const refusal = error instanceof ApiError ? refusedHeld(error.code) : 'wait'
    if (refusal === 'wait' || refusal === 'newer') return refusal
    refuse(client, held, refusal, error)
    return 'settled'
  }
}

function readStored(client: QueryClient, { matchId, fanId }: Held): Promise<StoredBallot | null> {
  return client.fetchQuery({ ...ballotQuery(matchId, fanId), staleTime: 0, retry: false }).catch((error) => {
    noteUnanswered(error)
    return null
  })
}

function noteUnanswered(error: unknown): undefined {
  unreached ||= isUnanswered(error)
}

/** Whether the fan has made a ballot on the next attempt at the match since this one was sent. */
function isFollowed(held: Held): boolean {
  const now = readHeld(held.fanId, held.matchId)
  return now !== null && isOfAnotherAttempt(now, held)
}

/** Whether the fan has changed a ballot since it was sent. */
function isChanged({ fanId, matchId, picks }: Held): boolean {
  const now = readHeld(fanId, matchId)
  return now !== null && !isSameBallot(now.picks, picks)
}

/** The server has the ballot. One that the fan changed meanwhile keeps waiting, on this base. */
function arrived(client: QueryClient, held: Held, at: string | null): void {
  const now = readHeld(held.fanId, held.matchId)
  if (now === null || isSameBallot(now.picks, held.picks)) dropHeld(held)
  else {
    storeHeld({ ...now, base: at })
    again = true
  }
  recordSaved(client, held.matchId, held.fanId, { podium: held.picks, at })
  conclude({ kind: 'sent', held })
}

function refuse(client: QueryClient, held: Held, kind: 'late' | 'refused' | 'kept', error: unknown): void {
  if ((kind === 'refused' && isChanged(held)) || (kind === 'late' && isFollowed(held))) {
    // It says nothing about the ballot that waits by now.
    again = true
    return
  }
  if (kind === 'kept') client.invalidateQueries(meQuery)
  else {
    dropHeld(held)
    client.invalidateQueries(matchQuery(held.matchId))
    client.invalidateQueries({ queryKey: ballotQuery(held.matchId, held.fanId).queryKey })
  }
  conclude({ kind, held }, messageOf(error))
}

/** Hands an outcome to the screen of the match, and notifies the fan of what no screen shows. */
function conclude(outcome: HeldOutcome, why = ''): void {
  const { kind, held } = outcome
  const shown = [...listeners].map((listener) => listener(outcome)).includes(true)
  const name = matchWords.title(held.home, held.away)
  if (kind === 'sent') addHeldNews({ text: words.sent(name), failed: false })
  else if (kind === 'late') addHeldNews({ text: words.late(name), failed: true })
  else if (kind === 'refused') addHeldNews({ text: words.refused(name, why), failed: true })
  else if (!shown && isNew(held, kind)) {
    addHeldNews({ text: (kind === 'newer' ? words.newer : words.otherAccount)(name), failed: true })
  }
  showNews()
}

/** Whether the fan has not been notified of this outcome yet, since the page was loaded. */
function isNew({ fanId, matchId, at }: Held, kind: string): boolean {
  const key = `${kind}-${fanId}-${matchId}-${at}`
  if (notified.has(key)) return false
  notified.add(key)
  return true
}

/** Shows the news of held ballots, once the fan looks at the screen: one sentence after the other, as several at once would dismiss each other. */
function showNews(): void {
  if (isShowing || !isVisible()) return
  const news = takeHeldNews()
  if (news === null) return
  isShowing = true
  toast(news.text, news.failed ? 'error' : 'generic', () => {
    isShowing = false
    showNews()
  })
}
