import { expect, it, test } from 'vitest'
import { type CompleteBallot, tallyOfPodiums } from '../ballots/tally.ts'
import { rankMatch } from '../results/ranking.ts'
import { makeRecord, parseRecord, type RecordFacts, recordText, withoutVoid } from './record.ts'

const HASH = 'ab'.repeat(32)
const HEAD = { hash: HASH, size: 12, root: HASH }
const FACTS: RecordFacts = {
  match: 1,
  attempt: 2,
  counting_rule: '2026.1',
  integrity_rule: 1,
  coefficient: 1.15,
  provisional: false,
  set_aside: 5,
  reasons: { network: 2, device: 3 },
  players: [
    { player_id: 11, player_name: 'Léo "Le Roi"', rating: 7.5, minutes_played: 90 },
    { player_id: 7, player_name: 'Léo "Le Roi"', rating: null, minutes_played: null },
    { player_id: -4, player_name: 'Banc', rating: 6, minutes_played: 0 },
  ],
  void: [99],
}
const BALLOT: CompleteBallot = [11, 7, 99]

function recordOf(voters: number, facts = FACTS) {
  const tally = tallyOfPodiums([{ ballot: BALLOT, ballots: voters }])
  const ranking = rankMatch({ tally: withoutVoid(tally, facts.void), ...facts })
  return makeRecord(facts, { tally, ranking, ballots: HEAD })
}

const TEXT = [
  '{"version":1,"match":1,"attempt":2,"counting_rule":"2026.1","integrity_rule":1,"source":"votes","reason":null,"coefficient":1.15,',
  `"provisional":false,"counted":12,"set_aside":5,"reasons":{"device":3},"ballots":{"hash":"${HASH}","size":12,"root":"${HASH}"},`,
  '"players":[{"id":11,"name":"Léo \\"Le Roi\\"","rating":7.5,"played":true},{"id":7,"name":"Léo \\"Le Roi\\"","rating":null,"played":true},',
  '{"id":-4,"name":"Banc","rating":6,"played":false}],"void":[99],',
  '"tally":[{"id":7,"firsts":0,"seconds":12,"thirds":0},{"id":11,"firsts":12,"seconds":0,"thirds":0}],',
  '"ranking":[{"id":11,"rank":1,"score":60,"points":115},{"id":7,"rank":2,"score":36,"points":92}]}',
].join('')

test('the text of a record has the documented fields in their order', () => {
  expect(recordText(recordOf(12))).toBe(TEXT)
  const shuffled = Object.fromEntries(Object.entries(recordOf(12)).toReversed())
  expect(recordText({ ...recordOf(12), ...shuffled })).toBe(TEXT)
})

test('reasons come by name, and those with fewer than three ballots are left out', () => {
  expect(recordText(recordOf(12, { ...FACTS, reasons: { network: 3, device: 4, mail_domain: 2 } }))).toContain(
    '"reasons":{"device":4,"network":3}',
  )
})

test('a match with fewer than ten counted ballots shows neither ballots nor scores', () => {
  const { ballots, tally, ranking, counted, source, ...rest } = recordOf(9)
  expect({ ballots, tally, counted, source, void: rest.void }).toEqual({
    ballots: null,
    tally: null,
    counted: 9,
    source: 'ratings_fallback',
    void: [],
  })
  expect(ranking).toEqual([{ id: 11, rank: 1, score: null, points: 115 }])
})

test('a match that nothing ranks has no source', () => {
  expect(recordOf(0, { ...FACTS, players: [] })).toMatchObject({ source: null, reason: 'no_ratings', ranking: [] })
})

test('a ranking by votes needs its ballots', () => {
  const tally = tallyOfPodiums([{ ballot: BALLOT, ballots: 10 }])
  const ranking = rankMatch({ tally, ...FACTS })
  expect(() => makeRecord(FACTS, { tally, ranking, ballots: null })).toThrow('needs its ballots')
})

it('reads the texts that it writes', () => {
  for (const voters of [0, 9, 10, 12]) {
    expect(parseRecord(recordText(recordOf(voters)))).toEqual(recordOf(voters))
  }
})

test.each([
  ['no JSON', TEXT.slice(1)],
  ['a list', `[${TEXT}]`],
  ['another version', TEXT.replace('"version":1', '"version":2')],
  ['a space', TEXT.replace(':2,', ': 2,')],
  ['a line feed at the end', `${TEXT}\n`],
  ['another field', TEXT.replace('{', '{"fan":1,')],
  ['a field twice', TEXT.replace('"match":1', '"match":2,"match":1')],
  ['a field of a player that is not documented', TEXT.replace('"played":true', '"played":true,"team":1')],
  ['a missing field', TEXT.replace('"void":[99],', '')],
  ['another order', TEXT.replace('"match":1,"attempt":2', '"attempt":2,"match":1')],
  ['an invalid hash', TEXT.replace(HASH, '../../etc')],
  ['a negative count', TEXT.replace('"counted":12', '"counted":-12')],
  ['an id that is a text', TEXT.replace('"id":11', '"id":"11"')],
  ['another source', TEXT.replace('"votes"', '"dice"')],
  ['reasons that are a list', TEXT.replace('{"device":3}', '[3]')],
])('a text with %s is not a record', (_, text) => {
  expect(text).not.toBe(TEXT)
  expect(parseRecord(text)).toBeNull()
})
