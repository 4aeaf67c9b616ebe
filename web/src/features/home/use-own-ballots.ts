import { useQuery } from '@tanstack/react-query'
import type { Vote } from '@tribune/contract/votes.ts'
import { useMemo } from 'react'
import { ownBallotsQuery } from '../../data/ballots/own-ballots.ts'
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
  return useMemo(() => new Map(fan ? data?.map((vote) => [vote.match_id, vote]) : []), [fan, data])
}
