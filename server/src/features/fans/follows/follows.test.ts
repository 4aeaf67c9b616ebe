import { type FollowTarget, MAX_FOLLOWS } from '@tribune/domain/home/follows.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { detail, feedMatch, feedPlayer, seenAgain } from '../../../testing/feed.ts'
import { type SignedIn, signInMany, signInOne } from '../../../testing/people.ts'
import { ingestDetails } from '../../feed/ingestion/service.ts'

const [CLUB, RIVAL, LEAGUE, HIDDEN_LEAGUE] = [4_001, 4_002, 61, 62]
let server: TestServer
let fan: SignedIn
let player: number

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  const { db } = server.app
  const match = await buildMatch(db, { competitionId: LEAGUE, names: ['Noé Marchetti'] })
  player = match.playerIds[0] ?? 0
  await db
    .insertInto('teams')
    .values([
      { id: CLUB, name: 'Étoile du Nord', logo: 'https://pictures.invalid/4001.png' },
      { id: RIVAL, name: 'Olympique Sud' },
    ])
    .execute()
  await db
    .insertInto('available_competitions')
    .values({ id: HIDDEN_LEAGUE, name: 'Ligue cachée', enabled: false })
    .execute()
})
afterAll(() => server.close())
beforeEach(async () => {
  fan = await signInOne(server)
  server.clock.advance(60_000)
})

const ask = (method: 'GET' | 'PUT' | 'DELETE' | 'POST', path: string, body?: unknown, by = fan) =>
  call(server, method, `/api/follows${path}`, { cookie: by.cookie, ...(body === undefined ? {} : { body }) })
const follow = (kind: string, id: number | string, by = fan) => ask('PUT', `/${kind}/${id}`, undefined, by)
const take = (items: readonly unknown[]) => ask('POST', '/take', { items })
const followed = async (by = fan) =>
  (await ask('GET', '', undefined, by)).json().items.map(({ kind, id }: FollowTarget) => `${kind} ${id}`)
const ago = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000).toISOString()

