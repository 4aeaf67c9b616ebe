import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { FULL_TIME, feedMatch, seenAgain } from '../../../testing/feed.ts'
import { closeStaleMatches } from '../match-course/service.ts'
import { ingestCompetitions, ingestMatches } from './service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  await ingestCompetitions(server.app)
  await server.app.jobs.open(['scheduler-postft'])
})
afterAll(() => server.close())

const inMinutes = (minutes: number) => new Date(server.clock.now().getTime() + minutes * MINUTE_MS)
const stored = (id: number) =>
  server.app.db.selectFrom('matches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('matches of the feed', () => {
  /** Minutes from now at which the ratings of a match are to be read. */
  async function readsOf(id: number): Promise<number[]> {
    const { rows } = await sql<{ start_after: Date }>`
    SELECT start_after FROM pgboss.job WHERE name = 'scheduler-postft' AND (data ->> 'match_id')::bigint = ${id}
    ORDER BY start_after`.execute(server.app.db)
    return rows.map((row) => Math.round((row.start_after.getTime() - server.clock.now().getTime()) / MINUTE_MS) + 0)
  }

  describe('a match of the feed', () => {
    test('is stored with its window, phase and coefficient, and published on the bus', async () => {
      await sql`UPDATE match_coefficients SET coefficient = 1.5 WHERE phase = 'final'`.execute(server.app.db)
      const published: number[] = []
      const off = server.app.bus.on('matches', ({ ids }) => published.push(...ids))
      const match = feedMatch(inMinutes(0), {
        competition: { id: 2, name: 'C1', country: '', logo: null },
        round: 'Final',
      })
      expect(await ingestMatches(server.app, [match])).toEqual([match.id])
      off()
      expect(published).toEqual([match.id])
      const row = await stored(match.id)
      expect(row).toMatchObject({
        status: 'live',
        minute: 70,
        phase: 'final',
        competition_cc: 4,
        coefficient: 6,
        votes_open: true,
      })
    })

    test('without news changes nothing but the time of its observation', async () => {
      const match = feedMatch(inMinutes(0))
      await ingestMatches(server.app, [match])
      const before = await stored(match.id)
      expect(await ingestMatches(server.app, [seenAgain(match, inMinutes(1))])).toEqual([])
      expect(await stored(match.id)).toEqual({ ...before, observed_at: expect.any(Date) })
      expect((await stored(match.id)).observed_at.getTime()).toBeGreaterThan(before.observed_at.getTime())
    })

    test('of a competition that is not followed is ignored', async () => {
      const match = feedMatch(inMinutes(0), { competition: { id: 999, name: 'Coupe', country: '', logo: null } })
      const known = feedMatch(inMinutes(0))
      expect(await ingestMatches(server.app, [match, known])).toEqual([known.id])
    })

    test('never has a lower minute than before, nor loses its score', async () => {
      const match = feedMatch(inMinutes(0))
      await ingestMatches(server.app, [match])
      for (const news of [
        { minute: 68 },
        { minute: 12, extra: 3 },
        { minute: null },
        { homeScore: null, awayScore: null },
      ]) {
        await ingestMatches(server.app, [seenAgain(match, inMinutes(1), news)])
        expect(await stored(match.id)).toMatchObject({ home_score: 1, away_score: 0 })
        expect((await stored(match.id)).minute).toBeGreaterThanOrEqual(70)
      }
    })

    test('that cannot be stored does not stop the others', async () => {
      const impossible = feedMatch(inMinutes(0), { extra: 40_000 })
      const possible = feedMatch(inMinutes(0))
      expect(await ingestMatches(server.app, [impossible, possible])).toEqual([possible.id])
    })

    test('with an unknown status keeps the previous one', async () => {
      const match = feedMatch(inMinutes(0))
      await ingestMatches(server.app, [match])
      await ingestMatches(server.app, [seenAgain(match, inMinutes(1), { status: null, rawStatus: 'XYZ' })])
      expect(await stored(match.id)).toMatchObject({ status: 'live', votes_open: true })
    })
  })

  describe('the whistle', () => {
    test('is written once, when observed, and never moved', async () => {
      const match = feedMatch(inMinutes(0), { minute: 88 })
      await ingestMatches(server.app, [match])
      const whistle = inMinutes(2)
      await ingestMatches(server.app, [seenAgain(match, whistle, FULL_TIME)])
      for (const news of [
        FULL_TIME,
        { status: 'live', rawStatus: '2H', minute: 91 },
        { ...FULL_TIME, rawStatus: 'AET', minute: 120 },
      ] as const) {
        await ingestMatches(server.app, [seenAgain(match, inMinutes(4), news)])
        expect(await stored(match.id)).toMatchObject({
          status: 'finished',
          finished_at: whistle,
          votes_close_at: new Date(whistle.getTime() + 60 * MINUTE_MS),
        })
      }
    })

    test('cannot be moved in the database either', async () => {
      const match = feedMatch(inMinutes(0), FULL_TIME)
      await ingestMatches(server.app, [match])
      for (const to of [inMinutes(-1), null]) {
        const move = server.app.db.updateTable('matches').set({ finished_at: to, status: 'live', votes_open: false })
        await expect(move.where('id', '=', match.id).execute()).rejects.toThrow('written once')
      }
    })

    test('queues the reads of ratings in its own transaction', async () => {
      const match = feedMatch(inMinutes(0), { minute: 88 })
      await ingestMatches(server.app, [match])
      expect(await readsOf(match.id)).toEqual([])
      await ingestMatches(server.app, [seenAgain(match, inMinutes(0), FULL_TIME)])
      expect(await readsOf(match.id)).toEqual([0, 15, 180, 1440])
      await ingestMatches(server.app, [seenAgain(match, inMinutes(1), FULL_TIME)])
      expect(await readsOf(match.id)).toHaveLength(4)
    })

    test('leaves nothing behind if its transaction fails, not even a job', async () => {
      const match = feedMatch(inMinutes(0), { minute: 88 })
      await ingestMatches(server.app, [match])
      await sql`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'at commit'; END $$;
      CREATE CONSTRAINT TRIGGER refuse_at_commit AFTER UPDATE ON matches DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
      WHEN (NEW.id = ${sql.lit(match.id)}) EXECUTE FUNCTION refuse()`.execute(server.app.db)
      const whistle = seenAgain(match, inMinutes(1), FULL_TIME)
      expect(await ingestMatches(server.app, [whistle])).toEqual([])
      await sql`DROP TRIGGER refuse_at_commit ON matches`.execute(server.app.db)
      expect(await stored(match.id)).toMatchObject({ status: 'live', finished_at: null })
      expect(await readsOf(match.id)).toEqual([])
      await ingestMatches(server.app, [whistle])
      expect(await readsOf(match.id)).toHaveLength(4)
    })

    test.each([
      ['two hours ago is read now, and later as ever', -120 - 110, [0, 60, 1320]],
      ['three days ago is left to the nightly run', -3 * 1440, []],
    ])('that was not observed, %s', async (_name, kickoff, reads) => {
      const match = feedMatch(inMinutes(0), { ...FULL_TIME, kickoffAt: inMinutes(kickoff) })
      await ingestMatches(server.app, [match])
      expect((await stored(match.id)).finished_at).toEqual(new Date(match.kickoffAt.getTime() + 110 * MINUTE_MS))
      expect(await readsOf(match.id)).toEqual(reads)
    })
  })

  describe('a match in play without news', () => {
    test('is closed with an estimate after six hours, not before', async () => {
      const kickedOff = { kickoffAt: inMinutes(-540) }
      const [silent, heard] = [feedMatch(inMinutes(-361), kickedOff), feedMatch(inMinutes(-359), kickedOff)]
      await ingestMatches(server.app, [silent])
      await ingestMatches(server.app, [heard])
      expect(await closeStaleMatches(server.app)).toBe(1)
      expect((await stored(heard.id)).status).toBe('live')
      const row = await stored(silent.id)
      expect([row.status, row.finished_at]).toEqual([
        'finished',
        new Date(kickedOff.kickoffAt.getTime() + 110 * MINUTE_MS),
      ])
      expect(row.votes_close_at?.getTime()).toBeLessThan(server.clock.now().getTime())
    })
  })
})

describe('what is not plausible', () => {
  beforeAll(async () => {
    await sql`UPDATE match_coefficients SET coefficient = 2 WHERE phase = 'final'`.execute(server.app.db)
  })

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
})
