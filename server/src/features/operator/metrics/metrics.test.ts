import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runFunction } from '../../../infra/jobs/run.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { signInOne } from '../../../testing/people.ts'
import { saveQuota } from '../../feed/ingestion/queries.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'

describe('metrics', () => {
  const TOKEN = 'a-token-of-tests'
  let server: TestServer
  let bare: TestServer
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'), { config: { metricsToken: TOKEN } })
    bare = await startTestServer(inject('databaseUrl'))
  })
  afterAll(async () => {
    await server.close()
    await bare.close()
  })

  const authorization = `Bearer ${TOKEN}`
  const scrape = (headers: Record<string, string> = {}) =>
    call(server, 'GET', '/metrics', { headers: { authorization, ...headers } })

  /** Returns the value of a series, `undefined` if there is none. */
  async function served(series: string): Promise<number | undefined> {
    const line = (await scrape()).body.split('\n').find((one) => one.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length))
  }

  describe('the address of the series', () => {
    test('is unknown without the setting', async () => {
      const unknown = await call(bare, 'GET', '/no-such-address', { headers: { authorization } })
      const metrics = await call(bare, 'GET', '/metrics', { headers: { authorization } })
      expect(refusalOf(metrics)).toEqual([404, 'not_found'])
      expect(refusalOf(metrics)).toEqual(refusalOf(unknown))
    })

    test.each([
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      `Basic ${TOKEN}`,
      TOKEN,
    ])('refuses %s', async (given) => {
      const headers: Record<string, string> = given === undefined ? {} : { authorization: given }
      const answer = await call(server, 'GET', '/metrics', { headers })
      expect(refusalOf(answer)).toEqual([401, 'not_authenticated'])
      expect(answer.headers['www-authenticate']).toBe('Bearer')
      expect(answer.body).not.toContain('tribune_')
    })

    test('answers Prometheus under any name, and is not cached', async () => {
      const answer = await scrape({ host: '10.1.2.3:3000' })
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(answer.headers['content-type']).toContain('version=0.0.4')
      expect(refusalOf(await call(server, 'GET', '/metrics-dashboard', { headers: { host: '10.1.2.3' } }))).toEqual([
        421,
        'wrong_host',
      ])
    })

    test('is not a call of the API, and looks up no session', async () => {
      const fan = await signInOne(server)
      const before = { ...server.app.sessions.reads }
      await scrape({ cookie: fan.cookie })
      expect(server.app.sessions.reads).toEqual(before)
      expect(Object.keys(server.tribune.http.swagger().paths ?? {})).not.toContain('/metrics')
    })
  })

  describe('the series', () => {
    test('count ballots, their commits, routes and refusals, and name neither fan nor match', async () => {
      const [fan, match] = [await signInOne(server), await buildMatch(server.app.db)]
      const route = '{method="PUT",route="/api/votes/:match_id",status="2xx"}'
      const of = async () => [
        await served('tribune_ballots_accepted_total'),
        await served('tribune_ledger_commit_ballots_sum'),
        await served('tribune_ledger_commit_seconds_count'),
        (await served(`tribune_http_requests_total${route}`)) ?? 0,
        (await served('tribune_refusals_total{code="ballot_unknown_player"}')) ?? 0,
      ]
      const before = await of()
      expect((await cast(server, fan, match.id, match.playerIds.slice(0, 3))).statusCode).toBe(200)
      expect((await cast(server, fan, match.id, [1])).statusCode).toBe(422)
      expect((await of()).map((value, index) => (value ?? 0) - (before[index] ?? 0))).toEqual([1, 1, 1, 1, 1])
      const { body } = await scrape()
      for (const personal of [fan.id, fan.cookie, '10.9.9.9', String(match.id)]) expect(body).not.toContain(personal)
    })

    test('count commits that fail', async () => {
      const [fan, match] = [await signInOne(server), await buildMatch(server.app.db)]
      await sql`ALTER TABLE tally_moves RENAME TO elsewhere`.execute(server.app.db)
      const answer = await cast(server, fan, match.id, match.playerIds.slice(0, 3))
      await sql`ALTER TABLE elsewhere RENAME TO tally_moves`.execute(server.app.db)
      expect(answer.statusCode).toBe(503)
      expect(await served('tribune_ledger_commit_failures_total')).toBe(1)
    })

    test('have the time from the end of a vote to its result', async () => {
      const { app, clock } = server
      await buildMatch(app.db, {
        status: 'finished',
        finishedAt: new Date(clock.now().getTime() - 60 * MINUTE_MS - 7_000),
      })
      await publishDueMatches(app)
      expect(await served('tribune_publication_seconds_count')).toBe(1)
      expect(await served('tribune_publication_seconds_bucket{le="5"}')).toBe(0)
      expect(await served('tribune_publication_seconds_bucket{le="600"}')).toBe(1)
    })

    test('state what needs the operator, and how long queues are', async () => {
      const { db, clock } = server.app
      expect(await served('tribune_operator_need{kind="provisional_results"}')).toBe(0)
      const { id } = await buildMatch(db, { status: 'finished' })
      const until = new Date(clock.now().getTime() + MINUTE_MS)
      await db
        .updateTable('matches')
        .set({ provisional_until: until, ballots_set_aside: 12 })
        .where('id', '=', id)
        .execute()
      const at = new Date(clock.now().getTime() - 90_000)
      await db.insertInto('audit_pending').values({ match_id: id, change: 'published', at }).execute()
      expect(await served('tribune_operator_need{kind="provisional_results"}')).toBe(1)
      expect(await served('tribune_matches{state="provisional"}')).toBe(1)
      expect(await served('tribune_ballots_set_aside')).toBe(12)
      expect(await served('tribune_queue_age_seconds{queue="records"}')).toBeGreaterThanOrEqual(90)
      await db.deleteFrom('audit_pending').where('match_id', '=', id).execute()
      expect(await served('tribune_queue_age_seconds{queue="records"}')).toBeLessThan(90)
    })

    test('are served without stored figures while the database cannot be read', async () => {
      await sql`ALTER TABLE edge_metrics RENAME TO elsewhere`.execute(server.app.db)
      const { body } = await scrape()
      await sql`ALTER TABLE elsewhere RENAME TO edge_metrics`.execute(server.app.db)
      expect(body).toContain('\ntribune_database_up 0\n')
      expect(body).not.toMatch(/^tribune_(?:operator_need|ballots_set_aside|queue_waiting|matches)\b/m)
      expect(await served('tribune_database_up')).toBe(1)
    })

    test('are read from the database once for all who ask', async () => {
      const answers = await server.app.db.transaction().execute(async (tx) => {
        await sql`LOCK TABLE edge_metrics`.execute(tx)
        const asked = [scrape(), scrape(), scrape()]
        await expect.poll(() => lockWaits(server.app.db)).toBe(1)
        return { asked }
      })
      const bodies = await Promise.all(answers.asked)
      for (const { body } of bodies) expect(body).toContain('\ntribune_database_up 1\n')
    })
  })
})

