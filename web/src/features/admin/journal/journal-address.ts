import { OPERATOR_ACTIONS, type OperatorAction } from '@tribune/contract/operator/actions.ts'

/** What the journal's address asks for: `/admin/journal?action=match_ranked&subject=match:12`. */
export interface JournalAddress {
  readonly action?: OperatorAction | undefined
  readonly subject?: string | undefined
}

/** Keeps of an address what the journal can be filtered by. */
export function readJournalAddress({ action, subject }: Readonly<Record<string, unknown>>): JournalAddress {
  const known = OPERATOR_ACTIONS.find((name) => name === action)
  return { action: known, subject: typeof subject === 'string' ? subject.slice(0, 200) || undefined : undefined }
}
