import { z } from 'zod'
import { endpoint, instant, integer, list, text } from '../endpoint.ts'
import { JOURNAL_PAGE, OPERATOR_ACTIONS } from './actions.ts'

const values = z.record(z.string(), z.unknown()).nullable()

/** One act of the operator. */
const journalEntry = z.object({
  id: z.string(),
  action: z.enum(OPERATOR_ACTIONS),
  /** Kind and id of the subject of an act: `match:12`; `all` for everything. */
  subject: z.string(),
  /** Current name of the competition, season or match that was acted on; `null` where there is none. */
  subject_name: z.string().nullable(),
  before: values,
  after: values,
  /** Found in the server's log, and in `edge_metrics` where the act was a run. */
  correlation_id: z.string(),
  created_at: instant,
  /** The operator's address; `null` once their account has ended. */
  operator: z.string().nullable(),
})
export type JournalEntry = z.output<typeof journalEntry>

/** A day of the calendar in Paris that the database knows. */
const sentDay = z.iso.date().refine((day) => day >= '1970')

const filter = {
  action: z.enum(OPERATOR_ACTIONS).optional(),
  /** The beginning of a subject: `match:` for all matches, `match:12` also for `match:120`. */
  subject: text(200).optional(),
  /** First and last day. */
  from: sentDay.optional(),
  to: sentDay.optional(),
  /** Part of the French name of an action, of the name of a subject, or of a value. */
  text: text(100).optional(),
}

export const listOperatorJournal = endpoint({
  method: 'GET',
  path: '/api/operator_journal',
  summary: 'Acts of the operator, newest first, filtered by action, subject, days in Paris or text',
  access: 'admin',
  query: z.object({
    ...filter,
    /** Only acts before this one, for the next page. */
    before: z.uuid().optional(),
    limit: integer(1, JOURNAL_PAGE).default(JOURNAL_PAGE),
  }),
  output: list(journalEntry),
})

export const getJournalCsv = endpoint({
  method: 'GET',
  path: '/api/operator_journal.csv',
  summary: 'The filtered acts of the operator as a spreadsheet, newest first: the first 10,000',
  access: 'admin',
  query: z.object(filter),
  output: z.file().mime('text/csv'),
})
