import { QueryClient } from '@tanstack/react-query'
import type { Fan } from '@tribune/contract/accounts.ts'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { FollowTarget } from '@tribune/domain/home/follows.ts'
import { filterHome, orderHome } from '@tribune/domain/home/home-list.ts'
import { dayKey } from '@tribune/french/format/dates.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { meQuery } from '../../../data/session.ts'
import { homeFixture } from '../../../testing/home-fixture.ts'
import type { HomeList } from '../use-home.ts'
import { withOwnSections } from './followed-list.tsx'
import { readFollowsHere } from './follows-calls.ts'

const now = new Date('2025-11-22T20:00:00Z')
const [MINE, OTHER] = [1, 9]
const FOLLOWS: FollowTarget[] = [{ kind: 'club', id: MINE }]
let id = 0

function match(home_team_id: number, change: Partial<HomeFixture>): HomeFixture {
  id += 1
  return homeFixture({ match_id: id, home_team: `Club ${home_team_id}`, home_team_id, ...change })
}
const open = (club: number) => match(club, { status: 'live', minute: 70 })
const over = (club: number) => match(club, { status: 'finished', finished_at: '2025-11-22T12:00:00Z' })
const later = (club: number, day: string) => match(club, { match_date: `2025-11-${day}T20:00:00Z` })

/** The list as home derives it, without a filter. */
function listOf(all: readonly HomeFixture[]): HomeList {
  const matches = orderHome(filterHome(all, {}, now, dayKey), now)
  return { all, now, matches, votes: new Map(), filterKey: '', otherDay: false, upcomingToday: true, anyOpen: true }
}
const shown = (all: readonly HomeFixture[], follows = FOLLOWS) =>
  withOwnSections(listOf(all), follows).sections.map(({ title, form, matches }) => [
    title,
    form,
    matches.map(({ match_id }) => match_id),
  ])

test('open votes come first, those of « Mes clubs » on top; then « Mes clubs »; each match is in one section', () => {
  const [other, mine, seen, rest, locked, tonight, soon] = [
    open(OTHER),
    open(MINE),
    over(MINE),
    over(OTHER),
    match(MINE, { status: 'live', minute: 30 }),
    later(MINE, '22'),
    later(MINE, '26'),
  ]
  expect(shown([tonight, other, mine, seen, rest, locked, soon])).toEqual([
    ['Votes ouverts', 'cards', [mine.match_id, other.match_id]],
    ['Mes clubs', 'rows', [locked.match_id, tonight.match_id]],
    ['Matchs terminés', 'days', [seen.match_id, rest.match_id]],
  ])
})

test('a vote that is open after the whistle counts as open, one that has closed is no longer of « Mes clubs »', () => {
  const mine = match(MINE, { status: 'finished', finished_at: '2025-11-22T19:30:00Z' })
  expect(shown([mine, over(MINE)]).map(([title]) => title)).toEqual(['Votes ouverts', 'Matchs terminés'])
})

test('the list is in the order of its sections', () => {
  const all = [over(MINE), open(OTHER), later(MINE, '22'), over(OTHER), open(MINE)]
  const { matches, sections } = withOwnSections(listOf(all), FOLLOWS)
  expect(matches).toEqual(sections.flatMap((section) => section.matches))
})

test('nothing changes for a fan whose clubs do not play', () => {
  const all = [open(OTHER), over(OTHER)]
  expect(shown(all, [{ kind: 'club', id: 77 }])).toEqual(shown(all, []))
})

vi.mock('../fetch-parts.ts', () => ({ homeParts: async () => undefined }))

test.each([
  ['a fan who has signed out', 0, null],
  ['a fan whom another has replaced', 0, 'b'],
  ['the fan who is signed in', 1, 'a'],
])('the list of %s is read %i times', async (_case, reads, signedIn) => {
  const client = new QueryClient()
  const fan = signedIn === null ? null : ({ id: signedIn } as Fan)
  client.setQueryData(meQuery.queryKey, { identity_providers: [], captcha: null, fan })
  const fetch = vi.fn(async () => Response.json({ items: [] }))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  onTestFinished(() => void vi.unstubAllGlobals())
  await readFollowsHere(client, 'a')
  expect(fetch).toHaveBeenCalledTimes(reads)
})
