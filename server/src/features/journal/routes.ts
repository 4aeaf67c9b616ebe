import { listOperatorJournal } from '@tribune/contract/operator/journal.ts'
import type { App } from '../../context.ts'
import type { Router } from '../../http/route.ts'
import { playerIdsIn, presentEntry } from './present.ts'
import { journalPage, playerNames } from './queries.ts'

export function registerJournal(route: Router, app: App): undefined {
  route(listOperatorJournal, async ({ query }) => {
    const rows = await journalPage(app.db, query)
    const names = await playerNames(app.db, playerIdsIn(rows))
    return listOperatorJournal.output.parse({ items: rows.map((row) => presentEntry(row, names)) })
  })
  return undefined
}
