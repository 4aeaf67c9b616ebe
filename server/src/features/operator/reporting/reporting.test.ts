import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { CSV_ROWS, REPORTING_PAGE } from '@tribune/protocol/read-limits.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { bucketOf } from '../../../infra/database/ballot-bucket.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch, finishMatch } from '../../../testing/builders.ts'
import { type SignedIn, signInAdmin, signInMany } from '../../../testing/people.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'
import { ballotsByHour, newFans, type ReportedRow, votersByWeek } from './queries.ts'
import { presentCsv } from './service.ts'

/** A Tuesday, 21:00 in Paris. */
const NOW = '2026-11-24T20:00:00Z'
let server: TestServer
let admin: SignedIn
let fans: SignedIn[]
/** Twelve voters and published, one ballot, none at all, and one of another competition. */
let byVotes: BuiltMatch
let byRatings: BuiltMatch
let running: BuiltMatch
let elsewhere: BuiltMatch

const ago = (ms: number) => new Date(Date.parse(NOW) - ms)

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { at: NOW })
  const { app } = server
  admin = await signInAdmin(server)
  fans = await signInMany(server, 12)
  byVotes = await buildMatch(app.db, {
    kickoffAt: ago(5 * HOUR_MS),
    score: [2, 1],
    home: '=FC Formule',
    away: 'Stade "Aval"; réserve',
  })
  for (const fan of fans) await cast(server, fan, byVotes.id, byVotes.playerIds.slice(0, 3))
  byRatings = await buildMatch(app.db, { kickoffAt: ago(30 * HOUR_MS), rating: 7.1 })
  await cast(server, fans[0] as SignedIn, byRatings.id, byRatings.playerIds.slice(0, 3))
  await cast(server, fans[1] as SignedIn, byRatings.id, byRatings.playerIds.slice(0, 2))
  await finishMatch(app.db, byVotes.id, ago(3 * HOUR_MS))
  await finishMatch(app.db, byRatings.id, ago(28 * HOUR_MS))
  await publishDueMatches(app)
  running = await buildMatch(app.db, { kickoffAt: ago(HOUR_MS) })
  elsewhere = await buildMatch(app.db, {
    status: 'finished',
    kickoffAt: ago(3 * DAY_MS),
    finishedAt: ago(3 * DAY_MS - 2 * HOUR_MS),
    competitionId: 140,
    competition: 'Championnat du Sud',
  })
  await app.db.updateTable('matches').set({ kickoff_hour_known: false }).where('id', '=', elsewhere.id).execute()
})
afterAll(() => server.close())

const read = async (path: string, cookie = admin.cookie) => call(server, 'GET', path, { cookie })
const statistics = async (query = '') => (await read(`/api/rpc/get_reporting_statistics${query}`)).json()

describe('the statistics', () => {
  test('count accounts as voters, not the owners that ballots of a deleted one have, nor ballots set aside', async () => {
    const { pool } = server.app
    const [disowned, aside] = fans.slice(-2).map(({ id }) => id)
    const of = 'match_id = $1 AND user_id = $2'
    const { rows } = await pool.query(`UPDATE votes SET user_id = gen_random_uuid() WHERE ${of} RETURNING user_id`, [
      byVotes.id,
      disowned,
    ])
    await pool.query(`UPDATE votes SET set_aside = gen_random_uuid() WHERE ${of}`, [byVotes.id, aside])
    expect(await statistics('?fresh=1')).toMatchObject({ total_users: 13, active_voters: 10 })
    await pool.query('UPDATE votes SET set_aside = NULL')
    await pool.query(`UPDATE votes SET user_id = $3 WHERE ${of}`, [byVotes.id, rows[0].user_id, disowned])
  })

  test('count complete ballots, their voters, finished matches, and players with published points', async () => {
    const figures = await statistics('?fresh=1')
    expect(figures).toMatchObject({
      total_users: 13,
      total_votes: 13,
      active_voters: 12,
      finished_matches: 3,
      age_seconds: 0,
    })
    const { rows } = await server.app.pool.query(
      `SELECT count(DISTINCT player_id)::integer AS players FROM match_player_points WHERE points > 0 AND match_id = ANY ($1)`,
      [[byVotes.id, byRatings.id]],
    )
    expect(figures.players_with_points).toBe(rows[0].players)
    expect(figures.players_with_points).toBeGreaterThan(3)
  })

  test('count ballots and results by the day of the match in Paris, empty days included', async () => {
    const { match_days } = await statistics()
    expect(match_days).toHaveLength(30)
    expect(match_days[0].day).toBe('2026-10-26')
    expect(match_days.slice(-4)).toEqual([
      { day: '2026-11-21', ballots: 0, by_votes: 0, by_ratings: 0, unknown: 1 },
      { day: '2026-11-22', ballots: 0, by_votes: 0, by_ratings: 0, unknown: 0 },
      { day: '2026-11-23', ballots: 1, by_votes: 0, by_ratings: 1, unknown: 0 },
      { day: '2026-11-24', ballots: 12, by_votes: 1, by_ratings: 0, unknown: 0 },
    ])
  })

  test('are counted once in five minutes for all who ask, and say how old they are', async () => {
    const { read_at } = await statistics('?fresh=1')
    await cast(server, fans[2] as SignedIn, running.id, running.playerIds.slice(0, 3))
    server.clock.advance(5 * MINUTE_MS - 10_000)
    const cached = await statistics()
    expect([cached.read_at, cached.total_votes]).toEqual([read_at, 13])
    expect(cached.age_seconds).toBeGreaterThanOrEqual(290)
    server.clock.advance(10_000)
    expect(await statistics()).toMatchObject({ total_votes: 14, age_seconds: 0 })
  })

  test('are counted again for all callers by a refresh', async () => {
    await statistics('?fresh=1')
    await cast(server, fans[3] as SignedIn, running.id, running.playerIds.slice(0, 3))
    expect((await statistics()).total_votes).toBe(14)
    expect((await statistics('?fresh=1')).total_votes).toBe(15)
    expect((await statistics()).total_votes).toBe(15)
  })
})

