import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { aggregateSeason, rankSeason } from '@tribune/domain/season/season.ts'
import { MATCHES_PER_READ, POINTS_ROWS_LIMIT } from '@tribune/protocol/read-limits.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { ingestCompetitions, ingestMatches } from '../../feed/ingestion/service.ts'
import { readMissingDetails } from '../../operator/nightly/jobs.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'
import { rebuildSeason } from './service.ts'

/** Days of the feed that make the season: about 50 matches each. */
const DAYS = 4
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  const { app } = server
  const now = app.clock.now()
  await ingestCompetitions(app)
  for (let day = 1; day <= DAYS; day += 1) {
    const date = new Date(now.getTime() - day * DAY_MS).toISOString().slice(0, 10)
    await ingestMatches(app, await app.feed.matchesOn(date))
  }
  await readMissingDetails(app, now)
  await publishDueMatches(app, { season: 'later' })
  await rebuildSeason(app)
})
afterAll(() => server.close())

const read = async (path: string) => {
  const answer = await call(server, 'GET', path)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

/** Rows by as many ids at once as the endpoint takes. */
async function readByIds(path: string, ids: readonly number[], atOnce: number) {
  const rows = []
  for (let at = 0; at < ids.length; at += atOnce) {
    rows.push(...(await read(`${path}?ids=${ids.slice(at, at + atOnce).join(',')}`)).items)
  }
  return rows
}

async function wholeRanking() {
  const rows = []
  for (let total = 1; rows.length < total; ) {
    const page = await read(`/api/rpc/get_season_ranking_corrected?p_limit=100&p_offset=${rows.length}`)
    rows.push(...page.items)
    total = page.total
  }
  return rows
}

test('the sums of the web, when the ranking cannot be read, are the ranking', async () => {
  const range = `from=0&to=${POINTS_ROWS_LIMIT - 1}`
  const { items: points } = await read(`/api/match_player_points?${range}`)
  const { items: lineups } = await read(`/api/match_lineups?${range}`)
  const { items: enabled } = await read('/api/available_competitions?enabled=true')
  const ids = [...new Set<number>([...points, ...lineups].map((row) => row.match_id))]
  const matches = await readByIds('/api/matches', ids, MATCHES_PER_READ)
  const season = await read('/api/season')
  const enabledIds = enabled.map((one: { id: number }) => one.id)
  const ranked = rankSeason(aggregateSeason(points, lineups, matches, enabledIds, season))
  const faces = await readByIds(
    '/api/players_ref',
    ranked.map((row) => row.player_id),
    200,
  )
  const clubs = new Map(faces.map((face) => [face.id, [face.name, face.last_team]]))
  const figuresOf = (row: (typeof ranked)[number], name: unknown) => [
    row.player_id,
    row.rank,
    row.total_points,
    row.wins,
    row.podiums,
    row.matches_played,
    name,
  ]
  const byServer = await wholeRanking()
  expect(byServer.length).toBeGreaterThan(100)
  expect(new Map(ranked.map((row) => [row.player_id, figuresOf(row, clubs.get(row.player_id))]))).toEqual(
    new Map(byServer.map((row) => [row.player_id, figuresOf(row, [row.player_name, row.last_team])])),
  )
  expect((await read('/api/rpc/get_season_ranking_corrected')).season).toEqual({
    name: season.name,
    label: season.label,
  })
})

test.each(['from=0&to=5', 'from=1&to=100000', 'from=500000&to=599999', 'from=-100000&to=-1'])(
  'only whole ranges are served: %s',
  async (range) => {
    for (const table of ['match_player_points', 'match_lineups']) {
      expect((await call(server, 'GET', `/api/${table}?${range}`)).statusCode).toBe(400)
    }
  },
)
