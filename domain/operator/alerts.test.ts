import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../common/instant.ts'
import { alertChanges, isToBeMailed, isToBePushed, type StoredAlert } from './alerts.ts'
import type { Need } from './needs.ts'

const NOW = new Date('2026-11-29T20:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const STALE: Need = { kind: 'feed_stale', severity: 'act' }
const alert = (change: Partial<StoredAlert> = {}): StoredAlert => ({
  kind: 'feed_stale',
  opened_at: ago(3 * HOUR_MS),
  sent_at: null,
  pushed_at: null,
  ended_at: null,
  ...change,
})
const NOTHING = { open: [], resume: [], end: [] }

describe('changes of alerts', () => {
  test.each<[string, StoredAlert[], Need[], object]>([
    ['nothing is stored and nothing needs an act', [], [], {}],
    ['a kind appears', [], [STALE], { open: ['feed_stale'] }],
    ['a kind lasts', [alert()], [STALE], {}],
    ['a kind ends', [alert()], [], { end: ['feed_stale'] }],
    ['an ended kind stays away', [alert({ ended_at: ago(HOUR_MS) })], [], {}],
    ['it comes back within the hour', [alert({ ended_at: ago(HOUR_MS - 1) })], [STALE], { resume: ['feed_stale'] }],
    ['it comes back later', [alert({ ended_at: ago(HOUR_MS) })], [STALE], { open: ['feed_stale'] }],
    ['a kind to watch opens none', [], [{ kind: 'anomalies', severity: 'watch' }], {}],
    [
      'one kind ends and another appears',
      [alert()],
      [{ kind: 'results_due', severity: 'act' }],
      { open: ['results_due'], end: ['feed_stale'] },
    ],
  ])('%s', (_name, stored, needs, changes) => {
    expect(alertChanges(stored, needs, NOW)).toEqual({ ...NOTHING, ...changes })
  })
})

test.each([
  ['one that has just opened', false, { opened_at: ago(2 * MINUTE_MS - 1) }],
  ['one that lasts', true, { opened_at: ago(2 * MINUTE_MS) }],
  ['one that was mailed', false, { sent_at: ago(HOUR_MS) }],
  ['one that was pushed', true, { pushed_at: ago(HOUR_MS) }],
  ['one that has ended', false, { ended_at: ago(MINUTE_MS) }],
])('%s is mailed: %s', (_name, isMailed, change) => {
  expect(isToBeMailed(alert(change), NOW)).toBe(isMailed)
})

test.each([
  ['one that has just opened', false, { opened_at: ago(2 * MINUTE_MS - 1) }],
  ['one that lasts', true, { opened_at: ago(2 * MINUTE_MS) }],
  ['one that was mailed', true, { sent_at: ago(HOUR_MS) }],
  ['one that was pushed', false, { pushed_at: ago(HOUR_MS) }],
  ['one that has ended', false, { ended_at: ago(MINUTE_MS) }],
  ['one of almost a day', true, { opened_at: ago(DAY_MS - 1) }],
  ['one of a day', false, { opened_at: ago(DAY_MS) }],
])('%s is pushed: %s', (_name, isPushed, change) => {
  expect(isToBePushed(alert(change), NOW)).toBe(isPushed)
})
