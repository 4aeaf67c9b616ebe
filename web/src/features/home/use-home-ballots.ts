import { useQuery } from '@tanstack/react-query'
import type { Vote } from '@tribune/contract/votes.ts'
import { useMemo } from 'react'
import { homeBallotsQuery } from '../../data/home-ballots.ts'
import { useFan } from '../../data/session.ts'

/** Returns the fan's own ballots by match for the list of home, whose matches kicked off at `from` or later; `null` if none has begun. */
export function useHomeBallots(from: string | null): ReadonlyMap<number, Vote> {
  const fan = useFan()
  const { data } = useQuery({ ...homeBallotsQuery(fan?.id ?? '', from), enabled: Boolean(fan) && from !== null })
  return useMemo(() => new Map(fan ? data?.map((vote) => [vote.match_id, vote]) : []), [fan, data])
}
