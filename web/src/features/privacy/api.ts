import { queryOptions } from '@tanstack/react-query'
import type { getContact } from '@tribune/contract/contact.ts'
import type { Output } from '@tribune/contract/endpoint.ts'
import { get } from '../../lib/api.ts'

/** The operator's address for questions about privacy. */
export const contactQuery = queryOptions({
  queryKey: ['contact'],
  queryFn: ({ signal }) => get<Output<typeof getContact>>('/api/contact', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