/** Makes the fan follow new clubs, without the calls. */
async function followMany(count: number, by = fan): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => 50_000 + index)
  const { db } = server.app
  await db
    .insertInto('teams')
    .values(ids.map((id) => ({ id, name: `FC ${id}` })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = { user_id: by.id, kind: 'club' as const, created_at: ago(90) }
  await db
    .insertInto('follows')
    .values(ids.map((id) => ({ ...row, target_id: id })))
    .execute()
}

describe('following', () => {
  test('a club, a player and a competition are listed newest first, with name and picture', async () => {
    expect((await follow('club', CLUB)).json()).toEqual({ following: true })
    server.clock.advance(1_000)
    await follow('player', player)
    server.clock.advance(1_000)
    await follow('competition', LEAGUE)
    expect((await ask('GET', '')).json().items).toEqual([
      { kind: 'competition', id: LEAGUE, name: `Championnat ${LEAGUE}`, picture: null, since: expect.any(String) },
      expect.objectContaining({ kind: 'player', id: player, name: 'Noé Marchetti' }),
      expect.objectContaining({ kind: 'club', id: CLUB, picture: expect.stringMatching(/^\/media\/teams\/4001\//) }),
    ])
  })

  test('twice is once, with the first date', async () => {
    await follow('club', CLUB)
    const once = (await ask('GET', '')).json()
    server.clock.advance(60_000)
    expect((await follow('club', CLUB)).statusCode).toBe(200)
    expect((await ask('GET', '')).json()).toEqual(once)
  })

  test('ends with one call, and a second call is not refused', async () => {
    await follow('club', CLUB)
    await follow('club', RIVAL)
    for (let time = 0; time < 2; time += 1)
      expect((await ask('DELETE', `/club/${CLUB}`)).json()).toEqual({ following: false })
    expect(await followed()).toEqual([`club ${RIVAL}`])
  })

  test('one id of several kinds are different things', async () => {
    await follow('club', CLUB)
    expect((await ask('DELETE', `/competition/${CLUB}`)).statusCode).toBe(200)
    expect(await followed()).toEqual([`club ${CLUB}`])
  })

  test.each([
    ['club', 999_999, 404, 'team_not_found'],
    ['player', 999_999, 404, 'player_not_found'],
    ['competition', 999_999, 404, 'competition_not_found'],
    ['competition', HIDDEN_LEAGUE, 404, 'competition_not_found'],
    ['referee', CLUB, 400, 'invalid_request'],
    ['club', '1e3', 400, 'invalid_request'],
  ])('refuses %s %s', async (kind, id, status, code) => {
    expect(refusalOf(await follow(kind, id))).toEqual([status, code])
    expect(await followed()).toEqual([])
  })

  test('a fan never sees nor changes what another follows', async () => {
    const other = await signInOne(server)
    await follow('club', CLUB)
    await follow('club', RIVAL, other)
    await ask('DELETE', `/club/${RIVAL}`)
    expect(await followed()).toEqual([`club ${CLUB}`])
    expect(await followed(other)).toEqual([`club ${RIVAL}`])
    const data = (await call(server, 'GET', '/api/me/data', { cookie: fan.cookie })).json()
    expect(data.follows).toEqual([expect.objectContaining({ kind: 'club', id: CLUB, name: 'Étoile du Nord' })])
  })

  test('a visitor is refused', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', `/club/${CLUB}`],
      ['DELETE', `/club/${CLUB}`],
      ['POST', '/take'],
    ] as const)
      expect(refusalOf(await call(server, method, `/api/follows${path}`, {}))).toEqual([401, 'not_authenticated'])
  })
})

describe('the limit', () => {
  test('refuses one more than a fan may follow, until they follow one less', async () => {
    await followMany(MAX_FOLLOWS)
    expect(refusalOf(await follow('club', CLUB))).toEqual([409, 'follows_full'])
    expect((await follow('club', 50_000)).statusCode).toBe(200)
    await ask('DELETE', '/club/50000')
    expect((await follow('club', CLUB)).statusCode).toBe(200)
  })

  test('holds against calls at once', async () => {
    await followMany(MAX_FOLLOWS - 1)
    const answers = await Promise.all([follow('club', CLUB), follow('club', RIVAL), follow('player', player)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(await followed()).toHaveLength(MAX_FOLLOWS)
  })
})

describe('bringing follows along at sign-up', () => {
  test('adds to what the account follows, each once, and skips unknown ids', async () => {
    await follow('club', CLUB)
    const answer = await take([
      { kind: 'club', id: CLUB, since: ago(500) },
      { kind: 'club', id: RIVAL, since: ago(20) },
      { kind: 'player', id: player, since: ago(10) },
      { kind: 'player', id: player, since: ago(15) },
      { kind: 'club', id: 999_999, since: ago(5) },
      { kind: 'competition', id: HIDDEN_LEAGUE, since: ago(5) },
    ])
    const items = [`club ${CLUB}`, `player ${player}`, `club ${RIVAL}`]
    expect(answer.json().items.map(({ kind, id }: FollowTarget) => `${kind} ${id}`)).toEqual(items)
    expect(await followed()).toEqual(items)
  })

  test('repeated changes nothing, and a date in the future counts as now', async () => {
    const items = [{ kind: 'club', id: CLUB, since: ago(-60) }]
    const once = (await take(items)).json()
    expect(once.items[0].since <= ago(0)).toBe(true)
    expect((await take(items)).json()).toEqual(once)
  })

  test('adds the newest while there is space, and removes none', async () => {
    await followMany(MAX_FOLLOWS - 1)
    const answer = await take([
      { kind: 'club', id: RIVAL, since: ago(20) },
      { kind: 'club', id: CLUB, since: ago(10) },
    ])
    expect(answer.statusCode).toBe(200)
    const now = await followed()
    expect(now).toHaveLength(MAX_FOLLOWS)
    expect(now).toContain(`club ${CLUB}`)
    expect(now).not.toContain(`club ${RIVAL}`)
  })

  test('refuses more follows than the limit, an invalid date, and unknown fields', async () => {
    const many = Array.from({ length: MAX_FOLLOWS + 1 }, (_, id) => ({ kind: 'club', id, since: ago(1) }))
    expect(refusalOf(await take(many))).toEqual([400, 'invalid_request'])
    expect(refusalOf(await take([{ kind: 'club', id: CLUB, since: 'hier' }]))).toEqual([400, 'invalid_request'])
    expect(refusalOf(await take([{ kind: 'club', id: CLUB, since: ago(1), user_id: fan.id }]))).toEqual([
      400,
      'invalid_request',
    ])
  })
})

describe('a player whose two ids are merged', () => {
  /** A match with a player whom the feed gives no id, and a function by which it gives one. */
  async function withUnknown() {
    const match = feedMatch(server.clock.now())
    const unknown = feedPlayer(match, 'home', { id: -(match.home.id * 1_000 + 7), shirt: 7, name: 'A. Rivoal' })
    await ingestDetails(server.app, [detail(match, [unknown])])
    const known = feedPlayer(match, 'home', { shirt: 7, name: 'Axel Rivoal' })
    const merge = () => ingestDetails(server.app, [detail(seenAgain(match, server.clock.now()), [known])])
    return { match, before: unknown.id, retained: known.id, known, merge }
  }
  const named = async (by = fan) => (await ask('GET', '', undefined, by)).json().items

  test('is followed under the remaining id, since the first date', async () => {
    const { before, retained, merge } = await withUnknown()
    const other = await signInOne(server)
    await follow('player', before)
    await follow('club', CLUB)
    await follow('player', player, other)
    const [, since] = await named().then(([club, one]) => [club, one.since])
    server.clock.advance(60_000)
    await merge()
    expect(await named()).toEqual([
      expect.objectContaining({ kind: 'club', id: CLUB }),
      expect.objectContaining({ kind: 'player', id: retained, name: 'Axel Rivoal', since }),
    ])
    expect(await followed(other)).toEqual([`player ${player}`])
    await merge()
    expect(await followed()).toEqual([`club ${CLUB}`, `player ${retained}`])
  })

  test('is followed once by a fan of both ids, since the earlier date', async () => {
    const { before, retained, known, merge } = await withUnknown()
    await server.app.db.insertInto('players_ref').values({ id: retained, name: known.name }).execute()
    await follow('player', before)
    const [{ since }] = await named()
    server.clock.advance(60_000)
    await follow('player', retained)
    await merge()
    expect(await named()).toEqual([expect.objectContaining({ id: retained, since })])
  })

  test('is followed, unfollowed and taken along under the remaining id by a phone that knows the former id', async () => {
    const { before, retained, merge } = await withUnknown()
    await merge()
    expect((await follow('player', before)).statusCode).toBe(200)
    expect(await followed()).toEqual([`player ${retained}`])
    expect((await ask('DELETE', `/player/${before}`)).statusCode).toBe(200)
    expect(await followed()).toEqual([])
    await take([
      { kind: 'player', id: before, since: ago(20) },
      { kind: 'player', id: retained, since: ago(10) },
    ])
    expect(await followed()).toEqual([`player ${retained}`])
  })

  test('belongs to another player if a lineup uses the former id again', async () => {
    const { before, match, merge } = await withUnknown()
    await merge()
    const later = feedMatch(server.clock.now(), { home: match.home })
    await ingestDetails(server.app, [
      detail(later, [feedPlayer(later, 'home', { id: before, shirt: 7, name: 'B. Ferrec' })]),
    ])
    await follow('player', before)
    expect(await followed()).toEqual([`player ${before}`])
  })

  test('holds while a merge and the fan’s own calls run at once', async () => {
    const { before, retained, merge } = await withUnknown()
    const other = await signInOne(server)
    await Promise.all([follow('player', before), merge(), follow('player', before, other)])
    expect([await followed(), await followed(other)]).toEqual([[`player ${retained}`], [`player ${retained}`]])
  })
})

test('follows end with the account, and no other fan’s', async () => {
  const [leaving, staying] = await signInMany(server, 2)
  await follow('club', CLUB, leaving)
  await follow('club', CLUB, staying)
  await server.app.db.deleteFrom('auth.user').where('id', '=', leaving.id).execute()
  const rows = await server.app.db
    .selectFrom('follows')
    .select('user_id')
    .where('user_id', 'in', [leaving.id, staying.id])
    .execute()
  expect(rows).toEqual([{ user_id: staying.id }])
})
