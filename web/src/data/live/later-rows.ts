import { replaceEqualDeep } from '@tanstack/react-query'
import type { HomeFixture, MatchScreen } from '@tribune/contract/matches.ts'
import { laterRow } from '@tribune/protocol/live.ts'

/**
 * Merges a new answer of a list into the cached one: the later row of each match wins, so that a displayed minute never decreases. The stream may
 * have overtaken a slow answer.
 */
export function keepLaterRows(shown: unknown, answered: unknown): unknown {
  const rows = new Map((shown as readonly HomeFixture[] | undefined)?.map((row) => [row.match_id, row]))
  return replaceEqualDeep(
    shown,
    (answered as readonly HomeFixture[]).map((row) => laterRow(rows.get(row.match_id), row)),
  )
}

/** Merges a new answer of a match screen: the voting window belongs to the row, everything else comes from the answer. */
export function keepLaterMatch(shown: unknown, answered: unknown): unknown {
  const [before, next] = [shown as MatchScreen | undefined, answered as MatchScreen]
  if (before === undefined || laterRow(before.match, next.match) === next.match)
    return replaceEqualDeep(shown, answered)
  const { match, votes_open, votes_close_at } = before
  return replaceEqualDeep(shown, { ...next, match, votes_open, votes_close_at })
}