describe('files of the deployment', () => {
  const read = (name: string) =>
    readFileSync(fileURLToPath(new URL(`../../../../../deploy/${name}`, import.meta.url)), 'utf8')
  const dashboard = JSON.parse(read('grafana.json')) as {
    panels: { title: string; targets: { expr: string; legendFormat: string }[] }[]
  }
  const panels = dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => [title, expr, legendFormat] as const),
  )
  const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)\n(?: +#.*\n)? +expr: (.+)\n/g)].map(
    ([, name = '', expr = '']) => [name, expr, ''] as const,
  )

  /** Labels that Prometheus itself adds. */
  const OF_PROMETHEUS = ['job', 'instance']
  const TOKEN = 'a-token-of-tests'
  let server: TestServer
  /** Values of each label, by series. */
  const served = new Map<string, Map<string, Set<string>>>()

  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'), { config: { metricsToken: TOKEN } })
    const { app } = server
    const [fan, match] = [await signInOne(server), await buildMatch(app.db)]
    await cast(server, fan, match.id, match.playerIds.slice(0, 3))
    await call(server, 'GET', '/api/none')
    await app.mailer.send({ to: 'camille@example.invalid', subject: 'Essai', text: 'Essai', html: '' })
    for (const name of ['scheduler-nightly', 'scheduler-realtime'] as const)
      await runFunction(app, name, async () => ({ result: null, processed: 0 }))
    await saveQuota(app.db, {
      dayLimit: 7_500,
      dayRemaining: 7_000,
      minuteLimit: null,
      minuteRemaining: null,
      readAt: app.clock.now(),
    })
    const { body } = await call(server, 'GET', '/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
    for (const [, name = '', labels = ''] of body.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
      const known = served.get(name) ?? new Map<string, Set<string>>()
      served.set(name, known)
      for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
        known.set(label, (known.get(label) ?? new Set()).add(value))
    }
  })
  afterAll(() => server.close())

  /** Returns what a query asks for that the server does not serve. */
  function missingIn(expr: string, legend: string): string[] {
    const names = [...expr.matchAll(/\b(?:tribune|nodejs|process)_\w+/g)].map(([name]) => name)
    const labels = new Set(names.flatMap((name) => [...(served.get(name)?.keys() ?? [])]))
    const selected = [...expr.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, name = '', selectors = '']) =>
      [...selectors.matchAll(/(\w+)(?:=~|!=|=)"([^"]*)"/g)]
        .filter(([, label = '']) => !OF_PROMETHEUS.includes(label))
        .filter(([, label = '', value = '']) => !value.split('|').every((one) => isServed(name, label, one)))
        .map(([text]) => `${name}{${text}}`),
    )
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/))
    const shown = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
    return [
      ...names.filter((name) => !served.has(name)),
      ...selected,
      ...[...grouped, ...shown].filter((label) => !labels.has(label) && !OF_PROMETHEUS.includes(label)),
    ]
  }

  /** Returns whether a series has a value of a label. Classes of status and kinds of outcome come with their events. */
  const isServed = (name: string, label: string, value: string) =>
    served.get(name)?.get(label)?.has(value) === true || (label === 'status' && /^[2-5]xx$/.test(value))

  describe('every query asks for what a server serves', () => {
    test.each(panels)('of the dashboard: %s, %s', (_title, expr, legend) => {
      expect(missingIn(expr, legend)).toEqual([])
    })

    test.each(alerts)('of the alerts: %s', (_name, expr) => {
      expect(missingIn(expr, '')).toEqual([])
    })

    test('and all alerts are read here', () => {
      expect(alerts).toHaveLength(read('alerts.yml').match(/- alert:/g)?.length ?? 0)
      expect(missingIn('sum by (kind) (tribune_matches{state="lost"})', '{{queue}}')).toEqual([
        'tribune_matches{state="lost"}',
        'kind',
        'queue',
      ])
      expect(missingIn('tribune_no_such_series', '')).toEqual(['tribune_no_such_series'])
    })
  })
})
