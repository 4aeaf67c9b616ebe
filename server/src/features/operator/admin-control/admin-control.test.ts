import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@tribune/contract/endpoint.ts'
import { ADMIN_ACTIONS } from '@tribune/contract/operator/admin-control.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { type BuiltMatch, buildMatch } from '../../../testing/builders.ts'
import { fieldsOf } from '../../../testing/contract.ts'
import { type SignedIn, signInAdmin, signInOne } from '../../../testing/people.ts'
import { ingestCompetitions } from '../../feed/ingestion/service.ts'

describe('acts of the operator', () => {
  let server: TestServer
  let admin: SignedIn
  let fan: SignedIn
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
    admin = await signInAdmin(server)
    fan = await signInOne(server)
    await ingestCompetitions(server.app)
  })
  afterAll(() => server.close())

  const control = (action: string, body: unknown, cookie: string | null = admin.cookie) =>
    call(server, 'POST', `/api/functions/admin-control?action=${action}`, {
      ...(cookie === null ? {} : { cookie }),
      body,
    })

  test('an action answers as its own address does, and does the same', async () => {
    const answer = await control('set_competition_cc', { id: 61, coefficient: 1.5 })
    expect([answer.statusCode, answer.json()]).toEqual([200, { matches_updated: expect.any(Number) }])
    const { items } = (await call(server, 'GET', '/api/available_competitions')).json()
    expect(items.find(({ id }: { id: number }) => id === 61)).toMatchObject({ coefficient: 1.5 })
  })

  test.each(Object.keys(ADMIN_ACTIONS))('%s is reserved for the operator', async (action) => {
    expect(refusalOf(await control(action, {}, null))).toEqual([401, 'not_authenticated'])
    expect(refusalOf(await control(action, {}, fan.cookie))).toEqual([403, 'admin_only'])
  })

  test.each([
    ['an unknown action', 'drop_everything', {}, [400, 'invalid_request']],
    ['a name that every object has', 'constructor', {}, [400, 'invalid_request']],
    ['no action', '', {}, [400, 'invalid_request']],
    ['a body that the action does not take', 'set_competition_cc', { id: '61' }, [400, 'invalid_request']],
    ['no object', 'set_competition_cc', [1], [400, 'invalid_request']],
    [
      'what the action itself refuses',
      'set_competition_cc',
      { id: 4_242, coefficient: 1 },
      [404, 'competition_not_found'],
    ],
  ])('refuses %s', async (_what, action, body, refusal) => {
    expect(refusalOf(await control(action, body))).toEqual(refusal)
  })

  /** Acts that only start, read or end something: they replace no value. */
  const WITHOUT_STATE = [
    'ranking_engine',
    'season_ranking',
    'scheduler_postft',
    'scheduler_nightly',
    'recalculate_matches',
    'read_lineup',
    'end_fan_sessions',
    'copy_fan_data',
    'delete_fan',
  ]

  test('every act that replaces a value can be made on the state that the operator saw', () => {
    const without = Object.entries(ADMIN_ACTIONS).flatMap(([name, { state }]: [string, Endpoint]) =>
      state === undefined ? [name] : [],
    )
    expect(without).toEqual(WITHOUT_STATE)
  })
})

