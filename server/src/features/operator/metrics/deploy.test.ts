import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runFunction } from '../../../infra/jobs/run.ts'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { signInOne } from '../../../testing/people.ts'
import { saveQuota } from '../../feed/ingestion/queries.ts'

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

/** Whether a series has a value of a label. Classes of status and kinds of outcome come with their events. */
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