describe('the charts', () => {
  /** Ballots on the match, begun at a moment. */
  async function begin(match: BuiltMatch, voters: readonly string[], at: Date) {
    const [first_id, second_id, third_id] = match.playerIds
    const rows = voters.map((user_id) => ({
      bucket: bucketOf(user_id),
      user_id,
      match_id: match.id,
      first_id,
      second_id,
      third_id,
      created_at: at,
    }))
    await server.app.db.insertInto('votes').values(rows).execute()
  }

  test('show each of the last 48 hours', async () => {
    const now = new Date('2026-09-15T20:30:00Z')
    const match = await buildMatch(server.app.db, { kickoffAt: new Date('2026-09-15T18:00:00Z') })
    const ids = fans.map(({ id }) => id)
    await begin(match, ids.slice(0, 3), new Date('2026-09-15T19:59:59Z'))
    await begin(match, ids.slice(3, 4), new Date('2026-09-15T20:00:00Z'))
    await begin(match, ids.slice(4, 5), new Date('2026-09-13T20:59:59Z'))
    const hours = await ballotsByHour(server.app.db, now)
    expect(hours).toHaveLength(48)
    expect(hours[0]?.hour).toEqual(new Date('2026-09-13T21:00:00Z'))
    expect(hours.slice(-2)).toEqual([
      { hour: new Date('2026-09-15T19:00:00Z'), ballots: 3 },
      { hour: new Date('2026-09-15T20:00:00Z'), ballots: 1 },
    ])
    expect(hours.reduce((sum, { ballots }) => sum + ballots, 0)).toBe(4)
  })

  test('show new fans on their day in Paris', async () => {
    const { db } = server.app
    const [late, early] = await signInMany(server, 2)
    const made = ({ id }: SignedIn, at: string) =>
      db.updateTable('auth.user').set({ created_at: at }).where('id', '=', id).execute()
    await made(late, '2026-09-14T22:30:00Z')
    await made(early, '2026-08-16T21:59:59Z')
    const days = await newFans(db, new Date('2026-09-15T20:30:00Z'))
    expect([days.length, days[0]?.day]).toEqual([30, '2026-08-17'])
    expect(days.filter((day) => day.fans > 0)).toEqual([{ day: '2026-09-15', fans: 1 }])
  })

  test('show how many fans of a week vote in the next, once that has ended', async () => {
    const now = new Date('2026-08-26T12:00:00Z')
    const ids = fans.map(({ id }) => id)
    const weeks = [
      ['2026-08-05T19:00:00Z', ids.slice(0, 4)],
      // Sunday 23:30 in Paris, and Monday 00:30.
      ['2026-08-16T21:30:00Z', ids.slice(1, 3)],
      ['2026-08-16T22:30:00Z', ids.slice(2, 8)],
      ['2026-08-25T19:00:00Z', ids],
    ] as const
    for (const [kickoff, voters] of weeks) {
      const match = await buildMatch(server.app.db, { kickoffAt: new Date(kickoff) })
      await begin(match, voters, new Date(kickoff))
    }
    expect(await votersByWeek(server.app.db, now)).toEqual([
      { week: '2026-08-03', voters: 4, returned: 2 },
      { week: '2026-08-10', voters: 2, returned: 1 },
    ])
  })
})

