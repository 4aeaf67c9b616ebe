import { infiniteQueryOptions } from '@tanstack/react-query'
import { JOURNAL_PAGE, type OperatorAction } from '@tribune/contract/operator/actions.ts'
import type { listOperatorJournal } from '@tribune/contract/operator/journal.ts'
import { get } from '../../lib/http/api.ts'
import { getFile } from '../../lib/http/file.ts'

/** A long file may take the server longer than other answers do. */
const FILE_TIMEOUT_MS = 30_000

export interface JournalFilter {
  readonly action?: OperatorAction | undefined
  readonly subject?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly text?: string | undefined
}

/** Reads the filtered actions as a file. */
export const readJournalCsv = (filter: JournalFilter) =>
  getFile('/api/operator_journal.csv', { query: { ...filter }, timeoutMs: FILE_TIMEOUT_MS })

/** The operator's actions, newest first, by pages. */
export function journalQuery(filter: JournalFilter) {
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
