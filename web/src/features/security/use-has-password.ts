import { useQuery } from '@tanstack/react-query'
import { identitiesQuery } from '../account/api.ts'

/** Whether the fan who is signed in has a password; not, as long as it is not known. */
export function useHasPassword(): boolean {
  const ways = useQuery(identitiesQuery).data?.items ?? []
  return ways.some(({ provider }) => provider === 'password')
}
