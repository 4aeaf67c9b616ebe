import type { OperatorAction } from '@tribune/contract/operator/actions.ts'
import { expect, test } from 'vitest'
import { undoOf } from './undo.ts'

type Values = Record<string, unknown> | null
const rest = { id: '1', subject_name: null, correlation_id: '1', created_at: '2026-11-28T12:00:00Z', operator: null }

test.each<[OperatorAction, string, Values, Values, string | null, object?, object?]>([
  [
    'competition_coefficient',
    'competition:61',
    { coefficient: 2.5 },
    { coefficient: 2.9 },
    'rpc/set_competition_cc',
    { coefficient: 2.9 },
    { id: 61, coefficient: 2.5 },
  ],
  [
    'country_coefficient',
    'competition:61',
    { coefficient: 1.5 },
    { coefficient: 4, min: 1, max: 4, as_of: '2026-07-03' },
    'rpc/set_competition_cc',
    { coefficient: 4 },
    { id: 61, coefficient: 1.5 },
  ],
  [
    'competition_enabled',
    'competition:61',
    { enabled: true },
    { enabled: false },
    'rpc/set_competition_enabled',
    { enabled: false },
    { id: 61, enabled: true },
  ],
  [
    'phase_coefficients',
    'all',
    { final: 1, qf: 1 },
    { final: 1.5, qf: 1 },
    'rpc/set_cm_table',
    { final: 1.5 },
    { table: [{ phase: 'final', coefficient: 1 }] },
  ],
  [
    'derby_added',
    'derby:3-7',
    null,
    { clubs: ['A', 'B'], matches: 2 },
    'rpc/remove_derby',
    { derby: true },
    { team_ids: [3, 7] },
  ],
  [
    'derby_removed',
    'derby:3-7',
    { clubs: ['A', 'B'], matches: 2 },
    null,
    'rpc/add_derby',
    { derby: false },
    { team_ids: [3, 7] },
  ],
  [
    'season_renamed',
    'season:2',
    { name: 'Index', label: 'a' },
    { name: 'Index', label: 'b' },
    'rpc/rename_season',
    { name: 'Index', label: 'b' },
    { id: 2, name: 'Index', label: 'a' },
  ],
  ['voting_closed', 'fan:f', null, { reason: 'x' }, 'rpc/reopen_voting_right', { reason: 'x' }, { fan_id: 'f' }],
  [
    'voting_closed',
    'fan:f',
    { reason: 'x' },
    { reason: 'y' },
    'rpc/close_voting_right',
    { reason: 'y' },
    { fan_id: 'f', reason: 'x' },
  ],
  [
    'voting_reopened',
    'fan:f',
    { reason: 'x' },
    null,
    'rpc/close_voting_right',
    { reason: null },
    { fan_id: 'f', reason: 'x' },
  ],
  [
    'match_corrected',
    'match:9',
    { status: 'live', minute: 70, attempt: 1 },
    { status: 'finished', minute: 70, attempt: 1 },
    'functions/correct-match',
    { status: 'finished', attempt: 1 },
    { match_id: 9, to: 'live', minute: 70, reason: 'Annulation de la correction précédente' },
  ],
  [
    'match_corrected',
    'match:9',
    { status: 'live', minute: 70, attempt: 1 },
    { status: 'live', minute: 2, attempt: 2 },
    null,
  ],
  ['competition_coefficient', 'competition:61', { coefficient: 2 }, { coefficient: 2 }, null],
  ['fan_deleted', 'fan:f', null, { reason: 'x' }, null],
  ['nightly_run', 'all', null, null, null],
])('%s of %s, from %j to %j, is taken back by %s', (action, subject, before, after, path, seen, body) => {
  const undo = undoOf({ ...rest, action, subject, before, after })
  expect(undo).toEqual(path === null ? null : { path: `/api/${path}`, seen, body })
})
