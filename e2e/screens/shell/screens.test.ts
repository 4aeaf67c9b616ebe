import type { HomeFixture, MatchScreen } from '@tribune/contract/matches.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../../web/src/lib/http/query-client.ts'
import { HOME_ADDRESS } from '../../support/api.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { open } from '../support/screen.ts'
import { allow, refuse } from '../support/wire.ts'
import { read, world } from '../support/world.ts'

async function matchOf(status: string): Promise<string> {
  const { items } = await read<{ items: HomeFixture[] }>(HOME_ADDRESS)
  return `/match/${items.find((match) => match.status === status)?.match_id ?? 0}`
}

async function playerOnPitch(): Promise<string> {
  const id = await world.stage()
  const { players } = await read<MatchScreen>(`/api/rpc/get_match_screen?match_id=${id}`)
  return `/player/${players[0]?.player_id ?? 0}`
}

/** Screens by their name, with their address and what is there once they are drawn. */
const SCREENS: readonly (readonly [name: string, path: string | (() => Promise<string>), drawn: string])[] = [
  ['home', '/', '#matchs li'],
  ['a match open to votes', async () => `/match/${await world.stage()}`, '[data-player]'],
  ['a finished match', () => matchOf('finished'), 'h1'],
  ['a match to come', () => matchOf('upcoming'), 'h1'],
  ['a match that does not exist', '/match/424242', 'h1'],
  ['the recount of a match that does not exist', '/match/424242/decompte', 'main [role=alert]'],
  ['rankings', '/rankings', 'main li'],
  ['a player', playerOnPitch, 'main h1'],
  ['points', '/points', 'main table'],
  ['how we count', '/comptage', 'main table'],
  ['the profile, signed out', '/profile', 'main form'],
  ['an unknown address', '/nulle-part', 'h1'],
]

/** Addresses outside the product that the page has asked, or would ask. */
function strangers(): string[] {
  const asked = performance.getEntriesByType('resource').map(({ name }) => name)
  const named = [...document.querySelectorAll<HTMLImageElement>('#root [src]')].map(({ src }) => src)
  return [...asked, ...named].filter((one) => !one.startsWith(location.origin) && !one.startsWith('data:'))
}

test.each(SCREENS)(
  '%s has no accessibility violation, calls only our server, and fits a small phone',
  async (name, path, drawn) => {
    allow(/^404 \/api\/rpc\/get_match_screen\?match_id=424242$/)
    const at = typeof path === 'string' ? path : await path()
    performance.clearResourceTimings()
    await open(at)
    await expect.element(page.css(drawn).first()).toBeInTheDocument()
    await expect.poll(() => queryClient.isFetching()).toBe(0)
    await expect
      .poll(() => [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'))
      .toBe(true)
    await expectNoViolation(name)
    await expectToFit(SMALL_PHONE)
    expect(strangers()).toEqual([])
  },
)

test('the season is added up on the phone when its ranking cannot be read', async () => {
  const leader = page.getByRole('main').getByRole('listitem').first().getByRole('link')
  await open('/rankings')
  await expect.element(leader).toHaveAttribute('href', expect.stringMatching(/^\/player\//))
  const address = leader.element().getAttribute('href') ?? ''
  refuse(/^\/api\/rpc\/get_season_ranking_corrected/)
  await open('/rankings')
  // Every row of the season is read once, built for this fan alone: on a busy machine that may take longer than any screen.
  await expect.element(leader, { timeout: 30_000 }).toHaveAttribute('href', address)
})

test('home falls back on the stored list, and shows an error only if that fails too', async () => {
  refuse(/^\/api\/rpc\/get_home_matches/)
  await open('/')
  await expect.element(page.css('#matchs li').first()).toBeVisible()
  refuse(/^\/api\/home_fixtures/)
  await open('/')
  await expect.element(page.getByText('Erreur de chargement des matchs :', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Réessayer' })).toBeVisible()
})
