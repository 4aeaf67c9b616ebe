import { infiniteQueryOptions } from '@tanstack/react-query'
import { JOURNAL_PAGE, type OperatorAction } from '@tribune/contract/operator/actions.ts'
import type { listOperatorJournal } from '@tribune/contract/operator/journal.ts'
import { get } from '../../lib/http/api.ts'

/** The operator's actions, newest first, by pages. */
export function journalQuery(filter: {
  readonly action?: OperatorAction | undefined
  readonly subject?: string | undefined
}) {
  return infiniteQueryOptions({
    queryKey: ['operator', 'journal', filter],
    queryFn: async ({ pageParam: before, signal }) => {
      const query = { ...filter, before }
      return (await get<typeof listOperatorJournal>('/api/operator_journal', { query, signal })).items
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.length < JOURNAL_PAGE ? undefined : last.at(-1)?.id),
  })
}
