import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { Fault } from '@tribune/football/simulator/wire/faults.ts'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch } from '../../../testing/builders.ts'
import { type SignedIn, signInMany } from '../../../testing/people.ts'
import { ingestCompetitions } from './service.ts'

/** The provider's time limit; it passes only while it is slow, when fans have done all they do (`holdTimeLimit`). */
const LIMIT_MS = 8_000
let server: TestServer
let match: BuiltMatch
let liveId: number
let fans: SignedIn[]
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { at: '2026-03-14T19:40:00Z', feedTimeoutMs: LIMIT_MS })
  await ingestCompetitions(server.app)
  await server.app.realtime.request()
  match = await buildMatch(server.app.db)
  fans = await signInMany(server, 40)
  const live = server.app.db.selectFrom('match_lineups as l').innerJoin('matches as m', 'm.id', 'l.match_id')
  liveId = (await live.select('m.id').where('m.status', '=', 'live').limit(1).executeTakeFirstOrThrow()).id
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

const lastRun = () =>
  server.app.db
    .selectFrom('edge_metrics')
    .selectAll()
    .where('function_name', '=', 'scheduler-realtime')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const counted = async () =>
  Number(
    (
      await server.app.db
        .selectFrom('edge_metrics')
        .select((one) => one.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

/** Checks that fans can do everything as usual during the fault, without waiting for the provider. */
async function liveOn(): Promise<void> {
  const home = await call(server, 'GET', '/api/rpc/get_home_matches')
  expect([home.statusCode, home.json().items.length > 10]).toEqual([200, true])
  const screen = await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${liveId}`)
  expect([screen.statusCode, screen.json().players.length > 20]).toEqual([200, true])
  expect((await call(server, 'GET', '/api/functions/scheduler-realtime')).statusCode).toBe(200)
  const fan = fans.pop()
  if (fan === undefined) throw new Error('no fan is left')
  const ballot = await cast(server, fan, match.id, match.playerIds.slice(0, 3))
  expect(ballot.json()).toMatchObject({ match_id: match.id, complete: true, xp_awarded: 5 })
}

/** Keeps the provider's time limit from passing; returns a function that lets it pass, as each later one does at once. */
function holdTimeLimit(): () => Promise<void> {
  const limit = AbortSignal.timeout.bind(AbortSignal)
  const held: AbortController[] = []
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms !== LIMIT_MS) return limit(ms)
    held.push(new AbortController())
    return (held.at(-1) as AbortController).signal
  })
  return async () => {
    await vi.waitFor(() => expect(held).not.toEqual([]), MINUTE_MS)
    spy.mockImplementation((ms) => limit(ms === LIMIT_MS ? 1 : ms))
    for (const one of held) one.abort()
  }
}

/** Error of the run; `null` if it succeeds with the answers that it gets. */
const FAULTS: readonly (readonly [Fault, string | null])[] = [
  [{ kind: 'http_429' }, 'rate_limited'],
  [{ kind: 'rate_limit' }, 'rate_limited'],
  [{ kind: 'http_500' }, 'temporary'],
  [{ kind: 'http_502' }, 'temporary'],
  [{ kind: 'http_499' }, 'temporary'],
  [{ kind: 'garbage' }, 'bad_payload'],
  [{ kind: 'truncated' }, 'bad_payload'],
  [{ kind: 'dropped' }, 'temporary'],
  [{ kind: 'slow', ms: 30_000 }, 'temporary'],
  [{ kind: 'errors_list' }, 'temporary'],
  [{ kind: 'plan' }, 'plan'],
  [{ kind: 'no_content' }, null],
  [{ kind: 'vanish' }, null],
  [{ kind: 'vanish', from: 'live' }, null],
  [{ kind: 'no_lineups' }, null],
  [{ kind: 'minute_back' }, null],
  [{ kind: 'wrong_types' }, null],
  [{ kind: 'quota' }, 'quota_exhausted'],
]

describe('while the provider', () => {
  test.each(FAULTS.map(([fault, error]) => [JSON.stringify(fault), fault, error] as const))(
    'does %s, fans read and vote',
    async (_name, fault, error) => {
      const { faults } = server.simulator
      faults.add(fault)
      server.clock.advance(MINUTE_MS)
      const before = await counted()
      const pass = fault.kind === 'slow' ? holdTimeLimit() : null
      let ended = false
      const running = server.app.realtime.request().then(
        () => null,
        (cause: unknown) => String(cause),
      )
      running.finally(() => {
        ended = true
      })
      await liveOn()
      if (pass !== null) expect(ended).toBe(false)
      await pass?.()
      expect(await running).toBe(error === null ? null : 'Refusal: feed_unavailable')
      vi.restoreAllMocks()
      expect([await counted(), (await lastRun()).error_code]).toEqual([before + 1, error])
      await liveOn()
      faults.clear()
      server.clock.advance(fault.kind === 'quota' ? 24 * 60 * MINUTE_MS : 2 * MINUTE_MS)
      await server.app.realtime.request()
      expect(await lastRun()).toMatchObject({ ok: true })
      expect(server.app.realtime.status().fresh).toBe(true)
    },
  )
})
