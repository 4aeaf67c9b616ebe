import { listOperatorJournal } from '@tribune/contract/operator/journal.ts'
import type { App } from '../../context.ts'
import type { Router } from '../../http/route.ts'
import { playerIdsIn, presentEntry } from './present.ts'
import { journalPage, playerNames, subjectNames } from './queries.ts'

export function registerJournal(route: Router, app: App): undefined {
  route(listOperatorJournal, async ({ query }) => {
    const rows = await journalPage(app.db, query)
    const [players, subjects] = await Promise.all([
      playerNames(app.db, playerIdsIn(rows)),
      subjectNames(
        app.db,
        rows.map(({ subject }) => subject),
      ),
    ])
    return listOperatorJournal.output.parse({ items: rows.map((row) => presentEntry(row, { players, subjects })) })
  })
  return undefined
}
