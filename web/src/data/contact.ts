import { queryOptions } from '@tanstack/react-query'
import type { getContact } from '@tribune/contract/contact.ts'
import { get } from '../lib/http/api.ts'

/** The operator's address for questions about privacy. */
export const contactQuery = queryOptions({
  queryKey: ['contact'],
  queryFn: ({ signal }) => get<typeof getContact>('/api/contact', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
