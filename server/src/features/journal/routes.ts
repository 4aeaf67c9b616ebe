import { listOperatorJournal } from '@tribune/contract/operator/journal.ts'
import type { App } from '../../context.ts'
import type { Router } from '../../http/route.ts'
import { players } from '../players/queries.ts'
import { playerIdsIn, presentEntry } from './present.ts'
import { journalPage } from './queries.ts'

export function registerJournal(route: Router, app: App): undefined {
  route(listOperatorJournal, async ({ query }) => {
    const rows = await journalPage(app.db, query)
    const named = await players(app.db, playerIdsIn(rows))
    const names = new Map(named.map(({ id, name }) => [id, name]))
    return listOperatorJournal.output.parse({ items: rows.map((row) => presentEntry(row, names)) })
  })
  return undefined
}
