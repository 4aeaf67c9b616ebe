import { useQuery } from '@tanstack/react-query'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { isVoteOpen } from '@tribune/domain/voting-window.ts'
import { useMemo } from 'react'
import { useFan } from '../../lib/session.ts'
import { myVotesQuery } from '../home/api.ts'

/** The fan's own ballots by match, of those that still take one: a few of the last hour, and nothing is asked when there are none. */
export function useOpenBallots(matches: readonly HomeFixture[], now: Date): ReadonlyMap<number, Vote> {
  const fan = useFan()
  const fanId = fan?.id ?? ''
  const ids = matches.filter((match) => isVoteOpen(match, now)).map(({ match_id }) => match_id)
  const { data } = useQuery({
    ...myVotesQuery(fanId, ids),
    // Not the home list's own: here a few matches are asked for, there all of them.
    queryKey: ['votes', 'open', fanId, ids.join(',')],
    enabled: Boolean(fan) && ids.length > 0,
  })
  return useMemo(() => new Map(fan ? data?.map((vote) => [vote.match_id, vote]) : []), [fan, data])
}
