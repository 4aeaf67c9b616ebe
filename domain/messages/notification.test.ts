import { describe, expect, it } from 'vitest'
import {
  concerns,
  DEFAULT_NOTIFICATIONS,
  expiryOf,
  isQuiet,
  isTimeZone,
  minutesToRemind,
  NOTIFICATION_KINDS,
  type NotifiedFan,
  occasionsOf,
  planNotification,
  quietEnd,
  quietZone,
  retryPause,
} from './notification.ts'

const DAY = 86_400_000
const NOON = new Date('2026-11-24T12:00:00Z')
const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000)
const live = {
  status: 'live',
  minute: 60,
  finished_at: null,
  votes_close_at: null,
  published_at: null,
  ranked: true,
} as const
const over = { ...live, status: 'finished', minute: null } as const

describe('the occasions of a match', () => {
  it.each([
    ['in its 59th minute', { ...live, minute: 59 }, []],
    ['in its 60th minute', live, ['opening']],
    ['in its 88th minute', { ...live, minute: 88 }, ['opening']],
    ['whose minute is unknown', { ...live, minute: null }, []],
    ['that is interrupted', { ...live, status: 'suspended' as const }, []],
    ['whose whistle came first', { ...over, finished_at: NOON, votes_close_at: minutes(60) }, ['opening']],
    [
      '11 minutes before its vote closes',
      { ...over, finished_at: minutes(-49), votes_close_at: minutes(11) },
      ['opening'],
    ],
    ['10 minutes before', { ...over, finished_at: minutes(-50), votes_close_at: minutes(10) }, ['reminder']],
    ['3 minutes before', { ...over, finished_at: minutes(-57), votes_close_at: minutes(3) }, ['reminder']],
    ['2 minutes before', { ...over, finished_at: minutes(-58), votes_close_at: minutes(2) }, []],
    ['closed, not published', { ...over, finished_at: minutes(-61), votes_close_at: minutes(-1) }, []],
    ['published', { ...over, finished_at: minutes(-61), votes_close_at: minutes(-1), published_at: NOON }, ['result']],
    [
      'published without a podium',
      { ...over, finished_at: minutes(-61), votes_close_at: minutes(-1), published_at: NOON, ranked: false },
      [],
    ],
    [
      'published 7 hours ago',
      { ...over, finished_at: minutes(-481), votes_close_at: minutes(-421), published_at: minutes(-420) },
      [],
    ],
    [
      'of last year, whose history was filled in now',
      { ...over, finished_at: minutes(-500_060), votes_close_at: minutes(-500_000), published_at: NOON },
      [],
    ],
  ])('%s', (_name, match, occasions) => {
    expect(occasionsOf(match, NOON)).toEqual(occasions)
  })
})

describe('the messages of an occasion expire', () => {
  it.each([
    ['an opening at minute 60', 'opening', live, 90],
    ['an opening in extra time', 'opening', { ...live, minute: 104 }, 60],
    ['an opening after the whistle', 'opening', { ...over, finished_at: NOON, votes_close_at: minutes(60) }, 60],
    ['a reminder', 'reminder', { ...over, finished_at: minutes(-50), votes_close_at: minutes(10) }, 7],
    ['a result', 'result', { ...over, votes_close_at: minutes(-1), published_at: NOON }, 24 * 60],
  ] as const)('%s (%s, %j): after %d minutes', (_name, kind, match, left) => {
    expect(expiryOf(kind, match, NOON)).toEqual(minutes(left))
  })
})

describe('a reminder says how long is left', () => {
  const expiresAt = expiryOf('reminder', { ...over, finished_at: minutes(-50), votes_close_at: minutes(10) }, NOON)
  it.each([
    [0, 10],
    [0.1, 10],
    [1, 9],
    [6.9, 4],
  ])('%d minutes after it was due: %d minutes', (late, left) => {
    expect(minutesToRemind(expiresAt, minutes(late))).toBe(left)
  })
})