describe('ids that no row has', () => {
  const UUID = randomUUID()
  const days = { starts_on: '2026-07-01', ends_on: '2027-06-30' }

  /** A body of each action that takes ids, good but for the id: with another mistake in it a bad id would prove nothing. */
  const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    set_competition_enabled: { id: 61, enabled: true },
    set_competition_cc: { id: 61, coefficient: 1 },
    correct_match: { match_id: 1, to: 'finished', reason: 'Flux muet' },
    ranking_engine: { match_id: 1 },
    scheduler_postft: { match_id: 1 },
    read_lineup: { match_id: 1 },
    apply_country_coefficients: { year: 2026, as_of: '2026-07-03', min: 1, max: 4, competition_ids: [61] },
    add_derby: { team_ids: [1, 2] },
    remove_derby: { team_ids: [1, 2] },
    set_ballots_aside: { match_id: 1, dimension: 'network', key: '1', ballots: 3, reason: 'Script' },
    take_ballots_back: { id: UUID },
    set_season_dates: { id: 1, ...days },
    rename_season: { id: 1, name: 'Index', label: '2026' },
    recompute_season: { id: 1 },
    end_fan_sessions: { fan_id: UUID },
    close_voting_right: { fan_id: UUID, reason: 'Plusieurs comptes' },
    reopen_voting_right: { fan_id: UUID },
    reopen_season: { id: 1, matches: 0 },
    copy_fan_data: { fan_id: UUID },
    delete_fan: { fan_id: UUID, reason: 'Demande écrite' },
    merge_players: { alias_id: 1, player_id: 2, reason: 'Deux fiches' },
    unmerge_players: { alias_id: 1, reason: 'Deux personnes' },
  }

  const NO_IDS = [
    'text',
    '',
    '1; DROP TABLE votes',
    '-1',
    -1,
    0,
    1.5,
    2 ** 53,
    1e300,
    '9'.repeat(400),
    null,
    true,
    [],
    {},
  ]

  /** Ids of players, which are negative where the feed names a player without one. */
  const PLAYER_IDS = /^(?:alias|player)_id$/

  let server: TestServer
  let cookie: string
  let match: BuiltMatch
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
    cookie = (await signInAdmin(server)).cookie
    match = await buildMatch(server.app.db)
  })
  afterAll(() => server.close())

  const actions = Object.entries(ADMIN_ACTIONS).map(([action, endpoint]) => {
    const ids = fieldsOf(endpoint.body).filter(({ name }) => /(^|_)ids?$/.test(name))
    return { action, endpoint, ids: ids.map(({ name }) => name) }
  })
  const traces = () => server.app.db.selectFrom('operator_journal').select('id').execute()

  test('every action that takes ids is tried', () => {
    expect(actions.filter(({ ids }) => ids.length > 0).map(({ action }) => action)).toEqual(Object.keys(BODIES))
  })

  const NUMBERS = [2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER, -(2 ** 31) - 1, 1e300, 1.5, '3', null]
  const numbersIn = (body: Readonly<Record<string, unknown>>) =>
    Object.entries(body).flatMap(([name, value]) => (typeof value === 'number' ? [name] : []))

  test.each(Object.entries(BODIES).filter(([, body]) => numbersIn(body).length > 0))(
    '%s causes no server error with a number of any size',
    async (action, good) => {
      const { method, path } = ADMIN_ACTIONS[action as keyof typeof ADMIN_ACTIONS]
      for (const name of numbersIn(good)) {
        for (const value of NUMBERS) {
          const answer = await call(server, method, path, { cookie, body: { ...good, [name]: value } })
          expect([name, value, answer.statusCode >= 500]).toEqual([name, value, false])
        }
      }
    },
  )

  test.each(actions.filter(({ ids }) => ids.length > 0))(
    '$action refuses invalid ids, and leaves no trace',
    async ({ action, endpoint: { method, path }, ids }) => {
      const before = await traces()
      const good = BODIES[action] ?? {}
      for (const name of ids) {
        for (const id of PLAYER_IDS.test(name) ? NO_IDS.filter((one) => one !== -1) : NO_IDS) {
          const list = good[name]
          const body = { ...good, [name]: Array.isArray(list) ? [id, ...list.slice(1)] : id }
          const [status, code] = refusalOf(await call(server, method, path, { cookie, body }))
          expect([JSON.stringify(id), status, code]).toEqual([
            JSON.stringify(id),
            400,
            expect.stringMatching(/^invalid_(request|match_id)$/),
          ])
        }
      }
      expect(await traces()).toEqual(before)
      expect(await server.app.db.selectFrom('matches').select('status').where('id', '=', match.id).execute()).toEqual([
        { status: 'live' },
      ])
    },
  )
})
