import { useQuery } from '@tanstack/react-query'
import { identitiesQuery } from '../../data/account.ts'

/** Returns whether the signed-in fan has a password, `false` while unknown. */
export function useHasPassword(): boolean {
  const methods = useQuery(identitiesQuery).data?.items ?? []
  return methods.some(({ provider }) => provider === 'password')
}
