import type { MatchScreen } from '@tribune/contract/matches.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { renderAlone } from '../../../web/src/testing/render.ts'
import { expectCount, open, press } from '../support/screen.ts'
import { target } from '../support/voting.ts'
import { allow } from '../support/wire.ts'
import { read, world } from '../support/world.ts'

const address = () => location.pathname + location.search
const NO_MATCH = /^404 \/api\/rpc\/get_match_screen\?match_id=424242$/

test.each(['/nulle-part', '/player', '/match/1/2', '/%F0%9F%A6%8A', '/Points%00', `/${'a'.repeat(2000)}`, '/un.point'])(
  'the unknown address %s has a page with a message and a link to the ranking',
  async (path) => {
    await open(path)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Hors-jeu !')
    await expect.element(page.getByText('Cette page n’existe pas, ou plus.', { exact: false })).toBeVisible()
    await expect.poll(() => document.title).toBe('Hors-jeu\u202f! · Tribune')
    await page.getByRole('link', { name: 'Voir le classement' }).click()
    await expect.poll(address).toBe('/rankings')
  },
)

/** Inner screens: where « Retour » leads fans who opened the screen directly. */
test.each([
  ['/privacy', '/profile'],
  ['/legal', '/profile'],
  ['/comptage', '/points'],
  ['/match/424242/decompte', '/match/424242'],
  ['/nulle-part', '/'],
  ['/player/abc', '/rankings'],
  ['/match/424242', '/'],
  ['/history', '/'],
])('back from %s opened cold leads to %s, and not round in circles', async (path, home) => {
  allow(NO_MATCH)
  await open('/points')
  await open(path)
  await page.getByRole('button', { name: 'Retour' }).click()
  await expect.poll(address).toBe(home)
  // The screen replaced its history entry: the entry before it is the earlier one.
  history.back()
  await expect.poll(address).toBe('/points')
})

describe('a title of its own', () => {
  test('has a match, by its teams', async () => {
    const match = await world.build({ home: 'GD Pedralvor', away: 'GD Vilamonte' })
    await open(`/match/${match.id}`)
    await expect.poll(() => document.title).toBe('GD Pedralvor – GD Vilamonte · Tribune')
  })

  test.each([
    ['/match/424242', 'Match 424242 non trouvé · Tribune'],
    ['/match/424242/decompte', 'Recompter ce match · Tribune'],
    ['/rankings', 'Classement · Tribune'],
    ['/points', 'Comment ça marche\u202f? · Tribune'],
    ['/comptage', 'Comment nous comptons · Tribune'],
    ['/profile', 'Profil · Tribune'],
  ])('has %s', async (path, title) => {
    allow(NO_MATCH)
    await open(path)
    await expect.poll(() => document.title).toBe(title)
  })
})

test('a new screen is read aloud by its title, and focus follows it', async () => {
  await open('/')
  const card = page.getByRole('main').css('a[href^="/match/"]').first()
  await expect.element(card).toBeVisible()
  const id = card.element().getAttribute('href')?.split('/').at(-1)
  const { match } = await read<MatchScreen>(`/api/rpc/get_match_screen?match_id=${id}`)
  const title = `${match.home_team} – ${match.away_team} · Tribune`
  await press(card, '{Enter}')
  await expect.poll(() => document.title).toBe(title)
  await expect.poll(readAloud).toContain(title)
  await expect.element(page.getByRole('main')).toHaveFocus()
  const points = page.getByRole('link', { name: 'Points', exact: true })
  await press(points, '{Enter}')
  await expect.poll(readAloud).toContain('Comment ça marche\u202f? · Tribune')
  await expect.element(points).toHaveFocus()
})

interface FrameTree {
  readonly frame: { readonly id: string; readonly url: string }
  readonly childFrames?: readonly FrameTree[]
}

/** The texts that a screen reader finds on the page, the title of the page itself left out. */
async function readAloud(): Promise<string[]> {
  const { frameTree } = (await cdp().send('Page.getFrameTree')) as { frameTree: FrameTree }
  const frames = [frameTree, ...(frameTree.childFrames ?? [])].map(({ frame }) => frame)
  const frameId = frames.at(-1)?.id ?? ''
  const { nodes } = (await cdp().send('Accessibility.getFullAXTree', { frameId })) as {
    nodes: readonly { readonly role?: { readonly value: string }; readonly name?: { readonly value: string } }[]
  }
  return nodes.filter((node) => node.role?.value === 'StaticText').map((node) => String(node.name?.value))
}

test('a part that throws a settled promise lets other tasks run, one of which may end the wait', async () => {
  const settled = Promise.resolve()
  let [isLoaded, thrown] = [false, 0]
  const Part = () => {
    if (isLoaded) return 'La suite est là'
    // Without an end, a failure would stop the browser.
    if (thrown === 1_000) return 'Rien d’autre ne passe'
    thrown += 1
    throw settled
  }
  onTestFinished(renderAlone(Part))
  setTimeout(() => {
    isLoaded = true
  }, 20)
  await expect.element(page.getByText('La suite est là')).toBeVisible()
})

interface Watcher {
  onclose: (() => void) | null
  requestClose(): void
  destroy(): void
}
const browser = window as unknown as { CloseWatcher: new () => Watcher }

/** Returns the watchers that wait for the gesture or button by which a phone goes back; it asks the newest before it leaves the screen. */
function watchersOfBack(): Watcher[] {
  const own = browser.CloseWatcher
  const waiting: Watcher[] = []
  browser.CloseWatcher = class extends own {
    constructor() {
      super()
      waiting.push(this)
    }
    override destroy() {
      super.destroy()
      waiting.splice(waiting.indexOf(this), 1)
    }
  }
  onTestFinished(() => {
    browser.CloseWatcher = own
  })
  return waiting
}

test('the phone’s back gesture closes an open dialog, and stays on the screen', async () => {
  const watchers = watchersOfBack()
  const { id, playerIds } = await world.build({ home: 'Stade Verval', away: 'AS Orlac' })
  await open(`/match/${id}`)
  await target(playerIds[0] ?? 0).click()
  const signIn = page.getByRole('dialog')
  await expect.element(signIn).toBeVisible()
  watchers.at(-1)?.requestClose()
  await expectCount(signIn, 0)
  expect(location.pathname).toBe(`/match/${id}`)
  await target(playerIds[0] ?? 0).click()
  await expect.element(signIn).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expectCount(signIn, 0)
  // A closed dialog no longer keeps the phone from going back.
  expect(watchers).toEqual([])
})