describe('an occasion concerns', () => {
  it.each([
    ['nothing', 'none', true, []],
    ['nothing', 'incomplete', true, ['reminder', 'result']],
    ['nothing', 'complete', true, ['result']],
    ['closely', 'none', true, ['opening', 'result']],
    ['closely', 'incomplete', true, ['opening', 'reminder', 'result']],
    ['closely', 'complete', true, ['result']],
    ['competition', 'none', false, ['result']],
    ['nothing', 'incomplete', false, ['result']],
  ] as const)('a fan who follows (%s) with a ballot (%s) and may vote (%s): %j', (follows, ballot, mayVote, kinds) => {
    expect(NOTIFICATION_KINDS.filter((kind) => concerns(kind, { follows, ballot, mayVote }))).toEqual(kinds)
  })
})

describe('quiet hours', () => {
  const night = { quiet_from: 23 * 60, quiet_until: 7 * 60 + 30, time_zone: 'Europe/Paris' }
  it.each([
    ['2026-11-24T21:59:59Z', false],
    ['2026-11-24T22:00:00Z', true],
    ['2026-11-25T03:00:00Z', true],
    ['2026-11-25T06:29:59Z', true],
    ['2026-11-25T06:30:00Z', false],
    // Summer time.
    ['2026-07-14T20:59:00Z', false],
    ['2026-07-14T21:00:00Z', true],
  ])('from 23:00 to 07:30 in Paris at %s: %s', (at, quiet) => {
    expect(isQuiet(night, new Date(at))).toBe(quiet)
  })

  it('never apply if they begin and end at the same minute', () => {
    expect(isQuiet({ ...night, quiet_from: 0, quiet_until: 0 }, new Date('2026-11-24T23:00:00Z'))).toBe(false)
  })

  it.each([
    ['a usual night', 'Europe/Paris', '2026-11-24T23:10:42Z', '2026-11-25T06:30:00.000Z'],
    ['the night that summer time begins', 'Europe/Paris', '2026-03-28T23:10:00Z', '2026-03-29T05:30:00.000Z'],
    ['the night that summer time ends', 'Europe/Paris', '2026-10-24T22:10:00Z', '2026-10-25T06:30:00.000Z'],
    ['a zone of a quarter of an hour', 'Asia/Kathmandu', '2026-11-24T18:00:00Z', '2026-11-25T01:45:00.000Z'],
    ['a zone behind', 'America/Cayenne', '2026-11-25T03:00:00Z', '2026-11-25T10:30:00.000Z'],
  ])('end after %s (%s, %s) at %s', (_name, time_zone, at, end) => {
    expect(quietEnd({ ...night, time_zone }, new Date(at)).toISOString()).toBe(end)
  })

  it.each([
    ['02:00 is skipped', 120, '2026-03-28T22:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['02:30 is skipped', 150, '2026-03-28T22:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['02:00 passes twice', 120, '2026-10-24T21:00:00Z', '2026-10-25T00:00:00.000Z'],
  ])('end once their hour has come where %s (until minute %d) after %s', (_name, quiet_until, at, end) => {
    const quiet = { ...night, quiet_until }
    expect(quietEnd(quiet, new Date(at)).toISOString()).toBe(end)
    expect(isQuiet(quiet, new Date(end))).toBe(false)
  })
})

describe('a message', () => {
  const fan: NotifiedFan = {
    follows: 'closely',
    ballot: 'incomplete',
    mayVote: true,
    settings: DEFAULT_NOTIFICATIONS,
    hasClub: true,
    lately: 0,
  }
  const far: NotifiedFan = { ...fan, follows: 'competition', ballot: 'none' }
  const capped = (max_a_day: number) => ({ ...DEFAULT_NOTIFICATIONS, max_a_day })
  const due = { at: new Date('2026-11-24T12:00:30Z') }
  const night = new Date('2026-11-24T23:30:00Z')
  it.each([
    ['an opening is due at once', 'opening', fan, NOON, 0.9, { at: NOON }],
    ['a reminder is due at once', 'reminder', fan, NOON, 0.9, { at: NOON }],
    ['a result waits 30 s at least', 'result', fan, NOON, 0, { at: new Date('2026-11-24T12:00:30Z') }],
    ['a result waits 60 s at most', 'result', fan, NOON, 1, { at: new Date('2026-11-24T12:01:00Z') }],
    ['an opening is lost in quiet hours', 'opening', fan, night, 0, { silence: 'quiet' }],
    ['a reminder is lost in quiet hours', 'reminder', fan, night, 0, { silence: 'quiet' }],
    ['a result waits for the morning', 'result', fan, night, 0, { at: new Date('2026-11-25T07:00:30Z') }],
    ['no fan gets more than their cap', 'opening', { ...fan, lately: 6 }, NOON, 0, { silence: 'cap' }],
    ['the last one within the cap is sent', 'opening', { ...fan, lately: 5 }, NOON, 0, { at: NOON }],
    ['a competition’s result leaves half of the cap', 'result', { ...far, lately: 3 }, NOON, 0, { silence: 'cap' }],
    ['and takes the other half', 'result', { ...far, lately: 2 }, NOON, 0, due],
    ['a result of a followed club takes all', 'result', { ...fan, ballot: 'none', lately: 5 }, NOON, 0, due],
    ['so does one of a voter', 'result', { ...far, ballot: 'incomplete', lately: 5 }, NOON, 0, due],
    ['and one of a fan without a club', 'result', { ...far, hasClub: false, lately: 5 }, NOON, 0, due],
    ['a cap of one has no half', 'result', { ...far, settings: capped(1) }, NOON, 0, due],
    ['a cap of three leaves one', 'result', { ...far, settings: capped(3), lately: 2 }, NOON, 0, { silence: 'cap' }],
    [
      'a kind that is off is not sent',
      'opening',
      { ...fan, settings: { ...DEFAULT_NOTIFICATIONS, opening: false } },
      NOON,
      0,
      { silence: 'off' },
    ],
    [
      'fans whom it does not concern hear nothing',
      'result',
      { ...fan, follows: 'nothing', ballot: 'none' },
      NOON,
      0,
      { silence: 'not_concerned' },
    ],
  ] as const)('%s', (_name, kind, who, now, random, planned) => {
    expect(planNotification(kind, who, now, random)).toEqual(planned)
  })
})

it.each([
  ['America/Martinique', 'America/Martinique'],
  ['Etc/Unknown', 'Europe/Paris'],
  ['+02:00', 'Europe/Paris'],
  [undefined, 'Europe/Paris'],
])('the quiet hours of a phone in %s are those of %s', (own, zone) => {
  expect(quietZone(own)).toBe(zone)
})

describe('another attempt', () => {
  it.each([
    [1, null, 0, DAY, 15_000],
    [1, null, 1, DAY, 22_500],
    [2, null, 0, DAY, 30_000],
    [5, null, 0, DAY, 240_000],
    [9, null, 0, DAY, 3_600_000],
    [40, null, 1, DAY, 5_400_000],
    [1, 120_000, 0, DAY, 120_000],
    [1, 1_000, 0, DAY, 15_000],
    [1, DAY, 0, DAY, 3_600_000],
    [1, null, 0, 15_001, 15_000],
    [1, null, 0, 15_000, null],
    [1, 120_000, 0, 60_000, null],
    [40, null, 0, 3_600_000, null],
  ])('after %d, asked to wait %s ms, with luck %d and %d ms left: %s', (attempts, asked, random, left, pause) => {
    expect(retryPause(attempts, asked, random, left)).toBe(pause)
  })
})

it.each([
  ['Europe/Paris', true],
  ['America/Cayenne', true],
  ['UTC', true],
  ['+01:00', false],
  ['Mars/Olympus', false],
  ['', false],
])('%s is a time zone: %s', (zone, known) => {
  expect(isTimeZone(zone)).toBe(known)
})
