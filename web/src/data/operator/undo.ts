import type { OperatorAction } from '@tribune/contract/operator/actions.ts'
import type { JournalEntry } from '@tribune/contract/operator/journal.ts'
import { undo as words } from '@tribune/french/sentences/operator/journal.ts'
import { actOn } from './act.ts'

/** The act that takes another one back: its call, and the state that the other one left. */
export interface Undo {
  readonly path: string
  readonly seen: object
  readonly body: object
}

type Values = Readonly<Record<string, unknown>>

interface Parts {
  /** Id of the subject. */
  readonly id: string
  readonly before: Values
  readonly after: Values
}

const coefficient = ({ id, before, after }: Parts): Undo => ({
  path: '/api/rpc/set_competition_cc',
  seen: pick(after, ['coefficient']),
  body: { id: Number(id), ...pick(before, ['coefficient']) },
})

const derby =
  (path: string, isMarked: boolean) =>
  ({ id }: Parts): Undo => ({ path, seen: { derby: isMarked }, body: { team_ids: id.split('-').map(Number) } })

const season =
  (path: string, fields: readonly string[]) =>
  ({ id, before, after }: Parts): Undo => ({
    path,
    seen: pick(after, fields),
    body: { id: Number(id), ...pick(before, fields) },
  })

/** Sets the reason of a fan's closed right to vote back, which is none while it is open. */
function votingRight({ id: fan_id, before, after }: Parts): Undo {
  const { reason } = before
  const seen = { reason: after.reason ?? null }
  return reason === undefined
    ? { path: '/api/rpc/reopen_voting_right', seen, body: { fan_id } }
    : { path: '/api/rpc/close_voting_right', seen, body: { fan_id, reason } }
}

/** Corrects a match to where it was; ballots that a replay took away do not come back. */
function course({ id, before, after }: Parts): Undo | null {
  if (before.attempt !== after.attempt) return null
  const minute = before.status === 'live' ? before.minute : null
  return {
    path: '/api/functions/correct-match',
    seen: pick(after, ['status', 'attempt']),
    body: { match_id: Number(id), to: before.status, minute, reason: words.correctionReason },
  }
}

function phases({ before, after }: Parts): Undo {
  const changed = Object.keys(before).filter((phase) => before[phase] !== after[phase])
  const table = changed.map((phase) => ({ phase, coefficient: before[phase] }))
  return { path: '/api/rpc/set_cm_table', seen: pick(after, changed), body: { table } }
}

const NOTICE = ['text', 'starts_at', 'ends_at']

/** Shows the notice of before again, or removes the one that took the place of none. */
function notice({ before, after }: Parts): Undo {
  const seen = Object.fromEntries(NOTICE.map((name) => [name, after[name] ?? null]))
  return typeof before.text === 'string'
    ? { path: '/api/rpc/set_notice', seen, body: pick(before, NOTICE) }
    : { path: '/api/rpc/remove_notice', seen, body: {} }
}

/** Acts with « Annuler » in the journal, each with the call that undoes it. Acts on ballots and merged players are undone on their own pages. */
const UNDO: Partial<Record<OperatorAction, (parts: Parts) => Undo | null>> = {
  competition_enabled: ({ id, before, after }) => ({
    path: '/api/rpc/set_competition_enabled',
    seen: pick(after, ['enabled']),
    body: { id: Number(id), ...pick(before, ['enabled']) },
  }),
  competition_coefficient: coefficient,
  country_coefficient: coefficient,
  phase_coefficients: phases,
  derby_added: derby('/api/rpc/remove_derby', true),
  derby_removed: derby('/api/rpc/add_derby', false),
  season_renamed: season('/api/rpc/rename_season', ['name', 'label']),
  season_moved: season('/api/rpc/set_season_dates', ['starts_on', 'ends_on']),
  voting_closed: votingRight,
  voting_reopened: votingRight,
  match_corrected: course,
  notice_set: notice,
  notice_removed: notice,
}

/** Returns the act that takes a journalled one back, or `null` if there is none, or if it changed nothing. */
export function undoOf({ action, subject, before, after }: JournalEntry): Undo | null {
  const isSame = before !== null && after !== null && Object.keys(before).every((name) => before[name] === after[name])
  const id = subject.slice(subject.indexOf(':') + 1)
  return isSame ? null : (UNDO[action]?.({ id, before: before ?? {}, after: after ?? {} }) ?? null)
}

/** Takes an act back. Throws `ChangedError` if what it changed has changed again since. */
export const takeBack = ({ path, seen, body }: Undo) => actOn(path, seen, { body })

const pick = (values: Values, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, values[name]]))
