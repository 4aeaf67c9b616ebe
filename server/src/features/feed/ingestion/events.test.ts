import type { MatchEvent } from '@tribune/contract/matches.ts'
import type { EventType, ReportedEvent } from '@tribune/domain/matches/events.ts'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { detail, feedPlayer, seenAgain } from '../../../testing/feed.ts'
import { signInAdmin } from '../../../testing/people.ts'
import { followCourse, IN_PLAY, type Played } from '../../../testing/played.ts'
import { ingestCompetitions, ingestDetails, ingestMatches } from './service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  await ingestCompetitions(server.app)
  await server.app.jobs.open(['scheduler-postft'])
})
afterAll(() => server.close())

const { at, inPlay, observe } = followCourse(() => server)
let played: Played
beforeEach(async () => {
  played = await inPlay()
})

const NO_PERSON = { id: null, name: '' }
/** An event of the home side, by the player at that place of the lineup. */
const event = (minute: number, type: EventType, player: number, other?: number): ReportedEvent => ({
  minute,
  extra: null,
  type,
  team_id: played.match.home.id,
  player: { id: played.playerIds[player] ?? 0, name: '' },
  other: other === undefined ? NO_PERSON : { id: played.playerIds[other] ?? 0, name: '' },
})

const report = (minutes: number, events: readonly ReportedEvent[] | undefined, homeScore: number, more = {}) =>
  observe(played, minutes, { ...IN_PLAY, homeScore, ...(events && { events }), ...more })

async function shown(id = played.match.id): Promise<MatchEvent[]> {
  return (await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${id}`)).json().events
}

/** The events on the screen: minute, type, and the players by their places in the lineup. */
const lines = async () =>
  (await shown()).map(({ minute, type, player, assist }) =>
    [
      minute,
      type,
      ...[player, assist].flatMap((one) => (one === null ? [] : played.playerIds.indexOf(one.id ?? 0))),
    ].join(' '),
  )

/** Counts the times that open screens are asked to read the match again. */
function countRereads(): () => number {
  let rereads = 0
  onTestFinished(
    server.app.bus.on('lineups', ({ ids }) => {
      if (ids.includes(played.match.id)) rereads += 1
    }),
  )
  return () => rereads
}

test('the screen has the events of a reading at once, and the same list again changes nothing', async () => {
  expect(await shown()).toEqual([])
  const rereads = countRereads()
  const events = [event(12, 'goal', 1, 2), event(60, 'yellow', 3)]
  await report(1, events, 1)
  expect(await lines()).toEqual(['12 goal 1 2', '60 yellow 3'])
  expect(await shown()).toMatchObject([{ team: 'home', player: { name: expect.stringMatching(/^Joueur/) } }, {}])
  expect(rereads()).toBe(1)
  await report(2, events, 1)
  expect(rereads()).toBe(1)
})

test('a full record brings them as well', async () => {
  server.clock.advance(60_000)
  const match = seenAgain(played.match, server.clock.now(), { events: [event(12, 'goal', 1)] })
  await ingestDetails(server.app, [detail(match, null)])
  expect(await lines()).toEqual(['12 goal 1'])
})

test.each<[name: string, next: () => ReportedEvent[], score: number, shown: string[]]>([
  ['a goal that is taken back disappears', () => [event(14, 'annulled_goal', 1)], 0, ['14 annulled_goal 1']],
  ['a goal gets another scorer and pass', () => [event(12, 'goal', 4, 5)], 1, ['12 goal 4 5']],
  ['a goal is moved to another minute', () => [event(13, 'goal', 1, 2)], 1, ['13 goal 1 2']],
  ['a single goal is deleted', () => [], 0, []],
  ['a gap of the feed takes nothing back', () => [], 1, ['12 goal 1 2']],
])('%s', async (_name, next, score, expected) => {
  await report(1, [event(12, 'goal', 1, 2)], 1)
  expect(await lines()).toEqual(['12 goal 1 2'])
  await report(2, next(), score)
  expect(await lines()).toEqual(expected)
})

test('a reading without a list, an older one, and one that is doubted leave the events unchanged', async () => {
  await report(2, [event(12, 'goal', 1)], 1)
  await report(3, undefined, 1)
  await ingestMatches(server.app, [seenAgain(played.match, at(1), { events: [event(1, 'red', 1)] })])
  expect(await lines()).toEqual(['12 goal 1'])
  // A whistle before the end of play needs a second reading.
  const doubted = await report(4, [event(1, 'red', 1)], 1, { status: 'finished', rawStatus: 'FT' })
  expect(doubted.disputed_at).not.toBeNull()
  expect(await lines()).toEqual(['12 goal 1'])
})

test('the next attempt at a replayed match begins without events', async () => {
  await report(1, [event(12, 'goal', 1), event(20, 'yellow', 2), event(30, 'yellow', 3)], 1)
  const nextDay = 20 * 60
  const again = (minute: number) => ({ rawStatus: '1H', minute, kickoffAt: at(nextDay) })
  await report(2, undefined, 1, { status: 'cancelled', rawStatus: 'ABD' })
  await report(nextDay + 5, [], 0, again(5))
  expect(await lines()).toHaveLength(3)
  expect(await report(nextDay + 7, [], 0, again(7))).toMatchObject({ attempt: 2 })
  expect(await shown()).toEqual([])
})

test('a player whom the operator merges has their events under both ids, until the merge is undone', async () => {
  const [one = 0, two = 0] = played.playerIds
  await report(1, [event(12, 'goal', 1), event(20, 'yellow', 0)], 1)
  const admin = await signInAdmin(server)
  const ask = (name: string, body: object) =>
    call(server, 'POST', `/api/rpc/${name}`, { cookie: admin.cookie, body: { ...body, reason: 'La même personne.' } })
  expect((await ask('merge_players', { alias_id: two, player_id: one })).statusCode).toBe(200)
  expect(await lines()).toEqual(['12 goal 0', '20 yellow 0'])
  expect((await ask('unmerge_players', { alias_id: two })).statusCode).toBe(200)
  expect(await lines()).toEqual(['12 goal 1', '20 yellow 0'])
})

test('a player without an id is found by name, before and after the feed gives their id', async () => {
  const nameless = feedPlayer(played.match, 'home', { id: -5, name: 'Y. Corlay', shirt: 21 })
  const known = { ...nameless, id: 880_001 }
  const goal = { ...event(12, 'goal', 1), player: { id: null, name: 'Yann Corlay' } }
  for (const [minutes, player] of [
    [1, nameless],
    [2, known],
  ] as const) {
    server.clock.advance(60_000)
    const match = seenAgain(played.match, at(minutes), { events: [goal] })
    await ingestDetails(server.app, [detail(match, [player])])
    expect(await shown()).toMatchObject([{ player: { id: player.id, name: 'Y. Corlay' } }])
  }
})

test('events go with their match', async () => {
  const { db } = server.app
  await report(1, [event(12, 'goal', 1)], 1)
  await db.deleteFrom('matches').where('id', '=', played.match.id).execute()
  expect(await db.selectFrom('match_events').where('match_id', '=', played.match.id).execute()).toEqual([])
})
