import { OPERATOR_ACTIONS, type OperatorAction } from '@tribune/contract/operator/actions.ts'

/** Request of the journal's address: `/admin/journal?action=match_ranked&subject=match:12&from=2026-11-01`. */
export interface JournalAddress {
  readonly action?: OperatorAction | undefined
  readonly subject?: string | undefined
  /** First and last day in Paris, `YYYY-MM-DD`. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly text?: string | undefined
}

/** Longest texts that the server takes. */
export const MAX_SUBJECT = 200
export const MAX_TEXT = 100

/** Keeps of an address the filters of the journal. */
export function readJournalAddress({
  action,
  subject,
  from,
  to,
  text,
}: Readonly<Record<string, unknown>>): JournalAddress {
  return {
    action: OPERATOR_ACTIONS.find((name) => name === action),
    subject: textIn(subject, MAX_SUBJECT),
    from: dayIn(from),
    to: dayIn(to),
    text: textIn(text, MAX_TEXT),
  }
}

/** Returns a text of the address, which the router reads as a number where it looks like one. */
function textIn(value: unknown, most: number): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, most) || undefined : undefined
}

/** Returns a day of the calendar from 1970 on, as the server takes it. */
function dayIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value) || value < '1970') return undefined
  const at = new Date(`${value}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, value.length) !== value ? undefined : value
}
