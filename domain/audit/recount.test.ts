import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { rankMatch } from '../results/ranking.ts'
import { ballotBytes, ballotLine, type PublicBallot } from './ballots.ts'
import { compareBytes, type Sha256 } from './bytes.ts'
import { type AuditRecord, makeRecord, type RecordFacts, withoutVoid } from './record.ts'
import { checkRecord, Recount } from './recount.ts'
import { leafHash } from './tree.ts'

const sha: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')
const ALIAS = 99
const FACTS: RecordFacts = {
  match: 1,
  attempt: 1,
  counting_rule: '2026.1',
  integrity_rule: 1,
  coefficient: 1.15,
  provisional: false,
  set_aside: 3,
  reasons: {},
  // Two namesakes, and one who did not play.
  players: [11, 7, 4, 5].map((id) => ({
    player_id: id,
    player_name: id > 6 ? 'Traoré' : `Player ${id}`,
    rating: id === 7 ? 8 : null,
    minutes_played: id === 5 ? 0 : 90,
  })),
  void: [ALIAS],
}

const saltOf = (index: number) => index.toString(16).padStart(32, '0')
const leafOf = (ballot: PublicBallot) => leafHash(sha, ballotBytes(1, 1, ballot))
const sorted = (ballots: readonly PublicBallot[]) => ballots.toSorted((a, b) => compareBytes(leafOf(a), leafOf(b)))
const hashOf = (ballots: readonly PublicBallot[]) => hash('sha256', ballots.map(ballotLine).join(''))

/** Twelve ballots that count and three that were set aside. */
const BALLOTS = sorted(
  Array.from({ length: 15 }, (_, index): PublicBallot => {
    const [first = 11, second = 7, third = 4] = index % 3 === 0 ? [7, 11, ALIAS] : index % 2 === 0 ? [11, 5, 4] : []
    return { salt: saltOf(index), first, second, third, status: index < 12 ? 'counted' : 'set_aside' }
  }),
)

function recountOf(ballots: readonly (PublicBallot | null)[]): Recount {
  const recount = new Recount(sha, FACTS)
  for (const ballot of ballots) recount.add(ballot)
  return recount
}

function recordOf(ballots: readonly PublicBallot[], facts = FACTS): AuditRecord {
  const { size, root, set_aside, tally } = recountOf(ballots).result()
  const ranking = rankMatch({ tally: withoutVoid(tally, facts.void), ...facts })
  return makeRecord({ ...facts, set_aside }, { tally, ranking, ballots: { hash: hashOf(ballots), size, root } })
}

const RECORD = recordOf(BALLOTS)
const check = (ballots: readonly PublicBallot[], changed: Partial<AuditRecord> = {}) =>
  checkRecord({ ...RECORD, ...changed }, recountOf(ballots), hashOf(ballots))

test('a record agrees with the ballots that it was made from', () => {
  expect(check(BALLOTS)).toEqual([])
  expect(RECORD).toMatchObject({ counted: 12, set_aside: 3, source: 'votes' })
  expect(RECORD.tally?.map(({ id }) => id)).toEqual([4, 5, 7, 11])
  expect(RECORD.ranking.map(({ id }) => id)).toEqual([11, 7, 4])
})

test('a ballot that is left out changes hash, tree, count and result', () => {
  expect(check(BALLOTS.filter(({ status }, index) => status !== 'counted' || index > 2))).toEqual([
    'ballots_hash_differs',
    'tree_differs',
    'count_differs',
    'tally_differs',
    'ranking_differs',
  ])
})

test('a ballot that is set aside afterwards is detected, even if the hash of the file matches', () => {
  const last = BALLOTS.findLastIndex(({ status }) => status === 'counted')
  const moved = sorted(BALLOTS.map((one, at) => (at === last ? { ...one, status: 'set_aside' as const } : one)))
  const head = { hash: hashOf(moved), size: 15, root: RECORD.ballots?.root ?? '' }
  expect(check(moved, { ballots: head })).toEqual(['tree_differs', 'count_differs', 'tally_differs', 'ranking_differs'])
})

test('ballots out of order and repeated ballots are detected', () => {
  const [first, second, ...rest] = BALLOTS
  if (first === undefined || second === undefined) throw new Error('no ballots')
  for (const ballots of [
    [second, first, ...rest],
    [first, first, second, ...rest],
  ]) {
    const problems = checkRecord(recordOf(ballots), recountOf(ballots), hashOf(ballots))
    expect(problems).toEqual(['ballots_unordered'])
  }
})

test('a line that is not a ballot is detected', () => {
  expect(checkRecord(RECORD, recountOf([...BALLOTS, null]), hashOf(BALLOTS))).toEqual(['ballots_unreadable'])
})

test.each<[string, Partial<AuditRecord>, string]>([
  ['counts', { counted: 13 }, 'count_differs'],
  ['ballots set aside', { set_aside: 4 }, 'count_differs'],
  ['tally', { tally: RECORD.tally?.slice(1) ?? [] }, 'tally_differs'],
  ['points', { ranking: RECORD.ranking.map((line) => ({ ...line, points: 100 })) }, 'ranking_differs'],
  ['order', { ranking: RECORD.ranking.toReversed() }, 'ranking_differs'],
  ['coefficient', { coefficient: 1.2 }, 'ranking_differs'],
  ['source', { source: 'ratings_fallback' }, 'ranking_differs'],
  ['players', { players: RECORD.players.map((player) => ({ ...player, played: true })) }, 'ranking_differs'],
])('a record with other %s is detected', (_, changed, problem) => {
  expect(check(BALLOTS, changed)).toEqual([problem])
})

test('a player with first places cannot be void', () => {
  const record = recordOf(BALLOTS, { ...FACTS, void: [11] })
  expect(checkRecord(record, recountOf(BALLOTS), hashOf(BALLOTS))).toEqual(['void_differs'])
})

test('a record cannot hide its ballots, nor be checked without them', () => {
  expect(checkRecord({ ...RECORD, ballots: null, tally: null }, null, null)).toEqual(['ballots_missing'])
  expect(checkRecord(RECORD, null, null)).toEqual(['ballots_missing'])
  expect(check(BALLOTS, { counted: 9 })).toEqual(['ballots_missing'])
})

test('with fewer than ten ballots the ranking by ratings is checked', () => {
  const record = recordOf(BALLOTS.filter(({ status }) => status === 'counted').slice(0, 9))
  expect(record).toMatchObject({ counted: 9, ballots: null, ranking: [{ id: 7, rank: 1, score: null, points: 115 }] })
  expect(checkRecord(record, null, null)).toEqual([])
  expect(checkRecord({ ...record, ranking: [] }, null, null)).toEqual(['ranking_differs'])
  expect(checkRecord({ ...record, tally: [] }, null, null)).toEqual(['tally_differs'])
})
