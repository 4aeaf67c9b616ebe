import { queryOptions } from '@tanstack/react-query'
import type {
  closeVotingRight,
  copyFanData,
  deleteFan,
  endFanSessions,
  findFan,
  reopenVotingRight,
} from '@tribune/contract/operator/people.ts'
import { call } from '../../lib/http/api.ts'
import { act } from './act.ts'

export type { Person } from '@tribune/contract/operator/people.ts'

/** Finds a fan by their exact address, phone or id. */
export const findPerson = (wanted: string, signal?: AbortSignal) =>
  call<typeof findFan>('POST', '/api/rpc/find_fan', { body: { wanted }, signal })

/** A fan, by id. */
export function personQuery(id: string) {
  return queryOptions({
    queryKey: ['operator', 'person', id],
    queryFn: ({ signal }) => findPerson(id, signal),
    gcTime: 0,
    // Each look is journalled.
    refetchOnWindowFocus: false,
  })
}

export const endPersonSessions = (fan_id: string) =>
  call<typeof endFanSessions>('POST', '/api/rpc/end_fan_sessions', { body: { fan_id } })

/** Closes the right to vote of a fan whose right is open. */
export const closeRight = (body: { readonly fan_id: string; readonly reason: string }) =>
  act<typeof closeVotingRight>('/api/rpc/close_voting_right', { reason: null }, { body })

/** Opens the right to vote that was closed for a reason. */
export const reopenRight = ({ fan_id, reason }: { readonly fan_id: string; readonly reason: string }) =>
  act<typeof reopenVotingRight>('/api/rpc/reopen_voting_right', { reason }, { body: { fan_id } })

/** All data stored about a fan. Each copy is journalled. */
export const copyPersonData = (fan_id: string) =>
  call<typeof copyFanData>('POST', '/api/rpc/copy_fan_data', { body: { fan_id } })

/** Deletes a fan's account for good. */
export const deletePerson = (body: { readonly fan_id: string; readonly reason: string }) =>
  call<typeof deleteFan>('POST', '/api/rpc/delete_fan', { body })
