import { tallyOf } from '@tribune/domain/testing/tally.ts'
import type { FeedMatch, FeedPlayer } from '@tribune/football/feed.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast, tallyIn } from '../../../testing/ballots.ts'
import { detail, feedMatch, feedPlayer, seenAgain } from '../../../testing/feed.ts'
import { type SignedIn, signInAdmin, signInOne } from '../../../testing/people.ts'
import { completeBallots } from '../../../testing/recount.ts'
import { ingestCompetitions, ingestDetails } from '../../feed/ingestion/service.ts'

let server: TestServer
let admin: SignedIn
let fan: SignedIn
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  await ingestCompetitions(server.app)
  admin = await signInAdmin(server)
  fan = await signInOne(server)
})
afterAll(() => server.close())

type Side = 'home' | 'away'
/** A reading of the sheets: the sides that it has, and where it lists the two ids; on a side that it lacks, they are not listed. */
interface Sheet {
  readonly sides: readonly Side[]
  readonly alias: Side | null
  readonly person: Side | null
  readonly isNameless: boolean
}

const BOTH: Sheet = { sides: ['home', 'away'], alias: 'home', person: 'away', isNameless: false }
const side = fc.constantFrom<Side | null>('home', 'away', 'home', 'away', null)
const sheet: fc.Arbitrary<Sheet> = fc.record({
  sides: fc.constantFrom<readonly Side[]>(['home', 'away'], ['home'], ['away']),
  alias: side,
  person: side,
  isNameless: fc.boolean(),
})

/** A match of its own in which two ids are listed, one on each side. */
function stage() {
  const match = feedMatch(server.clock.now())
  const alias = feedPlayer(match, 'home', { shirt: 7, name: 'K. Rivoal', minutes: 80, rating: 7.1 })
  const person = feedPlayer(match, 'away', { shirt: 27, name: 'Kylian Rivoal', minutes: 10, rating: 6.2 })
  const others = (['home', 'away'] as const).flatMap((one) =>
    [8, 9, 10].map((shirt) => feedPlayer(match, one, { shirt, name: `Joueur ${shirt}` })),
  )
  return { match, alias, person, others }
}
type Staged = ReturnType<typeof stage>

const on = (match: FeedMatch, player: FeedPlayer, at: Side | null, isNameless: boolean): FeedPlayer[] =>
  at === null
    ? []
    : [{ ...player, ...(isNameless ? { name: '' } : {}), side: at, teamId: match[at].id, team: match[at].name }]

async function read({ match, alias, person, others }: Staged, { sides, ...where }: Sheet): Promise<void> {
  const players = [
    ...others,
    ...on(match, alias, where.alias, where.isNameless),
    ...on(match, person, where.person, where.isNameless),
  ].filter((player) => sides.includes(player.side))
  await ingestDetails(server.app, [detail(seenAgain(match, server.clock.now()), players)])
}

/** The lineup, in words that two staged matches share. */
async function lineupOf({ match, alias, person, others }: Staged) {
  const rows = await server.app.db.selectFrom('match_lineups').selectAll().where('match_id', '=', match.id).execute()
  const names = new Map([alias, person, ...others].map(({ id, side: own, shirt }) => [id, `${own} ${shirt}`]))
  return rows
    .map(({ match_id: _, team_id: __, player_team: ___, player_id, ...row }) => ({ ...row, who: names.get(player_id) }))
    .toSorted((one, other) => String(one.who).localeCompare(String(other.who)))
}

const act = (path: string, body: object) =>
  call(server, 'POST', `/api/rpc/${path}`, { cookie: admin.cookie, body: { ...body, reason: 'Deux fiches' } })

const countedAgain = async (id: number) =>
  expect(await tallyIn(server, id)).toEqual(tallyOf(await completeBallots(server.app.db, id)))

test('a person who played by one sheet is not struck by readings of the other one, on which the same person is idle', async () => {
  const staged = stage()
  const { match, alias, person } = staged
  await read(staged, BOTH)
  expect((await act('merge_players', { alias_id: alias.id, player_id: person.id })).statusCode).toBe(200)
  const idle = { ...staged, person: { ...person, minutes: 0 } }
  for (let reading = 0; reading < 3; reading += 1) {
    server.clock.advance(60_000)
    await read(idle, { ...BOTH, sides: ['away'] })
  }
  const row = (await lineupOf(staged)).find(({ who }) => who === 'away 27')
  expect(row).toMatchObject({ side: 'home', shirt: 7, minutes_played: 80, rating: 7.1 })
  expect(
    await server.app.db.selectFrom('did_not_play').select('player_id').where('match_id', '=', match.id).execute(),
  ).toEqual([])
})

test('a rating that the feed withdraws stays withdrawn after the undo', async () => {
  const staged = stage()
  const { alias, person } = staged
  await read(staged, BOTH)
  await act('merge_players', { alias_id: alias.id, player_id: person.id })
  await read({ ...staged, alias: { ...alias, rating: null } }, BOTH)
  await act('unmerge_players', { alias_id: alias.id })
  expect((await lineupOf(staged)).find(({ who }) => who === 'home 7')).toMatchObject({ rating: null })
})

test('two merged ids are one player after any sheets, and the undo leaves lineup and votes as sheets and fan would have', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sheet, { minLength: 1, maxLength: 5 }), async (sheets) => {
      const [merged, plain] = [stage(), stage()]
      const { match, alias, person, others } = merged
      for (const staged of [merged, plain]) await read(staged, BOTH)
      const [one = alias, two = person] = others
      const picks = [alias.id, one.id, two.id]
      expect((await cast(server, fan, match.id, picks)).statusCode).toBe(200)
      expect((await act('merge_players', { alias_id: alias.id, player_id: person.id })).statusCode).toBe(200)
      for (const next of sheets) {
        server.clock.advance(1_000)
        for (const staged of [merged, plain]) await read(staged, next)
        const [rows, apart] = [await lineupOf(merged), await lineupOf(plain)]
        const isOne = (row: (typeof apart)[number]) => row.shirt === 7 || row.shirt === 27
        const [played] = apart.filter(isOne).toSorted((a, b) => (b.minutes_played ?? 0) - (a.minutes_played ?? 0))
        expect(rows.filter(isOne)).toEqual(
          played === undefined ? [] : [{ ...played, who: 'away 27', player_name: 'Kylian Rivoal' }],
        )
        expect(rows.filter((row) => !isOne(row))).toEqual(apart.filter((row) => !isOne(row)))
        await countedAgain(match.id)
      }
      expect((await act('unmerge_players', { alias_id: alias.id })).statusCode).toBe(200)
      expect(await lineupOf(merged)).toEqual(await lineupOf(plain))
      const { vote } = (await call(server, 'GET', `/api/votes/${match.id}`, { cookie: fan.cookie })).json()
      expect(vote.top3.map(({ player_id }: { player_id: number }) => player_id)).toEqual(picks)
      await countedAgain(match.id)
    }),
    { numRuns: 15 },
  )
})
