import { getJournalCsv, listOperatorJournal } from '@tribune/contract/operator/journal.ts'
import { actionsNamed } from '@tribune/french/sentences/operator/journal.ts'
import { nameKey } from '@tribune/protocol/name-address.ts'
import { CSV_ROWS } from '@tribune/protocol/read-limits.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { playerIdsIn, presentCsv, presentEntry } from './present.ts'
import { type JournalFilter, journalPage, playerNames, subjectNames } from './queries.ts'

/** Rows of a file that are read at once; `CSV_ROWS` is a multiple. */
const ROWS_AT_ONCE = 500

type Asked = Omit<JournalFilter, 'text'> & { readonly text?: string | undefined }

export function registerJournal(route: Router, { db, clock }: App): undefined {
  const entries = async (asked: Asked) => {
    const rows = await journalPage(db, { ...asked, text: searchedText(asked.text) })
    const [players, subjects] = await Promise.all([
      playerNames(db, playerIdsIn(rows)),
      subjectNames(
        db,
        rows.map(({ subject }) => subject),
      ),
    ])
    return rows.map((row) => presentEntry(row, { players, subjects }))
  }

  route(listOperatorJournal, async ({ query }) => listOperatorJournal.output.parse({ items: await entries(query) }))

  route(getJournalCsv, async ({ query, reply }) => {
    const found: Awaited<ReturnType<typeof entries>> = []
    let isMore = true
    while (isMore && found.length < CSV_ROWS) {
      const page = await entries({ ...query, before: found.at(-1)?.id, limit: ROWS_AT_ONCE })
      found.push(...page)
      isMore = page.length === ROWS_AT_ONCE
    }
    const day = clock.now().toISOString().slice(0, 10)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="tribune-journal-${day}.csv"`)
      .send(presentCsv(found, isMore))
  })
  return undefined
}

function searchedText(text: string | undefined) {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? undefined : { text: trimmed, key: nameKey(trimmed), actions: actionsNamed(trimmed) }
}
