import { useQuery } from '@tanstack/react-query'
import type { Fan } from '@tribune/contract/accounts.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { useMemo } from 'react'
import { ownBallotsQuery } from '../../data/ballots/own-ballots.ts'
import { homeBallotsQuery } from '../../data/home-ballots.ts'
import { useFan } from '../../data/session.ts'

/**
 * Returns the fan's own ballots by match, empty for a visitor. Makes no request if there are no matches. `list` names the list of the matches.
 */
export function useOwnBallots(list: string, matchIds: readonly number[]): ReadonlyMap<number, Vote> {
  const fan = useFan()
  const { data } = useQuery({
    ...ownBallotsQuery(list, fan?.id ?? '', matchIds),
    enabled: Boolean(fan) && matchIds.length > 0,
  })
  return useByMatch(fan, data)
}

/** Returns the fan's own ballots by match for the list of home, whose matches kicked off at `from` or later; `null` if none has begun. */
export function useHomeBallots(from: string | null): ReadonlyMap<number, Vote> {
  const fan = useFan()
  const { data } = useQuery({ ...homeBallotsQuery(fan?.id ?? '', from), enabled: Boolean(fan) && from !== null })
  return useByMatch(fan, data)
}

function useByMatch(fan: Fan | null | undefined, votes: readonly Vote[] | undefined): ReadonlyMap<number, Vote> {
  return useMemo(() => new Map(fan ? votes?.map((vote) => [vote.match_id, vote]) : []), [fan, votes])
}
