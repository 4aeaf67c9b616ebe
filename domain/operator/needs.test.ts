import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../common/instant.ts'
import { NEED_KINDS, type NeedKind, needsOf, type OperatorFacts, otherFailing } from './needs.ts'

const NOW = new Date('2026-11-29T20:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)

const CALM: OperatorFacts = {
  feed: { succeeded_at: ago(MINUTE_MS), refusal: null, pace: 'quiet' },
  quota: { day_limit: 7_500, day_remaining: 5_000 },
  nightly: { ran_at: ago(16 * HOUR_MS), ok: true, succeeded_at: ago(16 * HOUR_MS), under_way: false },
  runs: { failed: 0, failing: [] },
  due: 0,
  in_doubt: 0,
  provisional: 0,
  reviews: 0,
  suspicious: 0,
  marked: 0,
  anomalies: 0,
  browser_errors: 0,
}
const feed = (change: Partial<OperatorFacts['feed']>) => ({ feed: { ...CALM.feed, ...change } })
const night = (change: Partial<OperatorFacts['nightly']>) => ({ nightly: { ...CALM.nightly, ...change } })
const quota = (day_remaining: number | null, day_limit: number | null = 7_500) => ({
  quota: { day_limit, day_remaining },
})

const kindsOf = (change: Partial<OperatorFacts>) => needsOf({ ...CALM, ...change }, NOW).map(({ kind }) => kind)

test.each<[string, Partial<OperatorFacts>, NeedKind[]]>([
  ['all is well', {}, []],
  ['the quiet pace reads every quarter of an hour', feed({ succeeded_at: ago(35 * MINUTE_MS) }), []],
  ['two quiet readings did not come', feed({ succeeded_at: ago(36 * MINUTE_MS) }), ['feed_stale']],
  ['a match in play', feed({ succeeded_at: ago(5 * MINUTE_MS), pace: 'minute' }), []],
  ['a match in play without a reading', feed({ succeeded_at: ago(6 * MINUTE_MS), pace: 'minute' }), ['feed_stale']],
  ['a whistle that is due', feed({ succeeded_at: ago(6 * MINUTE_MS), pace: 'glance' }), ['feed_stale']],
  ['the feed was never read', feed({ succeeded_at: null }), ['feed_stale']],
  [
    'a low quota spaces readings out',
    // 4 hours are left, and calls for 9 readings: one in 27 minutes.
    { ...feed({ succeeded_at: ago(50 * MINUTE_MS), pace: 'minute' }), ...quota(40, 100) },
    [],
  ],
  [
    'the spaced readings did not come either',
    { ...feed({ succeeded_at: ago(60 * MINUTE_MS), pace: 'minute' }), ...quota(40, 100) },
    ['feed_stale'],
  ],
  ['a refusal explains a stale feed', feed({ succeeded_at: ago(DAY_MS), refusal: 'suspended' }), ['feed_refused']],
  ['a spent quota explains it too', { ...feed({ succeeded_at: ago(DAY_MS) }), ...quota(6) }, ['quota_spent']],
  ['the calls of one synchronisation are left', quota(7), ['quota_low']],
  ['a tenth of the quota is left', quota(750), []],
  ['less than a tenth is left', quota(749), ['quota_low']],
  ['an unknown quota', quota(null, null), []],
  ['an unknown limit', quota(100, null), []],
  ['the last night failed', night({ ran_at: ago(HOUR_MS), ok: false }), ['nightly_failed']],
  ['a failed night runs again', night({ ran_at: ago(HOUR_MS), ok: false, under_way: true }), []],
  ['the last night is 26 hours old', night({ succeeded_at: ago(26 * HOUR_MS) }), []],
  ['a night did not come', night({ succeeded_at: ago(26 * HOUR_MS + 1) }), ['nightly_missed']],
  ['a missed night runs now', night({ succeeded_at: ago(2 * DAY_MS), under_way: true }), []],
  ['no night ever ran', night({ ran_at: null, ok: false, succeeded_at: null }), []],
  ['a failed run that succeeded since', { runs: { failed: 2, failing: [] } }, ['runs_failed']],
  ['a function that fails', { runs: { failed: 2, failing: ['digest'] } }, ['runs_failing']],
  [
    'a failure of a feed that is not stale yet does not count as a failing function',
    { runs: { failed: 3, failing: ['scheduler-realtime'] } },
    ['runs_failed'],
  ],
  ['a result is late', { due: 1 }, ['results_due']],
  ['an end is in doubt', { in_doubt: 1 }, ['end_in_doubt']],
  ['a result is provisional', { provisional: 1 }, ['provisional_results']],
  ['a review is asked for', { reviews: 1 }, ['reviews_asked']],
  [
    'what can wait comes last',
    { marked: 3, anomalies: 1, suspicious: 2, due: 1 },
    ['results_due', 'suspicious_groups', 'marked_matches', 'anomalies'],
  ],
  ['a few errors in browsers', { browser_errors: 49 }, []],
  ['many errors in browsers', { browser_errors: 50 }, ['browser_errors']],
])('%s', (_name, facts, kinds) => {
  expect(kindsOf(facts)).toEqual(kinds)
})

describe('the order', () => {
  test('puts every act before what can wait', () => {
    const severities = needsOf(
      {
        ...CALM,
        ...feed({ succeeded_at: null }),
        ...quota(100),
        ...night({ ok: false }),
        runs: { failed: 1, failing: ['digest'] },
        due: 1,
        in_doubt: 1,
        provisional: 1,
        reviews: 1,
        suspicious: 1,
        marked: 1,
        anomalies: 1,
        browser_errors: 50,
      },
      NOW,
    ).map(({ severity }) => severity)
    expect(severities).toEqual([...Array(6).fill('act'), ...Array(6).fill('watch')])
  })

  test('is that of all kinds', () => {
    expect(new Set(NEED_KINDS).size).toBe(16)
  })
})

test('the feed and the nightly run do not count among other functions', () => {
  const failing = ['digest', 'scheduler-nightly', 'scheduler-realtime']
  expect(otherFailing({ runs: { failed: 3, failing } })).toEqual(['digest'])
})

test('moments may be texts, as they cross HTTP', () => {
  expect(kindsOf(feed({ succeeded_at: '2026-11-29T19:24:00.000Z' }))).toEqual(['feed_stale'])
})
