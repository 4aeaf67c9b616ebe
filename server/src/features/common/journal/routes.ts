import type { OperatorAction } from '@tribune/contract/operator/actions.ts'
import { getJournalCsv, listOperatorJournal } from '@tribune/contract/operator/journal.ts'
import { sortableMomentInParis } from '@tribune/french/format/paris.ts'
import { actions, actionsNamed, csv as words } from '@tribune/french/sentences/operator/journal.ts'
import { nameKey } from '@tribune/protocol/name-address.ts'
import { CSV_ROWS } from '@tribune/protocol/read-limits.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { csvFile, textCell } from '../../../kernel/text.ts'
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

type Row = Awaited<ReturnType<typeof journalPage>>[number]
type Values = Row['before']

/** The field of stored values that holds ids of players. */
const PLAYERS = 'first_three'

/** Returns the ids of the players that entries of the journal hold, each once. */
function playerIdsIn(rows: readonly Row[]): number[] {
  return [...new Set(rows.flatMap(({ before, after }) => [...idsIn(before), ...idsIn(after)]))]
}

/** Names by ids of players, and by subjects of entries. */
interface Names {
  readonly players: ReadonlyMap<number, string>
  readonly subjects: ReadonlyMap<string, string>
}

/**
 * Presents an entry with the name of its subject, and with the names of its players instead of their ids, by which a merge or a new spelling finds them;
 * an unknown id stays.
 */
function presentEntry({ operator_id, created_at, ...row }: Row, { players, subjects }: Names) {
  return {
    ...row,
    subject_name: subjects.get(row.subject) ?? null,
    before: withNames(row.before, players),
    after: withNames(row.after, players),
    created_at: created_at.toISOString(),
  }
}

function withNames(values: Values, names: ReadonlyMap<number, string>): Values {
  if (!hasPlayers(values)) return values
  return { ...values, [PLAYERS]: idsIn(values).map((id) => names.get(id) ?? id) }
}

function idsIn(values: Values): number[] {
  return hasPlayers(values) ? values[PLAYERS].filter((id) => typeof id === 'number') : []
}

function hasPlayers(values: Values): values is { [PLAYERS]: unknown[] } & Record<string, never> {
  return typeof values === 'object' && values !== null && PLAYERS in values && Array.isArray(values[PLAYERS])
}

type Entry = ReturnType<typeof presentEntry>

/** Writes acts as a spreadsheet, newest first. Says in a last line when there may be more than it holds. */
function presentCsv(entries: readonly Entry[], isMore: boolean): string {
  const lines = entries.map((entry) => [
    sortableMomentInParis(new Date(entry.created_at), true),
    textCell(isAction(entry.action) ? actions[entry.action] : entry.action),
    textCell(entry.subject),
    textCell(entry.subject_name ?? ''),
    valuesCell(entry.before),
    valuesCell(entry.after),
    textCell(entry.operator ?? ''),
    entry.correlation_id,
  ])
  return csvFile(words.columns, isMore ? [...lines, [textCell(words.cut(CSV_ROWS))]] : lines)
}

const valuesCell = (values: Values) => textCell(values === null ? '' : JSON.stringify(values))
const isAction = (action: string): action is OperatorAction => Object.hasOwn(actions, action)
