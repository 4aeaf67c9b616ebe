import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { failureOf, SampleServer, type SeenRequest, sample, type WireReply } from '../api-football/testing/setup.ts'
import { createLiveCountryRanking } from './live-source.ts'
import { createStaticCountryRanking, UEFA_TABLE, uefaCodeOf } from './source.ts'

const AUGUST = new Date('2026-08-04T10:00:00Z')
const whole = (): WireReply => ({ body: sample('uefa-coefficients') })

async function openSource(answer: (request: SeenRequest) => WireReply, timeoutMs = 10_000) {
  const server = await new SampleServer(answer).listen()
  onTestFinished(() => server[Symbol.asyncDispose]())
  const clock = { now: AUGUST }
  const waits: number[] = []
  const log: unknown[] = []
  const source = createLiveCountryRanking({
    now: () => clock.now,
    url: `${server.url}/v2/coefficients`,
    timeoutMs,
    random: () => 0,
    sleep: async (ms) => {
      waits.push(ms)
    },
    log: (event, facts) => log.push({ event, facts }),
  })
  const later = (hours: number) => {
    clock.now = new Date(clock.now.getTime() + hours * HOUR_MS)
  }
  return { source, server, waits, log, later }
}

const source = createStaticCountryRanking()

test('the shipped table has its date and 55 countries, best first', async () => {
  const ranking = await source.ranking(2026)
  expect(ranking).toMatchObject({ source: 'UEFA', as_of: '2026-07-03', count: 55 })
  expect(ranking.items).toHaveLength(55)
  expect(ranking.items[0]).toEqual({ rank: 1, country: 'England', code: 'ENG', points: 119.519 })
  expect(ranking.items[54]).toEqual({ rank: 55, country: 'San Marino', code: 'SMR', points: 2.833 })
})

test('the shipped table matches the one that UEFA published', async () => {
  const member = z
    .object({
      member: z.object({ countryCode: z.string(), countryName: z.string() }),
      overallRanking: z.object({ position: z.number(), totalValue: z.number() }),
    })
    .transform(({ member, overallRanking }) => ({
      rank: overallRanking.position,
      country: member.countryName,
      code: member.countryCode,
      points: overallRanking.totalValue,
    }))
  const published = z.object({ data: z.object({ members: z.array(member) }) }).parse(sample('uefa-coefficients'))
    .data.members
  expect((await source.ranking(2026)).items).toEqual(published)
})

test('ranks count up and points never rise', () => {
  const { rows } = UEFA_TABLE
  expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_, index) => index + 1))
  const rises = rows.slice(1).filter((row, index) => row.points > (rows[index]?.points ?? 0))
  expect(rises).toEqual([])
})

test('a later year gets the newest table, an earlier one is refused', async () => {
  expect((await source.ranking(2027)).as_of).toBe('2026-07-03')
  expect((await failureOf(source.ranking(2025))).kind).toBe('bad_request')
})

test.each([
  ['England', 'ENG'],
  ['France', 'FRA'],
  ['Turkey', 'TUR'],
  ['Bosnia', 'BIH'],
  ['Ireland', 'IRL'],
  ['Faroe-Islands', 'FRO'],
  ['Macedonia', 'MKD'],
  ['Czech-Republic', 'CZE'],
  ['czech republic ', 'CZE'],
  ['Brazil', null],
  ['World', null],
  ['', null],
])('UEFA’s code of the feed’s « %s » is %s', (name, code) => {
  expect(uefaCodeOf(name)).toBe(code)
})

test('UEFA’s ranking is read completely, with the parameters that UEFA expects', async () => {
  const { source, server } = await openSource(whole)
  const ranking = await source.ranking(2026)
  expect(ranking).toMatchObject({ source: 'UEFA', as_of: '2026-07-03', count: 55 })
  expect(ranking.items[8]).toEqual({ rank: 9, country: 'Türkiye', code: 'TUR', points: 51.875 })
  expect(server.requests.map(({ path, query }) => ({ path, query }))).toEqual([
    {
      path: '/v2/coefficients',
      query: {
        coefficientType: 'MEN_ASSOCIATION',
        coefficientRange: 'OVERALL',
        seasonYear: '2026',
        page: '1',
        pagesize: '60',
        language: 'EN',
      },
    },
  ])
})

test('pages of any size are read until the ranking is complete', async () => {
  const { source, server } = await openSource(({ query }) => pageOf(Number(query.page), 20))
  const ranking = await source.ranking(2026)
  expect(ranking.items.map(({ rank }) => rank)).toEqual(Array.from({ length: 55 }, (_, index) => index + 1))
  expect(server.requests.map(({ query }) => query.page)).toEqual(['1', '2', '3'])
})