describe('the table', () => {
  const list = async (query = '') => (await read(`/api/rpc/get_reporting_matches${query}`)).json()

  test('lists finished matches alone, newest first, with voters, mark and source', async () => {
    const { items, total } = await list()
    expect(total).toBe(3)
    expect(items).toMatchObject([
      {
        match_id: byVotes.id,
        home_score: 2,
        voters_count: 12,
        enough_voters: true,
        source: 'votes',
        is_rating_fallback: false,
      },
      {
        match_id: byRatings.id,
        home_score: null,
        voters_count: 1,
        enough_voters: false,
        source: 'ratings_fallback',
        is_rating_fallback: true,
      },
      { match_id: elsewhere.id, voters_count: 0, enough_voters: false, source: null, is_rating_fallback: false },
    ])
  })

  test('is filtered by competition', async () => {
    const { items, total } = await list('?competition_id=140')
    expect([total, items.map(({ competition_name }: { competition_name: string }) => competition_name)]).toEqual([
      1,
      ['Championnat du Sud'],
    ])
    expect(await list('?competition_id=4242')).toEqual({ items: [], total: 0 })
  })

  test('is read page by page, without a gap or a repeated row, even among matches of one hour', async () => {
    const kickoffAt = new Date('2026-03-01T15:00:00Z')
    const sketch = { status: 'finished', kickoffAt, finishedAt: kickoffAt, competitionId: 78, players: 0 } as const
    for (let n = 0; n < REPORTING_PAGE + 3; n += 1) await buildMatch(server.app.db, sketch)
    const [one, two, three] = await Promise.all([1, 2, 3].map((page) => list(`?competition_id=78&page=${page}`)))
    expect([one.items.length, two.items.length, three.items.length]).toEqual([REPORTING_PAGE, 3, 0])
    const total = REPORTING_PAGE + 3
    expect([one.total, two.total, three.total]).toEqual([total, total, total])
    const ids = [...one.items, ...two.items].map(({ match_id }) => match_id)
    expect([new Set(ids).size, ids]).toEqual([total, ids.toSorted((a, b) => b - a)])
  })

  test.each(['?page=0', '?page=all', '?competition_id=-1', '?competition_id=x'])('refuses %s', async (query) => {
    expect(refusalOf(await read(`/api/rpc/get_reporting_matches${query}`))).toEqual([400, 'invalid_request'])
  })

  test('is reserved for the operator', async () => {
    for (const path of ['rpc/get_reporting_statistics', 'rpc/get_reporting_matches', 'reporting/matches.csv']) {
      expect(refusalOf(await read(`/api/${path}`, fans[0]?.cookie))).toEqual([403, 'admin_only'])
    }
  })
})

describe('the file', () => {
  test('has a byte order mark, semicolons, decimal commas and Paris time, and no cell that a spreadsheet runs', async () => {
    const answer = await read('/api/reporting/matches.csv?competition_id=61')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="tribune-reporting-2026-11-24.csv"')
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = answer.rawPayload.toString('utf8').slice(1).split('\r\n')
    expect(lines).toEqual([
      'Match;Date (Paris);Compétition;Domicile;Extérieur;Buts domicile;Buts extérieur;Coefficient;Votants;Suffisant;Source',
      `${byVotes.id};24/11/2026 16:00;Championnat 61;'=FC Formule;"Stade ""Aval""; réserve";2;1;3,00;12;oui;Votes`,
      expect.stringMatching(new RegExp(`^${byRatings.id};23/11/2026 15:00;.*;;;3,00;1;non;Notes officielles$`)),
      '',
    ])
  })

  test('holds all rows of the filter, and the day alone where the hour is unknown', async () => {
    const lines = (await read('/api/reporting/matches.csv')).rawPayload.toString('utf8').trimEnd().split('\r\n')
    const { total } = (await read('/api/rpc/get_reporting_matches')).json()
    expect(lines).toHaveLength(1 + total)
    expect(lines.find((line) => line.startsWith(`${elsewhere.id};`))).toMatch(
      /^\d+;21\/11\/2026;Championnat du Sud;.*;0;non;Inconnue$/,
    )
  })

  const row: ReportedRow = {
    match_id: 1,
    match_date: new Date(NOW),
    kickoff_hour_known: true,
    home_team: 'Domicile',
    away_team: 'Extérieur',
    competition_name: 'Coupe',
    home_score: 0,
    away_score: 0,
    shootout: null,
    coefficient: 3.5,
    voters: 0,
    source: null,
  }

  test.each([
    ['=1+1', "'=1+1"],
    ['+33', "'+33"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['=a;b', '"\'=a;b"'],
    ['a\nb', '"a\nb"'],
    ['a=b', 'a=b'],
  ])('writes a club called %j as %j', (name, cell) => {
    expect(presentCsv([{ ...row, home_team: name }], 1)).toContain(`;Coupe;${cell};Extérieur;0;0;3,50;`)
  })

  test('says in its last line that there are more rows than it holds', () => {
    expect(presentCsv([row], 1)).not.toContain('s’arrête')
    const last = presentCsv([row], CSV_ROWS + 5)
      .trimEnd()
      .split('\r\n')
      .at(-1)
    expect(last).toMatch(/^Ce fichier s’arrête aux 10\u202f000 matchs les plus récents, sur 10\u202f005\./)
  })
})
