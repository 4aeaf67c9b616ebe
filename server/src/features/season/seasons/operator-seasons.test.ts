import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { type BuiltMatch, buildMatch } from '../../../testing/builders.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { signInAdmin } from '../../../testing/people.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'
import { rebuildSeason, storeTrendRanks } from '../season-ranking/service.ts'
import { deleteOpenSeason, lockSeasons, openAgain, saveDates, seasons } from './queries.ts'

let server: TestServer
let cookie: string
/** Ids of 2025-2026, finished, and of 2026-2027, open. */
let past: number
let open: number
beforeAll(async () => {
  const season = { name: 'Index', label: null, start: new Date('2025-07-01T00:00:00Z'), end: null }
  server = await startTestServer(inject('databaseUrl'), { at: '2026-11-24T12:00:00Z', config: { season } })
  cookie = (await signInAdmin(server)).cookie
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db, bus } = server.app
  await sql`TRUNCATE matches, players_ref, seasons RESTART IDENTITY CASCADE`.execute(db)
  await rebuildSeason(server.app)
  await bus.publish('reset', {})
  const ids = (await server.app.seasons.all()).map(({ id }) => id)
  open = ids[0] ?? 0
  past = ids[1] ?? 0
})

/** A published match whose first player is ranked first, in the season of its kick-off. */
async function published(kickoffAt: string, competitionId = 61): Promise<BuiltMatch> {
  const kickoff = new Date(kickoffAt)
  const finishedAt = new Date(kickoff.getTime() + 110 * 60_000)
  const match = await buildMatch(server.app.db, { status: 'finished', kickoffAt: kickoff, finishedAt, competitionId })
  const change = server.app.db.updateTable('match_lineups').set({ rating: 9 }).where('match_id', '=', match.id)
  await change.where('player_id', '=', match.playerIds[0] ?? 0).execute()
  await publishDueMatches(server.app)
  return match
}

const act = (name: string, body: object) => call(server, 'POST', `/api/rpc/${name}`, { cookie, body })
const listed = async () => (await call(server, 'GET', '/api/operator_seasons', { cookie })).json().items
const dayOf = (date: Date | undefined) => date?.toISOString().slice(0, 10) ?? ''
const rankedIn = async (id: number) =>
  (await call(server, 'GET', `/api/rpc/get_season_ranking_corrected?p_season=${id}`))
    .json()
    .items.map((row: { player_id: number }) => row.player_id)
/** Returns whether a transaction waits for another. */
const waiting = async () => (await lockWaits(server.app.db)) > 0
const journalled = async () =>
  (await call(server, 'GET', '/api/operator_journal?subject=season:', { cookie }))
    .json()
    .items.map(({ action, subject, before, after }: Record<string, unknown>) => ({ action, subject, before, after }))

describe('the list of seasons', () => {
  test('is the operator’s with counts, and the fans’ with champions, without seasons that have none', async () => {
    const { playerIds } = await published('2026-05-02T18:00:00Z')
    await published('2026-08-02T18:00:00Z')
    expect(await listed()).toMatchObject([
      { label: '2026-2027', starts_on: '2026-07-01', ends_on: '2027-06-30', open: true, players: 1, matches: 1 },
      { label: '2025-2026', starts_on: '2025-07-01', ends_on: '2026-06-30', open: false, players: 1, matches: 1 },
    ])
    const fans = async () => (await call(server, 'GET', '/api/seasons')).json().items
    expect(await fans()).toMatchObject([
      { label: '2026-2027', open: true, champions: [] },
      { label: '2025-2026', open: false, champions: [{ player_id: playerIds[0], total_points: 300 }] },
    ])
    await sql`DELETE FROM season_player_points WHERE season_id = ${past}`.execute(server.app.db)
    await server.app.bus.publish('season', {})
    expect(await fans()).toHaveLength(1)
  })

  test('of a player has each season in which they have points', async () => {
    const [player] = (await published('2026-05-02T18:00:00Z')).playerIds
    const { items } = (await call(server, 'GET', `/api/player_seasons?player_id=${player}`)).json()
    expect(items).toEqual([
      {
        season_id: past,
        name: 'Index',
        label: '2025-2026',
        open: false,
        rank: 1,
        total_points: 300,
        matches_played: 1,
      },
    ])
  })

  test('bounds a player’s matches', async () => {
    const match = await published('2026-05-02T18:00:00Z')
    const total = async (call_: string, season: number) =>
      (await call(server, 'GET', `/api/rpc/${call_}?p_player_id=${match.playerIds[0]}&p_season=${season}`)).json().total
    for (const name of ['get_player_full_team_history', 'get_player_complete_history'])
      expect([await total(name, past), await total(name, open)]).toEqual([1, 0])
  })
})

