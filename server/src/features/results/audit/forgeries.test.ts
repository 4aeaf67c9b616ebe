import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  ended,
  lines,
  type PublicRecord,
  type Published,
  parse,
  podiums,
  secondRecountForFile,
} from '../../../testing/second-recount.ts'

const parts = secondRecountForFile()
const { ask, problemsOf, problemsOfLog, rootOf, publicOf, logNow, build, castAll, buildTied, write } = parts

describe('a forged record', () => {
  let ids: readonly number[]
  let tied: Published
  let few: Published
  beforeAll(async () => {
    const match = await buildTied()
    ids = match.playerIds
    const fewer = await build()
    await castAll(fewer, podiums(fewer, 'ABC BAC CAB'))
    await write()
    tied = await publicOf(match.id)
    few = await publicOf(fewer.id)
  })

  type Forge = (record: PublicRecord, all: string[]) => unknown
  /** Problems of a record and ballots that were changed. */
  function forged(forge: Forge, { body, ballots } = tied): Promise<string[]> {
    const record = parse(body)
    const all = lines(ballots ?? '')
    forge(record, all)
    return problemsOf({ body: JSON.stringify(record), ballots: ballots === null ? null : ended(all) })
  }
  /** The same with the hash, size and root of the changed ballots. */
  async function sealed(forge: Forge): Promise<string[]> {
    const record = parse(tied.body)
    const all = lines(some(tied.ballots))
    forge(record, all)
    const hash = await ask<string>(sql`recount.hex(sha256(recount.utf8(${ended(all)})))`)
    record.ballots = { hash, size: all.length, root: await rootOf(record, all) }
    return problemsOf({ body: JSON.stringify(record), ballots: ended(all) })
  }
  const some = <T>(value: T | null | undefined): T => {
    if (value === null || value === undefined) throw new Error('nothing to forge')
    return value
  }
  const swap = (all: readonly unknown[] | null, at: number) =>
    (all as unknown[]).splice(at, 2, all?.[at + 1], all?.[at])
  const edit = (all: string[], at: number, change: (line: string) => string) => all.splice(at, 1, change(some(all[at])))
  const player = ({ players }: PublicRecord, index: number) => some(players.find(({ id }) => id === ids[index]))
  const set = (object: object | null | undefined, values: object) => Object.assign(some(object), values)
  const ZEROS = '0'.repeat(64)

  test('is detected by one byte of a line', async () => {
    const other = (salt: string) => `${salt.slice(0, -1)}${salt.endsWith('0') ? 1 : 0}`
    const problems = await forged((_, all) => edit(all, 3, (line) => line.replace(/"salt":"./, other)))
    expect(problems).toEqual(expect.arrayContaining(['ballots: hash', 'ballots: root']))
  })

  test('is detected by a line that is removed', async () => {
    const problems = await forged((_, all) => all.pop())
    expect(problems).toEqual(expect.arrayContaining(['ballots: hash', 'ballots: size', 'ballots: root']))
    const counted = await sealed((_, all) => all.pop())
    expect(counted).toEqual(['record: counted', 'record: tally', 'record: ranking'])
  })

  const FORGERIES: [string, string, Forge][] = [
    ['another hash', 'ballots: hash', ({ ballots }) => set(ballots, { hash: ZEROS })],
    ['another root', 'ballots: root', ({ ballots }) => set(ballots, { root: ZEROS })],
    ['another size', 'ballots: size', ({ ballots }) => set(ballots, { size: 13 })],
    ['one more field of the ballots', 'record: ballots', ({ ballots }) => set(ballots, { more: 1 })],
    ['one more ballot set aside', 'record: set_aside', (record) => set(record, { set_aside: 1 })],
    ['one more ballot counted', 'record: counted', (record) => set(record, { counted: 15 })],
    ['one more first place', 'record: tally', ({ tally }) => set(tally?.[0], { firsts: 2 })],
    ['a tally in another order', 'record: tally', ({ tally }) => swap(tally, 0)],
    ['players who change places', 'record: ranking', ({ ranking }) => swap(ranking, 0)],
    ['tied players in another order', 'record: ranking', ({ ranking }) => swap(ranking, 2)],
    ['another rank', 'record: ranking', ({ ranking }) => set(ranking[3], { rank: 4 })],
    ['another score', 'record: ranking', ({ ranking }) => set(ranking[3], { score: 8 })],
    ['points rounded down', 'record: ranking', ({ ranking }) => set(ranking[4], { points: 57 })],
    ['another coefficient', 'record: ranking', (record) => set(record, { coefficient: 1.16 })],
    ['a player who did not play', 'record: ranking', (record) => set(player(record, 0), { played: false })],
    ['another rating', 'record: ranking', (record) => set(player(record, 6), { rating: 5.5 })],
    ['a player who is there twice', 'record: players', ({ players }) => players.push(some(players[0]))],
    ['one more field of a player', 'record: players', ({ players }) => set(players[0], { more: 1 })],
    ['another source', 'record: source', (record) => set(record, { source: 'ratings_fallback' })],
    ['a reason against votes', 'record: source', (record) => set(record, { reason: 'no_ratings' })],
    ['more reasons than ballots', 'record: reasons', (record) => set(record, { reasons: { network: 3 } })],
    ['reasons in another order', 'record: reasons', (record) => set(record, { set_aside: 6, reasons: { z: 3, a: 3 } })],
    [
      'a reason with few ballots',
      'record: reasons',
      (record) => set(record, { set_aside: 2, reasons: { network: 2 } }),
    ],
    ['another version', 'record: version', (record) => set(record, { version: 2 })],
    ['neither a final nor a provisional result', 'record: provisional', (record) => set(record, { provisional: null })],
    ['one more field', 'record: fields', (record) => set(record, { more: 1 })],
  ]
  test.each(FORGERIES)('is detected by %s', async (_, problem, forge) => expect(await forged(forge)).toEqual([problem]))

  test('is detected by unsorted or repeated lines', async () => {
    expect(await sealed((_, all) => swap(all, 0))).toEqual(['ballots: order at line 2'])
    expect(await sealed((_, all) => all.unshift(some(all[0])))).toContain('ballots: order at line 2')
  })

  test('is detected by a line of another form, or with a player twice', async () => {
    const spaced = await sealed((_, all) => edit(all, 0, (line) => line.replace(',', ', ')))
    expect(spaced).toContain('ballots: line 1')
    const same = await sealed((_, all) => edit(all, 0, (line) => line.replace(/(\d+),"second":\d+/, '$1,"second":$1')))
    expect(same).toContain('ballots: line 1')
    expect(await problemsOf({ ...tied, ballots: some(tied.ballots).trimEnd() })).toEqual(['ballots: no lines'])
  })

  test('is detected by a status', async () => {
    const problems = await sealed((_, all) => edit(all, 0, (line) => line.replace('counted', 'set_aside')))
    expect(problems).toEqual(expect.arrayContaining(['record: counted', 'record: set_aside', 'record: tally']))
  })

  test('is detected by a void id that is first on a ballot, below different players, or on no ballot', async () => {
    const voided = async (index: number) => {
      const id = some(ids[index])
      return [`record: void ${id}`, await forged((record) => record.void.push(id))] as const
    }
    const [[first, firsts], [below, belows], [none, nones]] = [await voided(0), await voided(1), await voided(13)]
    expect(firsts).toContain(first)
    expect(belows).toContain(below)
    expect(nones).toEqual([none])
  })

  test('is detected by its form', async () => {
    const { body } = tied
    expect(await problemsOf({ ...tied, body: body.replace(',', ', ') })).toEqual(['record: space'])
    expect(await problemsOf({ ...tied, body: body.slice(1) })).toEqual(['record: no JSON'])
    expect(await problemsOf({ ...tied, body: '[]' })).toEqual(['record: no JSON'])
    const invalid = [expect.stringMatching(/^record: invalid input syntax/)]
    expect(await problemsOf({ ...tied, body: body.replace('"attempt":1', '"attempt":"x"') })).toEqual(invalid)
  })

  test('is detected by ballots that are hidden, or shown despite their small number', async () => {
    expect(await problemsOf({ ...tied, ballots: null })).toEqual(['ballots: no lines'])
    const shown = ['record: ballots despite few']
    expect(await problemsOf({ ...few, ballots: tied.ballots })).toEqual(shown)
    for (const values of [{ tally: [] }, { ballots: parse(tied.body).ballots }, { void: [1] }])
      expect(await forged((record) => set(record, values), few)).toEqual(shown)
    expect(await forged(({ ranking }) => set(ranking[0], { score: 0 }), few)).toEqual(['record: ranking'])
  })

  test('is not what the log says', async () => {
    const { entries } = await logNow()
    const { match } = parse(tied.body)
    const newest = sql`recount.newest_entry(${entries}, ${match})`
    const differs = (body: string) => ask(sql`recount.check_entry(${newest}, ${body})`)
    const provisional = tied.body.replace('"provisional":false', '"provisional":true')
    expect(await differs(tied.body)).toEqual([])
    expect(await differs(provisional)).toEqual(['entry: record', 'entry: match'])
    expect(await differs(few.body)).toEqual(['entry: record', 'entry: match', 'entry: ballots'])
  })
})

describe('a forged log', () => {
  let now: Awaited<ReturnType<typeof logNow>>
  beforeAll(async () => {
    now = await logNow()
  })
  const forged = (forge: (all: string[]) => unknown) => {
    const all = lines(now.entries)
    forge(all)
    return problemsOfLog(ended(all), now.checkpoint)
  }

  test('is detected by an entry that is edited', async () => {
    expect(await forged((all) => all.splice(1, 1, String(all[1]).replace('"attempt":1', '"attempt":2')))).toEqual([
      'log: root',
    ])
    expect(await forged((all) => all.splice(1, 1, String(all[1]).replace('"published"', '"other"')))).toEqual([
      'log: entry 1',
      'log: root',
    ])
  })

  test('is detected by entries that are removed or change places', async () => {
    expect(await forged((all) => all.pop())).toEqual(['log: size', 'log: root'])
    expect(await forged((all) => all.splice(0, 2, String(all[1]), String(all[0])))).toEqual([
      'log: entry 0',
      'log: entry 1',
      'log: root',
    ])
  })

  test('is detected by its checkpoint', async () => {
    const { entries, checkpoint } = now
    expect(await problemsOfLog(entries, checkpoint.replace(/\n\d+\n/, '\n1\n'))).toEqual(['log: size'])
    expect(await problemsOfLog(entries, checkpoint.replace(/\n[^\n]{43}=\n/, `\n${'A'.repeat(43)}=\n`))).toEqual([
      'log: root',
    ])
    expect(await problemsOfLog(entries, checkpoint.replace('\n\n', '\n'))).toEqual(['log: checkpoint'])
    expect(await problemsOfLog(entries.trimEnd(), checkpoint)).toEqual(['log: lines'])
  })

  test('is detected by a first entry that does not continue the previous log', async () => {
    const goesOn = now.checkpoint.replaceAll(/(\/audit\/\d+)/g, '$1.2')
    expect(await problemsOfLog(now.entries, goesOn)).toEqual(['log: entry 0'])
  })
})
