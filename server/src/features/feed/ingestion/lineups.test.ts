import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/app.ts'
import { detail, feedMatch, feedPlayer, seenAgain } from '../../../testing/feed.ts'
import { ingestCompetitions, ingestDetails, ingestMatches, reviewExclusions } from './service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  await ingestCompetitions(server.app)
})
afterAll(() => server.close())

const inMinutes = (minutes: number) => new Date(server.clock.now().getTime() + minutes * MINUTE_MS)
const lineup = (id: number) =>
  server.app.db.selectFrom('match_lineups').selectAll().where('match_id', '=', id).orderBy('player_id').execute()
const clubOf = async (id: number) =>
  (await server.app.db.selectFrom('players_ref').select('last_team').where('id', '=', id).executeTakeFirst())?.last_team
const isExcluded = async (id: number) =>
  (await server.app.db.selectFrom('excluded_matches').select('match_id').where('match_id', '=', id).execute())
    .length === 1

describe('a lineup', () => {
  test('replaces the previous one team by team, and is published only if it changed', async () => {
    const match = feedMatch(inMinutes(0))
    const [a, b, c] = [feedPlayer(match, 'home'), feedPlayer(match, 'away'), feedPlayer(match, 'away')]
    const published: number[] = []
    const off = server.app.bus.on('lineups', ({ ids }) => published.push(...ids))
    await ingestDetails(server.app, [detail(match, [a, b])])
    await ingestDetails(server.app, [detail(seenAgain(match, inMinutes(1)), [a, b])])
    expect(published).toEqual([match.id])
    await ingestDetails(server.app, [detail(seenAgain(match, inMinutes(2)), [{ ...b, shirt: 11 }, c])])
    expect(published).toEqual([match.id, match.id])
    expect((await lineup(match.id)).map((row) => row.player_id)).toEqual([a.id, b.id, c.id])
    const d = feedPlayer(match, 'home')
    await ingestDetails(server.app, [detail(seenAgain(match, inMinutes(3)), [d, { ...b, shirt: 11 }])])
    off()
    expect((await lineup(match.id)).map((row) => [row.player_id, row.shirt]).sort()).toEqual([
      [b.id, 11],
      [d.id, 8],
    ])
  })

  test.each([
    ['not part of the answer', null],
    ['empty for a while', []],
  ])('stays when it is %s', async (_name, players) => {
    const match = feedMatch(inMinutes(0))
    await ingestDetails(server.app, [detail(match, [feedPlayer(match, 'home')])])
    await ingestDetails(server.app, [detail(seenAgain(match, inMinutes(1)), players)])
    expect(await lineup(match.id)).toHaveLength(1)
  })

  test('keeps minutes and ratings that a later answer leaves out', async () => {
    const match = feedMatch(inMinutes(0))
    const player = feedPlayer(match, 'home', { minutes: 63, rating: 7.4 })
    await ingestDetails(server.app, [detail(match, [player])])
    await ingestDetails(server.app, [
      detail(match, [{ ...player, minutes: null, rating: null, isRatingReported: false }]),
    ])
    expect(await lineup(match.id)).toMatchObject([{ minutes_played: 63, rating: 7.4 }])
  })

  test('takes back a rating that the feed takes back', async () => {
    const match = feedMatch(inMinutes(0))
    const player = feedPlayer(match, 'home', { minutes: 63, rating: 7.4 })
    await ingestDetails(server.app, [detail(match, [player])])
    await ingestDetails(server.app, [detail(match, [{ ...player, rating: null }])])
    expect(await lineup(match.id)).toMatchObject([{ minutes_played: 63, rating: null }])
  })

  test('that the database refuses does not stop the others', async () => {
    const [bad, good] = [feedMatch(inMinutes(0)), feedMatch(inMinutes(0))]
    const impossible = feedPlayer(bad, 'home', { teamId: 1_999_999_999 })
    const read = ingestDetails(server.app, [detail(bad, [impossible]), detail(good, [feedPlayer(good, 'home')])])
    expect(await read).toBe(2)
    expect([await lineup(bad.id), await lineup(good.id)].map((rows) => rows.length)).toEqual([0, 1])
  })

  test('of an unknown match is ignored', async () => {
    const match = feedMatch(inMinutes(0), { competition: { id: 999, name: 'Coupe', country: '', logo: null } })
    expect(await ingestDetails(server.app, [detail(match, [feedPlayer(match, 'home')])])).toBe(0)
  })
})

describe('a player’s club', () => {
  const club = (minutes: number, more = {}) => feedMatch(inMinutes(minutes), { kickoffAt: inMinutes(minutes), ...more })

  test('is the latest they played for, without national sides and qualifiers', async () => {
    const [old, now] = [club(-10_000), club(-5_000)]
    const qualifier = club(-100, { competition: { id: 32, name: 'WC', country: '', logo: null } })
    const friendly = club(-50, { competition: { id: 2, name: 'C1', country: '', logo: null } })
    const id = feedPlayer(now, 'home').id
    for (const match of [now, old])
      await ingestDetails(server.app, [detail(match, [feedPlayer(match, 'home', { id })])])
    expect(await clubOf(id)).toBe(now.home.name)
    await ingestMatches(server.app, [friendly])
    await server.app.db.updateTable('teams').set({ is_national: true }).where('id', '=', friendly.away.id).execute()
    for (const match of [qualifier, friendly])
      await ingestDetails(server.app, [detail(match, [feedPlayer(match, 'away', { id })])])
    expect(await clubOf(id)).toBe(now.home.name)
    const transfer = club(-10)
    await ingestDetails(server.app, [detail(transfer, [feedPlayer(transfer, 'away', { id })])])
    expect(await clubOf(id)).toBe(transfer.away.name)
  })
})

describe('a match without lineups', () => {
  const old = (minutes: number, more = {}) => feedMatch(inMinutes(0), { kickoffAt: inMinutes(minutes), ...more })

  test('is excluded three hours after kick-off, and included again with its lineup', async () => {
    const [late, early] = [old(-181), old(-179)]
    await ingestDetails(server.app, [detail(late, []), detail(early, [])])
    await reviewExclusions(server.app)
    expect([await isExcluded(late.id), await isExcluded(early.id)]).toEqual([true, false])
    await ingestDetails(server.app, [detail(late, [feedPlayer(late, 'home')])])
    expect(await isExcluded(late.id)).toBe(false)
    await reviewExclusions(server.app)
    expect(await isExcluded(late.id)).toBe(false)
  })

  test('is not excluded before its record has been requested', async () => {
    const match = old(-300)
    await ingestMatches(server.app, [match])
    await reviewExclusions(server.app)
    expect(await isExcluded(match.id)).toBe(false)
  })

  test.each(['postponed', 'cancelled'] as const)('is not excluded when it is %s', async (status) => {
    const match = old(-300, { status, rawStatus: 'PST', minute: null })
    await ingestDetails(server.app, [detail(match, [])])
    await reviewExclusions(server.app)
    expect(await isExcluded(match.id)).toBe(false)
  })
})
