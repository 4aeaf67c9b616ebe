import { describe, expect, test } from 'vitest'
import {
  type Change,
  DRAFT_MAX_MS,
  type Draft,
  draftFate,
  EMPTY_OUTBOX,
  MAX_UNANSWERED,
  type Outbox,
  type OutboxEvent,
  present,
  step,
  verdictOf,
} from './ballot-outbox.ts'

/** Parses « 7-8 »: player 7 in the first place, 8 in the second; « -8 » leaves the first free. */
const picks = (text: string) =>
  text
    .split('-')
    .flatMap((player, index) => (player === '' ? [] : [{ position: index + 1, player_id: Number(player) }]))
const draft = (text: string, more: Partial<Draft> = {}): Draft => ({
  fanId: 'a',
  matchId: 1,
  home: 'Rive',
  away: 'Aval',
  picks: picks(text),
  at: 5,
  base: null,
  attempt: 1,
  tried: [],
  waits: false,
  ...more,
})
const stored = (text: string, at: string | null = text === '' ? null : 'yesterday') => ({ podium: picks(text), at })
const changed = (
  text: string,
  more: Partial<Change<Draft['picks'][number]>> = {},
): OutboxEvent<Draft['picks'][number]> => {
  const { base, tried, waits, ...made } = draft(text)
  return { kind: 'changed', change: { ...made, at: 6, seen: stored(''), ...more } }
}
const play = (state: Outbox, ...events: OutboxEvent<Draft['picks'][number]>[]) => events.reduce(step, state)
const holding = (one: Draft | null, more: Partial<Outbox> = {}): Outbox => ({ ...EMPTY_OUTBOX, draft: one, ...more })
const sent = (text: string) => draft(text)
const elsewhere = (other: Draft | null) => ({ kind: 'elsewhere', draft: other }) as const
const savedElsewhere = (text: string) => ({ kind: 'saved_elsewhere', saved: stored(text) }) as const

