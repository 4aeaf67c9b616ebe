import type { LiveMatch } from '@tribune/contract/live.ts'
import type { HomeFixture, MatchScreen } from '@tribune/contract/matches.ts'
import { msOf } from '@tribune/domain/common/instant.ts'
import { CDN_STALE_MS, LIVE_SPREAD_MS } from '@tribune/protocol/live.ts'
import { isVisible, onPresenceChange } from '../../lib/device/platform.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { serverNow } from '../../lib/http/server-clock.ts'
import { dataAge } from '../../lib/offline/data-age.ts'
import { HOME, LEADERS, MATCHES, matchKey, OWN_BALLOT, OWN_BALLOTS, PLAYERS, RANKINGS } from '../keys.ts'
import type { LiveTopic } from './streaming.ts'

/** Reads that the end of a match changes, besides its own screen. */
const RANKED = [RANKINGS, LEADERS, PLAYERS]
const keyOf = (topic: LiveTopic) => (topic === 'home' ? HOME : matchKey(topic))

/** Tolerance for changes during a read, skewed clocks and late commits, in milliseconds. */
const TOLERANCE_MS = 5_000

/** Returns the server's time at which a topic's screen was last read from the server, or `null` if it was not. */
export function readAt(topic: LiveTopic): number | null {
  const state = queryClient.getQueryState(keyOf(topic))
  if (state?.data === undefined) return null
  const { stale, since } = dataAge()
  const answeredAt = stale && since !== null ? Math.min(since, state.dataUpdatedAt) : state.dataUpdatedAt
  return serverNow(answeredAt).getTime()
}

/** Puts a match event into all cached screens. The age of what was read stays the same. */
export function takeMatch({ match, votes_open, votes_close_at, attempt, result_at }: LiveMatch): void {
  if (pending.size === 0) setTimeout(patchHome)
  pending.set(match.match_id, match)
  const key = keyOf(match.match_id)
  // The match is replayed: the fan's ballot went with the attempt before.
  const known = queryClient.getQueryData<MatchScreen>(key)
  if (known !== undefined && known.attempt !== attempt) {
    for (const ballots of [OWN_BALLOT, OWN_BALLOTS]) readAgain(ballots, LIVE_SPREAD_MS.result)
  }
  patch<MatchScreen>(key, (screen) => ({ ...screen, match, votes_open, votes_close_at, attempt }))
  if (result_at !== null && isNews(match.match_id, msOf(result_at))) {
    readAgain(keyOf(match.match_id), LIVE_SPREAD_MS.result)
  }
}

const pending = new Map<number, HomeFixture>()

/** Patches the home list once for all pending matches: a stream begins with events of many. */
function patchHome(): void {
  patch<readonly HomeFixture[]>(HOME, (rows) => rows.map((row) => pending.get(row.match_id) ?? row))
  pending.clear()
}

/** Handles a change of a lineup at `at`, by the server's clock. */
export function takeLineup(matchId: number, at: number): void {
  if (isNews(matchId, at)) readAgain(keyOf(matchId), LIVE_SPREAD_MS.lineup)
}

/** Returns whether the cached match dates from before `at`. */
function isNews(matchId: number, at: number): boolean {
  const known = readAt(matchId)
  return known !== null && at > known - TOLERANCE_MS
}

/** Handles a change of the season: reads it again where it is on screen; elsewhere the next visit does. */
export function takeSeason(): void {
  for (const key of RANKED) readAgain(key, LIVE_SPREAD_MS.result)
}

/** Handles missed events: reads everything again that is followed. */
export function takeResync(): void {
  for (const key of [HOME, MATCHES, ...RANKED]) readAgain(key, LIVE_SPREAD_MS.result)
}

function patch<Data>(key: readonly unknown[], change: (data: Data) => Data): void {
  const state = queryClient.getQueryState<Data>(key)
  if (state?.data === undefined) return
  queryClient.setQueryData<Data>(key, change(state.data), { updatedAt: state.dataUpdatedAt })
}

const planned = new Map<string, { readonly due: number; readonly timer: ReturnType<typeof setTimeout> }>()

/** Invalidates a key once no CDN has the state before, and a random delay within `spread` later, in milliseconds, so that the phones of a whole stand do not read at the same moment. */
function readAgain(key: readonly unknown[], spread: number): void {
  const name = JSON.stringify(key)
  const due = Date.now() + CDN_STALE_MS + Math.random() * spread
  const before = planned.get(name)
  if (before !== undefined && before.due <= due) return
  clearTimeout(before?.timer)
  const read = () => {
    planned.delete(name)
    whenVisible(() => void queryClient.invalidateQueries({ queryKey: key }))
  }
  planned.set(name, { due, timer: setTimeout(read, due - Date.now()) })
}

function whenVisible(run: () => void): void {
  if (isVisible()) run()
  else {
    const stop = onPresenceChange(() => {
      stop()
      whenVisible(run)
    })
  }
}
