import { replaceEqualDeep } from '@tanstack/react-query'
import type { HomeFixture, MatchScreen } from '@tribune/contract/matches.ts'
import { laterRow } from '@tribune/domain/live.ts'

/**
 * What the cache keeps of a list when another comes in, by the stream or by an answer that took its time: of each match the later
 * telling, so that a displayed minute never falls.
 */
export function keepLaterRows(shown: unknown, told: unknown): unknown {
  const rows = new Map((shown as readonly HomeFixture[] | undefined)?.map((row) => [row.match_id, row]))
  return replaceEqualDeep(
    shown,
    (told as readonly HomeFixture[]).map((row) => laterRow(rows.get(row.match_id), row)),
  )
}

/** The same for a match's screen: its voting window goes with the row, the rest is as the answer says. */
export function keepLaterMatch(shown: unknown, told: unknown): unknown {
  const [before, next] = [shown as MatchScreen | undefined, told as MatchScreen]
  if (before === undefined || laterRow(before.match, next.match) === next.match) return replaceEqualDeep(shown, told)
  const { match, votes_open, votes_close_at } = before
  return replaceEqualDeep(shown, { ...next, match, votes_open, votes_close_at })
}
