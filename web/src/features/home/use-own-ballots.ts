import { useQuery } from '@tanstack/react-query'
import type { Vote } from '@tribune/contract/votes.ts'
import { useMemo } from 'react'
import { useFan } from '../../lib/http/session.ts'
import { ownBallotsQuery } from './api.ts'

/**
 * The fan's own ballots by match; empty for a visitor, and nothing is asked when there are no matches. `list` names whose matches they
 * are.
 */
export function useOwnBallots(list: string, matchIds: readonly number[]): ReadonlyMap<number, Vote> {
  const fan = useFan()
  const { data } = useQuery({
    ...ownBallotsQuery(list, fan?.id ?? '', matchIds),
    enabled: Boolean(fan) && matchIds.length > 0,
  })
  return useMemo(() => new Map(fan ? data?.map((vote) => [vote.match_id, vote]) : []), [fan, data])
}
