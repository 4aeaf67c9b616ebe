import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { FULL_TIME, feedMatch, seenAgain } from '../../../testing/feed.ts'
import { ingestCompetitions, ingestMatches } from './service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  await ingestCompetitions(server.app)
  await sql`UPDATE match_coefficients SET coefficient = 2 WHERE phase = 'final'`.execute(server.app.db)
})
afterAll(() => server.close())

const inMinutes = (minutes: number) => new Date(server.clock.now().getTime() + minutes * MINUTE_MS)
const stored = (id: number) =>
  server.app.db.selectFrom('matches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const kinds = async (id: number) =>
  (await server.app.db.selectFrom('feed_anomalies').select('kind').where('match_id', '=', id).execute()).map(
    (row) => row.kind,
  )

describe('a kick-off years away', () => {
  test.each(['+012026-03-14T20:00:00Z', '-000044-03-15T12:00:00Z', '1970-01-01T00:00:00Z'])(
    'never replaces the one held, and the screen is served: %s',
    async (kickoff) => {
      const match = feedMatch(inMinutes(0))
      await ingestMatches(server.app, [match])
      await ingestMatches(server.app, [seenAgain(match, inMinutes(1), { kickoffAt: new Date(kickoff), minute: 71 })])
      expect(await stored(match.id)).toMatchObject({ match_date: match.kickoffAt, minute: 71 })
      expect(await kinds(match.id)).toEqual(['implausible_kickoff'])
      const screen = await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${match.id}`)
      expect(screen.statusCode).toBe(200)
    },
  )

  test('drops an unknown match, but not the others', async () => {
    const [odd, fine] = [
      feedMatch(inMinutes(0), { kickoffAt: new Date('+012026-03-14T20:00:00Z') }),
      feedMatch(inMinutes(0)),
    ]
    expect(await ingestMatches(server.app, [odd, fine])).toEqual([fine.id])
  })
})

test('a minute that cannot have been played opens no vote', async () => {
  const match = feedMatch(inMinutes(0), { kickoffAt: inMinutes(-20), minute: 20, rawStatus: '1H' })
  await ingestMatches(server.app, [match])
  await ingestMatches(server.app, [seenAgain(match, inMinutes(1), { minute: 88 })])
  expect(await stored(match.id)).toMatchObject({ minute: 21, votes_open: false })
})

describe('a corrected kick-off', () => {
  test('changes the day until publication, and is an anomaly afterwards: the season of a result stays', async () => {
    const match = feedMatch(inMinutes(0), FULL_TIME)
    await ingestMatches(server.app, [match])
    const moved = (days: number) => new Date(match.kickoffAt.getTime() - days * DAY_MS)
    await ingestMatches(server.app, [seenAgain(match, inMinutes(1), { kickoffAt: moved(1) })])
    expect(await stored(match.id)).toMatchObject({ match_date: moved(1) })
    await server.app.db
      .updateTable('matches')
      .set({ published_at: inMinutes(62) })
      .where('id', '=', match.id)
      .execute()
    for (const minutes of [70, 71]) {
      await ingestMatches(server.app, [seenAgain(match, inMinutes(minutes), { kickoffAt: moved(200), homeScore: 3 })])
    }
    expect(await stored(match.id)).toMatchObject({ match_date: moved(1), home_score: 3 })
    expect(await kinds(match.id)).toEqual(['kickoff_after_publication'])
  })
})

describe('a corrected round', () => {
  const FINAL = { round: 'Final', competition: { id: 2, name: 'C1', country: '', logo: null } } as const
  const GROUP = { ...FINAL, round: 'Group Stage - 3' }

  test('changes phase and coefficient until publication, and is an anomaly afterwards', async () => {
    const match = feedMatch(inMinutes(0), GROUP)
    await ingestMatches(server.app, [match])
    const before = await stored(match.id)
    expect(before).toMatchObject({ phase: 'group' })
    await ingestMatches(server.app, [seenAgain(match, inMinutes(1), FINAL)])
    const corrected = await stored(match.id)
    expect(corrected).toMatchObject({ phase: 'final', round: 'Final', coefficient: 2 * before.coefficient })
    const out = {
      status: 'finished',
      votes_open: false,
      finished_at: inMinutes(2),
      published_at: inMinutes(62),
    } as const
    await server.app.db.updateTable('matches').set(out).where('id', '=', match.id).execute()
    const ended = { status: 'finished', rawStatus: 'FT', minute: 90 } as const
    await ingestMatches(server.app, [seenAgain(match, inMinutes(70), { ...GROUP, ...ended })])
    expect(await stored(match.id)).toMatchObject({ phase: 'final', coefficient: corrected.coefficient })
    expect(await kinds(match.id)).toEqual(['round_after_publication'])
  })

  test('changes nothing if an answer leaves it out', async () => {
    const match = feedMatch(inMinutes(0), FINAL)
    await ingestMatches(server.app, [match])
    await ingestMatches(server.app, [seenAgain(match, inMinutes(1), { ...FINAL, round: '' })])
    expect(await stored(match.id)).toMatchObject({ phase: 'final', round: 'Final' })
  })
})