/** One row for each transition of the drawing: from, event, to. */
const TRANSITIONS: readonly (readonly [
  name: string,
  from: Outbox,
  event: OutboxEvent<Draft['picks'][number]>,
  to: Partial<Outbox>,
])[] = [
  [
    'a first pick is a draft on what the fan has seen',
    EMPTY_OUTBOX,
    changed('7', { seen: stored('5') }),
    { draft: draft('7', { at: 6, base: 'yesterday' }), delayed: true },
  ],
  [
    'a change keeps the base',
    holding(draft('7', { base: 'yesterday', waits: true })),
    changed('7-8', { seen: stored('5', 'today') }),
    { draft: draft('7-8', { at: 6, base: 'yesterday', waits: true }), delayed: true },
  ],
  [
    'a change back to the stored picks leaves no draft',
    holding(draft('7')),
    changed('5', { seen: stored('5') }),
    { draft: null, delayed: false },
  ],
  [
    'a change back to the stored picks is sent if another was sent',
    holding(draft('7', { tried: [picks('7')] })),
    changed('5', { seen: stored('5') }),
    { draft: draft('5', { at: 6, tried: [picks('7')] }), delayed: true },
  ],
  [
    'a change on another attempt at the match begins again',
    holding(draft('7', { base: 'yesterday', waits: true })),
    changed('8', { attempt: 2 }),
    { draft: draft('8', { at: 6, attempt: 2 }), delayed: true },
  ],
  [
    'a podium without picks is a draft that is not sent',
    EMPTY_OUTBOX,
    changed('', { seen: stored('5') }),
    { draft: draft('', { at: 6, base: 'yesterday' }), delayed: false },
  ],
  [
    'a change ends a failure and a question',
    holding(draft('7'), { failed: true, newer: stored('1') }),
    changed('7-8'),
    { draft: draft('7-8', { at: 6 }), delayed: true, failed: false, newer: null },
  ],
  ['a delay ends', holding(draft('7'), { delayed: true }), { kind: 'due' }, { delayed: false }],
  [
    'what is sent is remembered',
    holding(draft('7')),
    { kind: 'sent' },
    { sending: picks('7'), draft: draft('7', { tried: [picks('7')] }) },
  ],
  [
    'a saved ballot is no longer a draft',
    holding(draft('7'), { sending: picks('7') }),
    { kind: 'saved', sent: sent('7'), at: 'now' },
    { draft: null, sending: null },
  ],
  [
    'a later change continues on what is saved',
    holding(draft('7-8', { tried: [picks('7')] }), { sending: picks('7') }),
    { kind: 'saved', sent: sent('7'), at: 'now' },
    { draft: draft('7-8', { base: 'now' }), sending: null },
  ],
  [
    'the same picks on the next attempt are a later change',
    holding(draft('7', { attempt: 2 })),
    { kind: 'saved', sent: sent('7'), at: 'now' },
    { draft: draft('7', { attempt: 2, base: 'now' }) },
  ],
  [
    'what has no answer waits',
    holding(draft('7'), { sending: picks('7') }),
    { kind: 'waits' },
    { draft: draft('7', { waits: true }), sending: null },
  ],
  [
    'a podium without picks does not wait',
    holding(draft(''), { sending: picks('7') }),
    { kind: 'waits' },
    { draft: draft(''), sending: null },
  ],
  [
    'a refused tap is undone',
    holding(draft('7'), { sending: picks('7') }),
    { kind: 'refused', sent: sent('7') },
    { draft: null, sending: null, failed: true },
  ],
  [
    'a later change outlives a refusal',
    holding(draft('8'), { sending: picks('7') }),
    { kind: 'refused', sent: sent('7') },
    { draft: draft('8'), sending: null, failed: false },
  ],
  [
    'a newer ballot is a question',
    holding(draft('7')),
    { kind: 'outdated', stored: stored('1') },
    { draft: draft('7', { waits: true }), newer: stored('1') },
  ],
  [
    'a newer ballot replaces a podium without picks unasked',
    holding(draft('')),
    { kind: 'outdated', stored: stored('1') },
    { newer: null },
  ],
  [
    'the fan keeps theirs',
    holding(draft('7', { waits: true }), { newer: stored('1', 'now') }),
    { kind: 'chosen', at: 9 },
    { draft: draft('7', { at: 9, base: 'now', waits: true }), newer: null },
  ],
  [
    'the fan gives theirs up',
    holding(draft('7'), { newer: stored('1') }),
    { kind: 'dropped' },
    { draft: null, newer: null },
  ],
  [
    'another tab has made a later change',
    holding(draft('7')),
    elsewhere(draft('8', { at: 6 })),
    { draft: draft('8', { at: 6 }) },
  ],
  [
    'another tab has made an earlier change',
    holding(draft('7')),
    elsewhere(draft('8', { at: 4 })),
    { draft: draft('7') },
  ],
  [
    'another tab has seen it saved',
    holding(draft('7', { waits: true }), { failed: true }),
    savedElsewhere('7'),
    { draft: null, failed: false },
  ],
  [
    'another tab has seen an earlier one saved',
    holding(draft('7-8'), { delayed: true }),
    savedElsewhere('7'),
    { draft: draft('7-8', { base: 'yesterday' }), delayed: true },
  ],
  ['another tab has dropped it', holding(draft('7', { waits: true })), elsewhere(null), { draft: null }],
  [
    'another tab has dropped it, under a change',
    holding(draft('7'), { delayed: true }),
    elsewhere(null),
    { draft: draft('7'), delayed: true },
  ],
  [
    'another tab knows nothing of a draft that could not be stored',
    holding(draft('7'), { unstored: true }),
    elsewhere(null),
    { draft: draft('7') },
  ],
  [
    'another tab has answered the question',
    holding(draft('7', { waits: true }), { newer: stored('1') }),
    elsewhere(draft('7', { at: 9, base: 'now', waits: true })),
    { draft: draft('7', { at: 9, base: 'now', waits: true }), newer: null },
  ],
]

