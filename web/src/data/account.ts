import { queryOptions } from '@tanstack/react-query'
import type { listIdentities, listSessions } from '@tribune/contract/accounts.ts'
import type { listVotes } from '@tribune/contract/votes.ts'
import { PROFILE_VOTES } from '@tribune/protocol/read-limits.ts'
import { get } from '../lib/http/api.ts'
import { OWN_BALLOTS } from './keys.ts'
import { OWN } from './session.ts'

/** The fan's sessions, newest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  meta: OWN,
  queryFn: ({ signal }) => get<typeof listSessions>('/api/me/sessions', { signal }),
})

/** The sign-in methods of the fan's account besides their address. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  meta: OWN,
  queryFn: ({ signal }) => get<typeof listIdentities>('/api/me/identities', { signal }),
})

/** The fan's last twenty ballots, newest first. */
export const lastVotesQuery = queryOptions({
  queryKey: [...OWN_BALLOTS, 'profile'],
  meta: OWN,
  queryFn: ({ signal }) => get<typeof listVotes>('/api/votes', { query: { limit: PROFILE_VOTES }, signal }),
})
