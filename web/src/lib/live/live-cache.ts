import type { LiveMatch } from '@tribune/contract/live.ts'
import type { HomeFixture, MatchScreen } from '@tribune/contract/matches.ts'
import { msOf } from '@tribune/domain/instant.ts'
import { LIVE_SPREAD_MS } from '@tribune/domain/live.ts'
import { isVisible, onPresenceChange } from '../device/platform.ts'
import { queryClient } from '../http/query-client.ts'
import { HOME, LEADERS, MATCHES, matchKey, PLAYERS, RANKINGS } from '../http/query-keys.ts'
import { serverNow } from '../http/server-clock.ts'
import { readNews } from './news.ts'
import type { LiveTopic } from './streaming.ts'

/** What the end of a match changes besides its own screen. */
const RANKED = [RANKINGS, LEADERS, PLAYERS]
const keyOf = (topic: LiveTopic) => (topic === 'home' ? HOME : matchKey(topic))

/** Something may have changed while the screen was being read: clocks and commits allow for so many milliseconds. */
const DOUBT_MS = 5_000

/** Server's time at which the screen of a topic was last read from the server; `null` when it was not. */
export function readAt(topic: LiveTopic): number | null {
  const state = queryClient.getQueryState(keyOf(topic))
  if (state?.data === undefined) return null
  const { kept, since } = readNews()
  const answeredAt = kept && since !== null ? Math.min(since, state.dataUpdatedAt) : state.dataUpdatedAt
  return serverNow(answeredAt).getTime()
}

/** Shows what is new of a match wherever it is shown. What was read remains as old as it was. */
export function takeMatch({ match, votes_open, votes_close_at, result_at }: LiveMatch): void {
  if (told.size === 0) setTimeout(showOnHome)
  told.set(match.match_id, match)
  patch<MatchScreen>(keyOf(match.match_id), (screen) => ({ ...screen, match, votes_open, votes_close_at }))
  if (result_at !== null && isNews(match.match_id, msOf(result_at))) {
    readAgain(keyOf(match.match_id), LIVE_SPREAD_MS.result)
  }
}

const told = new Map<number, HomeFixture>()

/** A stream begins with news of many matches: the long list is gone through once for all. */
function showOnHome(): void {
  patch<readonly HomeFixture[]>(HOME, (rows) => rows.map((row) => told.get(row.match_id) ?? row))
  told.clear()
}

/** The lineup changed at `at`, by the server's clock. */
export function takeLineup(matchId: number, at: number): void {
  if (isNews(matchId, at)) readAgain(keyOf(matchId), LIVE_SPREAD_MS.lineup)
}

/** Whether a match was read before that moment. */
function isNews(matchId: number, at: number): boolean {
  const known = readAt(matchId)
  return known !== null && at > known - DOUBT_MS
}

/** The season moved: it is read again where it is shown beside the matches, and elsewhere by who comes to it next. */
export function takeSeason(): void {
  for (const key of RANKED) readAgain(key, LIVE_SPREAD_MS.result)
}

/** News was missed: everything that is followed is read again. */
export function takeResync(): void {
  for (const key of [HOME, MATCHES, ...RANKED]) readAgain(key, LIVE_SPREAD_MS.result)
}

function patch<Data>(key: readonly unknown[], change: (data: Data) => Data): void {
  const state = queryClient.getQueryState<Data>(key)
  if (state?.data === undefined) return
  queryClient.setQueryData<Data>(key, change(state.data), { updatedAt: state.dataUpdatedAt })
}

const planned = new Map<string, { readonly due: number; readonly timer: ReturnType<typeof setTimeout> }>()

/** Reads again what is shown under a key, at a moment of this phone's own within `spread`: a whole stand must not come at once. */
function readAgain(key: readonly unknown[], spread: number): void {
  const name = JSON.stringify(key)
  const due = Date.now() + Math.random() * spread
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