describe('moved dates', () => {
  test('move the end of the previous season too, and both seasons are recomputed', async () => {
    const [spring, summer] = [await published('2026-05-02T18:00:00Z'), await published('2026-07-10T18:00:00Z')]
    expect(await rankedIn(open)).toEqual([summer.playerIds[0]])
    const answer = await act('set_season_dates', { id: open, starts_on: '2026-07-15', ends_on: '2027-06-30' })
    expect(answer.json()).toEqual({ seasons_moved: 2, matches_lost: 0, closed: [], opened: [] })
    expect(await rankedIn(open)).toEqual([])
    expect((await rankedIn(past)).toSorted()).toEqual([spring.playerIds[0], summer.playerIds[0]].toSorted())
    expect((await listed()).map((row: { ends_on: string }) => row.ends_on)).toEqual(['2027-06-30', '2026-07-14'])
    expect(await journalled()).toContainEqual({
      action: 'season_moved',
      subject: `season:${past}`,
      before: { label: '2025-2026', starts_on: '2025-07-01', ends_on: '2026-06-30' },
      after: { label: '2025-2026', starts_on: '2025-07-01', ends_on: '2026-07-14' },
    })
  })

  test('are followed by the label, unless the operator has chosen one', async () => {
    await act('set_season_dates', { id: open, starts_on: '2026-07-01', ends_on: '2026-12-31' })
    expect((await listed())[0].label).toBe('2026')
    await act('rename_season', { id: open, name: 'Index', label: 'Automne' })
    await act('set_season_dates', { id: open, starts_on: '2026-07-01', ends_on: '2027-06-30' })
    expect((await listed())[0].label).toBe('Automne')
  })

  test('that leave out a published match need the operator’s confirmation', async () => {
    await published('2025-07-10T18:00:00Z')
    const move = { id: past, starts_on: '2025-08-01', ends_on: '2026-06-30' }
    expect(refusalOf(await act('set_season_dates', move))).toEqual([409, 'season_loses_matches'])
    expect((await listed())[1].starts_on).toBe('2025-07-01')
    expect((await act('set_season_dates', { ...move, accept_lost: true })).json()).toMatchObject({
      seasons_moved: 1,
      matches_lost: 1,
    })
    expect(await rankedIn(past)).toEqual([])
  })

  test('never lose the demo match, which counts in no season', async () => {
    await call(server, 'POST', '/api/functions/make-demo-match', { cookie, body: { state: 'finished_closed' } })
    expect((await listed())[0].matches).toBe(0)
    // Its kick-off, this morning, is before the only season then.
    await sql`UPDATE matches SET match_date = '2025-07-10' WHERE id = 9999999`.execute(server.app.db)
    expect((await listed())[1].matches).toBe(0)
    const moved = await act('set_season_dates', { id: past, starts_on: '2025-08-01', ends_on: '2026-06-30' })
    expect(moved.json()).toMatchObject({ seasons_moved: 1, matches_lost: 0 })
  })

  test('that end the open season in the past open the next one, with its matches', async () => {
    const match = await published('2026-10-02T18:00:00Z')
    const ended = await act('set_season_dates', { id: open, starts_on: '2026-07-01', ends_on: '2026-09-30' })
    expect(ended.json()).toMatchObject({
      closed: [{ name: 'Index', label: '2026' }],
      opened: [{ name: 'Index', label: '2026-2027', starts_on: '2026-10-01', ends_on: '2027-06-30' }],
    })
    const [newest] = await listed()
    expect(newest).toMatchObject({ label: '2026-2027', starts_on: '2026-10-01', ends_on: '2027-06-30', open: true })
    expect(await rankedIn(newest.id)).toEqual([match.playerIds[0]])
    expect(await rankedIn(open)).toEqual([])
  })

  test('by two tabs at once follow each other: no gap, no overlap, and the rankings are of the last dates', async () => {
    const matches = [await published('2026-07-03T18:00:00Z'), await published('2026-07-20T18:00:00Z')]
    const starts = ['2026-07-02', '2026-07-10', '2026-08-01', '2026-07-05']
    const answers = await Promise.all(
      starts.map((starts_on) => act('set_season_dates', { id: open, starts_on, ends_on: '2027-06-30' })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const seasons = await server.app.seasons.all()
    expect(seasons[1]?.end).toEqual(seasons[0]?.start)
    const kickoffs = ['2026-07-03', '2026-07-20']
    const counted = matches.filter((_, index) => (kickoffs[index] ?? '') >= dayOf(seasons[0]?.start))
    expect((await rankedIn(open)).toSorted()).toEqual(counted.map(({ playerIds }) => playerIds[0]).toSorted())
    type Move = { subject: string; before: { starts_on: string }; after: { starts_on: string } }
    const moves = ((await journalled()) as Move[]).filter(({ subject }) => subject === `season:${open}`)
    const last = moves.slice(0, starts.length).toReversed()
    const links = ['2026-07-01', ...last.map(({ after }) => after.starts_on)]
    expect([...last.map(({ before }) => before.starts_on), dayOf(seasons[0]?.start)]).toEqual(links)
  })

  test.each([
    ['over the whole season before', { starts_on: '2025-07-01', ends_on: '2027-06-30' }, 409, 'season_overlap'],
    ['to begin after today', { starts_on: '2026-11-25', ends_on: '2027-06-30' }, 422, 'season_dates'],
    ['to end before they begin', { starts_on: '2026-07-02', ends_on: '2026-07-01' }, 422, 'season_dates'],
    ['to more than two years', { starts_on: '2026-07-01', ends_on: '2028-07-01' }, 422, 'season_dates'],
    ['to the year of a slip of the pen', { starts_on: '0202-07-01', ends_on: '0203-06-30' }, 422, 'season_dates'],
    ['to the last day that a calendar has', { starts_on: '9999-12-31', ends_on: '9999-12-31' }, 422, 'season_dates'],
    ['to no day at all', { starts_on: '2026-02-30', ends_on: '2027-06-30' }, 400, 'invalid_request'],
  ])('cannot be moved %s', async (_what, days, ...refusal) => {
    expect(refusalOf(await act('set_season_dates', { id: open, ...days }))).toEqual(refusal)
  })
})

describe('a season that the operator ended by mistake', () => {
  const ending = { starts_on: '2026-07-01', ends_on: '2026-09-30' }
  const reopen = (matches: number, id = open) => act('reopen_season', { id, matches })

  test('is restored when reopened, with the matches that were published since it ended', async () => {
    const [summer, autumn] = [await published('2026-08-02T18:00:00Z'), await published('2026-10-02T18:00:00Z')]
    const before = await listed()
    const ranking = await rankedIn(open)
    await act('set_season_dates', { id: open, ...ending })
    const [wrong] = await listed()
    const later = await published('2026-11-02T18:00:00Z')
    expect((await rankedIn(wrong.id)).toSorted()).toEqual([autumn.playerIds[0], later.playerIds[0]].toSorted())
    expect((await reopen(2)).json()).toEqual({
      ...{ starts_on: '2026-07-01', ends_on: '2027-06-30', matches_taken: 2 },
      taken: { name: 'Index', label: '2026-2027' },
    })
    const computed_at = expect.any(String)
    expect(await listed()).toEqual([{ ...before[0], players: 3, matches: 3, computed_at }, before[1]])
    const players = [summer, autumn, later].map(({ playerIds }) => playerIds[0])
    expect((await rankedIn(open)).toSorted()).toEqual(players.toSorted())
    expect(players).toEqual(expect.arrayContaining(ranking))
    expect((await call(server, 'GET', `/api/rpc/get_season_ranking_corrected?p_season=${wrong.id}`)).statusCode).toBe(
      404,
    )
    expect((await journalled())[0]).toEqual({
      action: 'season_reopened',
      subject: `season:${open}`,
      before: { label: '2026', ...ending },
      after: {
        label: '2026-2027',
        starts_on: '2026-07-01',
        ends_on: '2027-06-30',
        taken: 'Index 2026-2027',
        matches: 2,
      },
    })
  })

  test('counts only the competitions that are shown', async () => {
    await published('2026-08-02T18:00:00Z', 39)
    const enable = (enabled: boolean) =>
      call(server, 'POST', '/api/rpc/set_competition_enabled', { cookie, body: { id: 39, enabled } })
    await enable(false)
    await act('set_season_dates', { id: open, ...ending })
    await enable(true)
    expect(await rankedIn(open)).toEqual([])
    await reopen(0)
    expect(await rankedIn(open)).toHaveLength(1)
    await enable(false)
    expect(await rankedIn(open)).toEqual([])
    await enable(true)
  })

  test('is reopened too when the nightly run has closed it', async () => {
    await act('set_season_dates', { id: open, starts_on: '2026-07-01', ends_on: '2026-11-24' })
    server.clock.advance(DAY_MS)
    await rebuildSeason(server.app)
    expect((await listed())[0]).toMatchObject({ starts_on: '2026-11-25', ends_on: '2027-06-30', open: true })
    const match = await published('2026-11-25T08:00:00Z')
    await reopen(1)
    expect(await rankedIn(open)).toEqual([match.playerIds[0]])
    server.clock.advance(-DAY_MS)
  })

  test('is not reopened over matches that the operator has not seen', async () => {
    await act('set_season_dates', { id: open, ...ending })
    await published('2026-10-02T18:00:00Z')
    expect(refusalOf(await reopen(0))).toEqual([412, 'changed_meanwhile'])
    expect((await listed()).map((row: { open: boolean }) => row.open)).toEqual([true, false, false])
  })

  test('is reopened once by two tabs', async () => {
    const acts = async () =>
      (await journalled()).filter(({ action }: { action: string }) => action === 'season_reopened').length
    const before = await acts()
    await act('set_season_dates', { id: open, ...ending })
    const answers = await Promise.all([reopen(0), reopen(0)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await listed()).toHaveLength(2)
    expect(await acts()).toBe(before + 1)
  })

  test('is reopened while the nightly run stores ranks: they are of the season that stays', async () => {
    const { db } = server.app
    const asBefore = (await seasons(db)).slice(0, 1)
    for (const kickoff of ['2026-08-02T18:00:00Z', '2026-10-02T18:00:00Z']) await published(kickoff)
    await act('set_season_dates', { id: open, ...ending })
    const [{ id: wrong }] = await listed()
    let night: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      await lockSeasons(tx)
      await deleteOpenSeason(tx, wrong)
      await openAgain(tx, open)
      await saveDates(tx, asBefore)
      night = storeTrendRanks(server.app, '2026-11-24', '2026-11-01')
      await expect.poll(waiting).toBe(true)
    })
    await night
    const { rows } = await sql`SELECT DISTINCT season_id FROM season_rank_history`.execute(db)
    expect(rows).toEqual([{ season_id: open }])
  })

  test('is not reopened a month after', async () => {
    await act('set_season_dates', { id: open, ...ending })
    expect((await listed()).map((row: { reopenable: boolean }) => row.reopenable)).toEqual([false, true, false])
    const monthAgo = new Date(server.clock.now().getTime() - 31 * DAY_MS)
    await server.app.db.updateTable('seasons').set({ closed_at: monthAgo }).where('id', '=', open).execute()
    expect((await listed()).map((row: { reopenable: boolean }) => row.reopenable)).toEqual([false, false, false])
    expect(refusalOf(await reopen(0))).toEqual([409, 'season_not_reopenable'])
  })

  test('can only be the last finished one', async () => {
    expect(refusalOf(await reopen(0))).toEqual([409, 'season_not_reopenable'])
    await act('set_season_dates', { id: open, ...ending })
    expect(refusalOf(await reopen(0, past))).toEqual([409, 'season_not_reopenable'])
  })
})

describe('a finished season', () => {
  test('is recomputed only by its own call, over the competitions that are shown now', async () => {
    const [shown, hidden] = [await published('2026-05-02T18:00:00Z', 61), await published('2026-05-03T18:00:00Z', 39)]
    await call(server, 'POST', '/api/rpc/set_competition_enabled', { cookie, body: { id: 39, enabled: false } })
    expect(await rankedIn(past)).toHaveLength(2)
    expect((await act('recompute_season', { id: past })).json()).toEqual({ players: 1 })
    expect(await rankedIn(past)).toEqual([shown.playerIds[0]])
    await call(server, 'POST', '/api/rpc/set_competition_enabled', { cookie, body: { id: 39, enabled: true } })
    expect(await rankedIn(past)).not.toContain(hidden.playerIds[0])
    expect(await journalled()).toContainEqual({
      action: 'season_recomputed',
      subject: `season:${past}`,
      before: null,
      after: { players: 1 },
    })
  })
})

describe('two seasons never have one name and label', () => {
  const labels = async () => (await listed()).map(({ label }: { label: string }) => label)

  test.each(['2025-2026', ' 2025-2026 '])('by the name « %s »', async (label) => {
    const answer = await act('rename_season', { id: open, name: 'INDEX', label })
    expect(refusalOf(answer)).toEqual([409, 'season_name_taken'])
    expect(await labels()).toEqual(['2026-2027', '2025-2026'])
  })

  test('by dates from which the label of another follows', async () => {
    await act('rename_season', { id: past, name: 'Index', label: '2026' })
    const answer = await act('set_season_dates', { id: open, starts_on: '2026-07-01', ends_on: '2026-12-31' })
    expect(refusalOf(answer)).toEqual([409, 'season_name_taken'])
    expect(await labels()).toEqual(['2026-2027', '2026'])
  })
})

test('a renamed season is read by its new name at once, and the journal has both', async () => {
  await act('rename_season', { id: open, name: ' Grand Index ', label: 'Édition 2027' })
  expect((await call(server, 'GET', '/api/season')).json()).toMatchObject({
    name: 'Grand Index',
    label: 'Édition 2027',
  })
  expect((await call(server, 'GET', '/api/rpc/get_season_ranking_corrected')).json().season).toEqual({
    name: 'Grand Index',
    label: 'Édition 2027',
  })
  expect(await journalled()).toContainEqual({
    action: 'season_renamed',
    subject: `season:${open}`,
    before: { name: 'Index', label: '2026-2027' },
    after: { name: 'Grand Index', label: 'Édition 2027' },
  })
})

test.each(['set_season_dates', 'rename_season', 'recompute_season', 'reopen_season'])(
  '%s refuses an unknown season',
  async (name) => {
    const body = { id: 99, starts_on: '2026-07-01', ends_on: '2027-06-30', name: 'Index', label: '2027', matches: 0 }
    expect(refusalOf(await act(name, body))).toEqual([404, 'season_not_found'])
  },
)
