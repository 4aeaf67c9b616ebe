import type { MatchEvent } from '@tribune/contract/matches.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { EventType, ReportedEvent } from '@tribune/domain/matches/events.ts'
import type { FeedMatch, ScoreParts } from '@tribune/football/feed.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { detail, feedMatch, feedPlayer, seenAgain } from '../../../testing/feed.ts'
import { signInAdmin } from '../../../testing/people.ts'
import { followCourse, IN_PLAY, type Played } from '../../../testing/played.ts'
import { fixtureOf } from '../../messages/announcements/queries.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'
import { ingestCompetitions, ingestDetails, ingestMatches } from './service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  await ingestCompetitions(server.app)
  await server.app.jobs.open(['scheduler-postft'])
})
afterAll(() => server.close())

describe('events of the feed', () => {
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
    ['an annulled goal disappears', () => [event(14, 'annulled_goal', 1)], 0, ['14 annulled_goal 1']],
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
})

describe('shoot-outs of the feed', () => {
  const NONE = { home: null, away: null }
  const goals = (home: number, away: number) => ({ home, away })
  const parts = (some: Partial<ScoreParts>): ScoreParts => ({
    fulltime: NONE,
    extratime: NONE,
    kicks: NONE,
    winner: null,
    ...some,
  })
  const EXTRA_TIME = { rawStatus: 'ET', minute: 105 } as const
  const UNDER_WAY = { rawStatus: 'P', minute: 120 } as const
  const OVER = { status: 'finished', rawStatus: 'PEN', minute: 120 } as const
  const score = (homeScore: number | null, awayScore: number | null) => ({ homeScore, awayScore })

  /** A match in extra time, 1 – 1, then as each of the readings reports it, a minute apart. */
  async function follow(...readings: Partial<FeedMatch>[]) {
    const kickoffAt = new Date(server.clock.now().getTime() - 150 * MINUTE_MS)
    const match = feedMatch(server.clock.now(), { kickoffAt, ...EXTRA_TIME, ...score(1, 1) })
    await ingestMatches(server.app, [match])
    for (const reading of readings) {
      server.clock.advance(MINUTE_MS)
      await ingestMatches(server.app, [seenAgain(match, server.clock.now(), reading)])
    }
    return match
  }

  async function shown(matchId: number) {
    const { match } = (await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${matchId}`)).json()
    const { home_score, away_score, shootout } = match
    return { score: [home_score, away_score], shootout }
  }

  const KICKS = { kicks: goals(4, 3), winner: 'home' }

  describe('a match decided on penalties', () => {
    test.each<[what: string, readings: Partial<FeedMatch>[], shootout: object]>([
      [
        'counted apart',
        [
          {
            ...OVER,
            ...score(1, 1),
            parts: parts({ fulltime: goals(1, 1), extratime: goals(0, 0), kicks: goals(4, 3), winner: 'home' }),
          },
        ],
        KICKS,
      ],
      [
        'added to the goals, and counted nowhere',
        [{ ...OVER, ...score(5, 4), parts: parts({ fulltime: goals(1, 1), extratime: goals(0, 0) }) }],
        KICKS,
      ],
      ['added to the goals, of which only the stored score is known', [{ ...OVER, ...score(5, 4) }], KICKS],
      [
        'added while it goes on, and then counted',
        [
          { ...UNDER_WAY, ...score(3, 2) },
          { ...OVER, ...score(5, 4), parts: parts({ kicks: goals(4, 3) }) },
        ],
        KICKS,
      ],
      [
        'not counted, with its winner',
        [{ ...OVER, ...score(1, 1), parts: parts({ winner: 'away' }) }],
        { kicks: null, winner: 'away' },
      ],
      ['not counted, without a winner', [{ ...OVER, ...score(1, 1) }], { kicks: null, winner: null }],
      [
        'whose winner is known later',
        [
          { ...OVER, ...score(1, 1) },
          { ...OVER, ...score(1, 1), parts: parts({ winner: 'home' }) },
        ],
        { kicks: null, winner: 'home' },
      ],
      [
        'whose count is left out later',
        [
          { ...OVER, ...score(1, 1), parts: parts({ kicks: goals(4, 3) }) },
          { ...OVER, ...score(null, null) },
        ],
        KICKS,
      ],
      [
        'whose count is corrected after the whistle',
        [
          { ...OVER, ...score(1, 1), parts: parts({ kicks: goals(3, 4) }) },
          { ...OVER, ...score(1, 1), parts: parts({ kicks: goals(4, 3) }) },
        ],
        KICKS,
      ],
    ])('%s', async (_what, readings, shootout) => {
      const { id } = await follow(...readings)
      expect(await shown(id)).toEqual({ score: [1, 1], shootout })
    })

    test('shows the penalties so far, and no winner, while it goes on', async () => {
      const { id } = await follow({ ...UNDER_WAY, ...score(1, 1), parts: parts({ kicks: goals(2, 1) }) })
      expect(await shown(id)).toEqual({ score: [1, 1], shootout: { kicks: goals(2, 1), winner: null } })
    })

    test('takes a score that is corrected after the whistle', async () => {
      const decided = parts({ kicks: goals(4, 3) })
      const { id } = await follow(
        { ...OVER, ...score(1, 1), parts: decided },
        { ...OVER, ...score(2, 2), parts: decided },
      )
      expect(await shown(id)).toEqual({ score: [2, 2], shootout: KICKS })
    })

    test('has no shoot-out once the feed says that it ended in extra time', async () => {
      const { id } = await follow({ ...OVER, ...score(1, 1) }, { ...OVER, rawStatus: 'AET', ...score(2, 1) })
      expect(await shown(id)).toEqual({ score: [2, 1], shootout: undefined })
    })
  })

  test('is shown with its shoot-out wherever its score is', async () => {
    const match = await follow({
      ...OVER,
      ...score(5, 4),
      parts: parts({ fulltime: goals(1, 1), extratime: goals(0, 0) }),
    })
    const player = feedPlayer(match, 'home')
    server.clock.advance(MINUTE_MS)
    const ended = seenAgain(match, server.clock.now(), { ...OVER, ...score(1, 1) })
    await ingestDetails(server.app, [detail(ended, [player])])
    server.clock.advance(70 * MINUTE_MS)
    await publishDueMatches(server.app)
    const read = async (path: string) => (await call(server, 'GET', path)).json()
    const isIt = ({ match_id }: { match_id: number }) => match_id === match.id
    const home = await read('/api/rpc/get_home_matches?window_past_minutes=10080&window_future_minutes=10080')
    expect(home.items.find(isIt)).toMatchObject({ home_score: 1, away_score: 1, shootout: KICKS })
    const history = await read(`/api/rpc/get_player_full_team_history?p_player_id=${player.id}`)
    expect(history.items.find(isIt)).toMatchObject({ home_score: 1, away_score: 1, shootout: KICKS })
    const api = await read(`/api/functions/football-api?fn=match_details&match_id=${match.id}`)
    expect(api.details).toMatchObject({ home_score: 1, away_score: 1, shootout: KICKS })
    expect(await fixtureOf(server.app.db, match.id)).toMatchObject({ homeScore: 1, awayScore: 1, shootout: KICKS })
  })
})