test.each(TRANSITIONS)('%s', (_name, from, event, to) => {
  expect(step(from, event)).toEqual({ ...from, ...to })
})

test('only the last podiums that were sent are remembered', () => {
  let state: Outbox = EMPTY_OUTBOX
  for (let player = 1; player <= MAX_UNANSWERED + 2; player += 1)
    state = play(state, changed(String(player)), { kind: 'due' }, { kind: 'sent' }, { kind: 'waits' })
  expect(state.draft?.tried).toHaveLength(MAX_UNANSWERED)
  expect(state.draft?.tried.at(-1)).toEqual(picks(String(MAX_UNANSWERED + 2)))
})

describe('the bar', () => {
  test.each([
    ['nothing is picked', holding(null), '', 'idle'],
    ['three picks are stored', holding(null), '1-2-3', 'saved'],
    ['two picks are stored', holding(null), '1-2', 'incomplete'],
    ['a change is on its way', holding(draft('1-2')), '', 'saving'],
    ['a change waits', holding(draft('1-2-3', { waits: true })), '1-2', 'held'],
    ['the fan has removed all', holding(draft('')), '1-2', 'emptied'],
    ['the fan has removed all, and nothing is stored', holding(draft('')), '', 'idle'],
    ['a change was refused', holding(null, { failed: true }), '1-2-3', 'failed'],
    ['another was cast elsewhere', holding(draft('1-2-3', { waits: true }), { newer: stored('1') }), '', 'newer'],
  ] as const)('shows where %s', (_what, state, text, status) => {
    expect(present(state, picks(text)).status).toBe(status)
  })

  test('shows the draft rather than what is stored', () => {
    expect(present(holding(draft('7')), picks('8')).shown).toEqual(picks('7'))
    expect(present(holding(null), picks('8')).shown).toEqual(picks('8'))
  })
})

test.each([
  ['its own fan', 'a', 10, 'send'],
  ['another account', 'b', 10, 'fan_away'],
  ['a visitor', null, 10, 'fan_away'],
  ['a phone that does not know its fan yet', undefined, 10, 'send'],
  ['its own fan, on a phone whose clock was weeks behind', 'a', 4 * DRAFT_MAX_MS, 'send'],
  ['its own fan, on a phone whose clock was weeks ahead', 'a', -4 * DRAFT_MAX_MS, 'send'],
  ['another account, on the last day', 'b', DRAFT_MAX_MS + 5, 'fan_away'],
  ['another account, after the last day', 'b', DRAFT_MAX_MS + 6, 'expired'],
  ['another account, from a day far ahead', 'b', -DRAFT_MAX_MS, 'expired'],
] as const)('the fate of a draft before %s', (_who, signedIn, now, fate) => {
  expect(draftFate({ fanId: 'a', at: 5 }, signedIn, now)).toBe(fate)
})

test.each([
  ['offline', 'wait', 'wait'],
  ['timeout', 'wait', 'wait'],
  ['unreadable', 'wait', 'wait'],
  ['outcome_unknown', 'wait', 'wait'],
  ['busy', 'refused', 'wait'],
  ['too_many_requests', 'refused', 'wait'],
  ['vote_suspended', 'refused', 'wait'],
  ['vote_postponed', 'refused', 'wait'],
  ['vote_upcoming', 'refused', 'wait'],
  ['vote_locked', 'refused', 'wait'],
  ['vote_closed', 'late', 'late'],
  ['not_authenticated', 'fan_away', 'fan_away'],
  ['ballot_of_another', 'fan_away', 'fan_away'],
  ['ballot_outdated', 'newer', 'newer'],
  ['vote_cancelled', 'refused', 'refused'],
  ['ballot_unknown_player', 'refused', 'refused'],
  ['voting_right_closed', 'refused', 'refused'],
  ['a code of tomorrow', 'refused', 'refused'],
] as const)('the refusal %s means %s for a tap, and %s for a ballot that waits', (code, tap, waiting) => {
  expect([verdictOf(code, false), verdictOf(code, true)]).toEqual([tap, waiting])
})
