import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import { type SignedIn, signInAdmin, signInOne } from '../../../testing/people.ts'
import { followCourse } from '../../../testing/played.ts'
import { ingestCompetitions } from '../ingestion/service.ts'

let server: TestServer
let admin: SignedIn
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  await ingestCompetitions(server.app)
  await server.app.jobs.open(['scheduler-postft'])
})
afterAll(() => server.close())

const { at, stored, earlier, inPlay, observe, expectRecounted } = followCourse(() => server)

describe('the operator', () => {
  const correct = (matchId: number, body: object) =>
    call(server, 'POST', '/api/functions/correct-match', {
      cookie: admin.cookie,
      body: { match_id: matchId, reason: 'Rejoué ce soir', ...body },
    })

  beforeEach(async () => {
    admin = await signInAdmin(server)
  })

  test('corrects a match to a replay at minute 6 in one act, and the journal stores the reason', async () => {
    const match = await inPlay()
    const { id } = match.match
    const fan = await signInOne(server)
    await cast(server, fan, id, match.picks(0))
    expect((await correct(id, { to: 'live', minute: 6, replay: true })).statusCode).toBe(200)
    expect(await stored(id)).toMatchObject({ status: 'live', minute: 6, attempt: 2, votes_open: false })
    expect(await earlier(id)).toHaveLength(1)
    await expectRecounted(id, 0)
    const journal = (await call(server, 'GET', '/api/operator_journal', { cookie: admin.cookie })).json()
    expect(journal.items[0]).toMatchObject({
      action: 'match_corrected',
      subject: `match:${id}`,
      before: { status: 'live', minute: 70, attempt: 1 },
      after: { status: 'live', minute: 6, attempt: 2, reason: 'Rejoué ce soir' },
    })
  })

  test('lowers only the minute: ballots stay, and the vote closes', async () => {
    const match = await inPlay()
    const { id } = match.match
    await cast(server, await signInOne(server), id, match.picks(0))
    expect((await correct(id, { to: 'live', minute: 6 })).statusCode).toBe(200)
    expect(await stored(id)).toMatchObject({ minute: 6, attempt: 1, votes_open: false })
    await expectRecounted(id, 1)
  })

  test('replaces a whistle by each state, and replays an unpublished match', async () => {
    for (const to of ['live', 'suspended', 'cancelled', 'postponed', 'upcoming', 'finished'] as const) {
      const match = await inPlay()
      const { id } = match.match
      await correct(id, { to: 'finished' })
      expect((await correct(id, { to, replay: to === 'finished' })).statusCode).toBe(200)
      expect(await stored(id)).toMatchObject({
        status: to,
        attempt: to === 'finished' ? 2 : 1,
        votes_open: to === 'finished',
      })
    }
  })

  test.each([
    ['a replay', { to: 'live', minute: 6, replay: true }, false],
    ['a return to upcoming', { to: 'upcoming' }, false],
    ['a postponement', { to: 'postponed' }, false],
    ['a replay that is over', { to: 'finished', replay: true }, false],
    ['an abandonment', { to: 'cancelled' }, true],
  ] as const)(
    'corrects a match with a shoot-out by %s: the shoot-out stays only if the play stays',
    async (_what, wish, stays) => {
      const match = await inPlay()
      const { id } = match.match
      const shootout = { shootout: true, home_kicks: 4, away_kicks: 3, shootout_winner: 'home' } as const
      await observe(match, 60, { status: 'finished', rawStatus: 'PEN', minute: 120 })
      await server.app.db.updateTable('matches').set(shootout).where('id', '=', id).execute()
      expect((await correct(id, wish)).statusCode).toBe(200)
      const none = { shootout: false, home_kicks: null, away_kicks: null, shootout_winner: null }
      expect(await stored(id)).toMatchObject(stays ? shootout : none)
    },
  )

  test('cannot replay a published match, which the database refuses too', async () => {
    const match = await inPlay()
    const { id } = match.match
    const over = {
      status: 'finished',
      finished_at: at(0),
      votes_open: false,
      votes_close_at: at(0),
      published_at: at(60),
    } as const
    await server.app.db.updateTable('matches').set(over).where('id', '=', id).execute()
    expect(refusalOf(await correct(id, { to: 'live', minute: 6, replay: true }))).toEqual([409, 'match_published'])
    const write = server.app.db.updateTable('matches').set({ attempt: 2 }).where('id', '=', id).execute()
    await expect(write).rejects.toThrow('is published: it is not replayed')
  })
})
