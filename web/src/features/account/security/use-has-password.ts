import { useQuery } from '@tanstack/react-query'
import { identitiesQuery } from '../../../data/account.ts'

/** Returns whether the signed-in fan has a password, or `undefined` while unknown. */
export function useHasPassword(): boolean | undefined {
  return useQuery(identitiesQuery).data?.items.some(({ provider }) => provider === 'password')
}