test('an endless list is abandoned after ten pages', async () => {
  const { source, server } = await openSource(() => pageOf(1, 20, '5000'))
  expect((await source.ranking(2026)).count).toBe(20)
  expect(server.requests).toHaveLength(10)
})

test('unreadable rows are dropped, and missing names, values, order and date have fallbacks', async () => {
  const { source } = await openSource(() => ({ body: sample('uefa-coefficients.odd') }))
  const ranking = await source.ranking(2026)
  expect(ranking).toMatchObject({ as_of: '2026-08-04', count: 10 })
  expect(ranking.items.map(({ rank, code }) => `${rank} ${code}`)).toEqual([
    '1 ENG',
    '2 ITA',
    '3 ESP',
    '4 GER',
    '5 FRA',
    '6 POR',
    '7 NED',
    '8 BEL',
    '9 TUR',
    '10 CZE',
  ])
  expect(ranking.items[8]).toEqual({ rank: 9, country: 'Türkiye', code: 'TUR', points: 51.9 })
})

test.each([429, 500, 502, 503, 504])('status %i is tried three times', async (status) => {
  const { source, server, waits } = await openSource(() => ({ status, body: '<html>' }))
  await source.ranking(2026)
  expect([server.requests.length, waits]).toEqual([3, [300, 600]])
})

test('a transient fault is not noticed', async () => {
  const replies: WireReply[] = [
    { status: 503, body: '' },
    { status: 429, body: '' },
  ]
  const { source, log } = await openSource(() => replies.shift() ?? whole())
  expect((await source.ranking(2026)).items[0]?.points).toBe(119.519)
  expect(log).toEqual([])
})

test.each<[name: string, reply: WireReply]>([
  ['a refusal', { status: 400, body: {} }],
  ['something else', { body: { data: [] } }],
  ['no JSON', { body: '<html>' }],
  ['too few countries', pageOf(1, 9, '9')],
  ['a closed connection', { fault: 'hang_up' }],
])('on %s the shipped table answers, at once', async (_name, reply) => {
  const { source, server, log } = await openSource(() => reply)
  expect(await source.ranking(2026)).toMatchObject({ source: 'UEFA', as_of: '2026-07-03', count: 55 })
  expect(server.requests).toHaveLength(1)
  expect(log).toMatchObject([{ event: 'country_ranking_not_read', facts: { year: 2026 } }])
})

test('no answer is a failure at the time limit of the whole reading', async () => {
  const { source, server } = await openSource(() => ({ fault: 'silence' }), 40)
  expect((await source.ranking(2026)).count).toBe(55)
  expect(server.requests).toHaveLength(1)
})

test('UEFA’s ranking is read at most once a day, and only once for concurrent callers', async () => {
  const { source, server, later } = await openSource(whole)
  await Promise.all([source.ranking(2026), source.ranking(2026)])
  later(23)
  await source.ranking(2026)
  expect(server.requests).toHaveLength(1)
  later(1)
  await source.ranking(2026)
  expect(server.requests).toHaveLength(2)
})

test('the last good copy answers while UEFA fails, and UEFA is asked again an hour later', async () => {
  const { source, server, later } = await openSource(() => ({ body: sample('uefa-coefficients.odd') }))
  const copy = await source.ranking(2026)
  server.answer = () => ({ status: 400, body: '' })
  later(24)
  expect(await source.ranking(2026)).toEqual(copy)
  expect(await source.ranking(2026)).toEqual(copy)
  expect(server.requests).toHaveLength(2)
  server.answer = whole
  later(1)
  expect((await source.ranking(2026)).count).toBe(55)
})

test('a year before the shipped table fails while UEFA does', async () => {
  const { source, server, later } = await openSource(() => ({ status: 503, body: '' }))
  expect(await failureOf(source.ranking(2024))).toMatchObject({ kind: 'temporary', message: 'UEFA: status 503' })
  expect((await failureOf(source.ranking(2024))).kind).toBe('temporary')
  expect(server.requests).toHaveLength(3)
  server.answer = whole
  later(1)
  expect((await source.ranking(2024)).count).toBe(55)
})

/** One page of the sample, of `size` rows. */
function pageOf(page: number, size: number, totalElements = '55'): WireReply {
  const { data } = sample('uefa-coefficients') as { data: { lastUpdateDate: string; members: unknown[] } }
  const members = data.members.slice((page - 1) * size, page * size)
  return { body: { data: { ...data, members }, meta: { collection: { totalElements } } } }
}
