import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { BuiltMatch } from '@tribune/server/testing/builders.ts'
import sharp from 'sharp'
import { openLiveMatch } from './support/api.ts'
import { scrollPage } from './support/home.ts'
import { choose, target } from './support/match.ts'
import { hideActions } from './support/push.ts'
import { DESKTOP, HOME_READ, LONG_NAME, NAMES, PHONE, STRANGE_NAMES, THEMES } from './support/samples.ts'
import { test, type World } from './support/world.ts'

/** `npm run pictures`: all screens and states as pictures for review, in both themes, on a phone and on a desktop. */
const FOLDER = fileURLToPath(new URL('../pictures', import.meta.url))
const APP = fileURLToPath(new URL('../web/public', import.meta.url))
const README = fileURLToPath(new URL('../docs/pictures/phone.webp', import.meta.url))
const ONLY = process.env.ONLY?.split(',')
const SIZES = { phone: PHONE, desk: DESKTOP } as const
const ROOM = { locale: 'fr-FR', timezoneId: 'Europe/Paris', reducedMotion: 'reduce' } as const

interface Shot {
  readonly name: string
  readonly path: string
  readonly act?: (page: Page) => Promise<unknown>
  /** Whether to take the whole page, not only the first viewport. */
  readonly whole?: true
}

/** A refusal that is not retried, so that the error shows at once. */
const fail = (address: string) => (page: Page) =>
  page.route(address, (route) => route.fulfill({ status: 400, body: '{}' }))
const hang = (address: string) => (page: Page) => page.route(address, () => undefined)
const empty = (address: string) => (page: Page) =>
  page.route(address, (route) => route.fulfill({ json: { items: [], total: 0 } }))

/** A fan's own ballot that is set aside, as the server presents it. */
function asideBallot({ id, playerIds }: BuiltMatch) {
  const at = '2026-11-29T20:00:00.000Z'
  const top3 = playerIds.slice(0, 3).map((player_id, index) => ({
    position: index + 1,
    player_id,
    player_name: NAMES[index],
    team: 'Stade Clairmont',
  }))
  const set_aside = { reason: 'network', review: 'possible' }
  return { vote: { id: 'own', match_id: id, top3, complete: true, created_at: at, updated_at: at, set_aside } }
}

async function homeShots(): Promise<Shot[]> {
  return [
    { name: 'home', path: '/', whole: true },
    { name: 'home-loading', path: '/', act: hang(HOME_READ) },
    {
      name: 'home-error',
      path: '/',
      act: async (page) => {
        await fail(HOME_READ)(page)
        await fail('**/api/home_fixtures**')(page)
      },
    },
    { name: 'home-empty', path: '/', act: empty(HOME_READ) },
  ]
}

async function matchShots(world: World): Promise<Shot[]> {
  const [home, away] = ['Stade Clairmont', 'AS Belleroche']
  const open = await world.build({ home, away, score: [2, 1], players: 32 })
  const counted = await world.build({ home, away, score: [3, 0], players: 30, names: STRANGE_NAMES })
  const [first = 0, second = 0, third = 0] = counted.playerIds
  await world.vote(
    counted.id,
    Array.from({ length: 12 }, (_, index) => (index < 8 ? [first, second, third] : [second, first, third])),
  )
  await world.finish(counted.id, 70)
  const of = async (state: Parameters<World['build']>[0]) =>
    `/match/${(await world.build({ home, away, ...state })).id}`
  const rated = await world.build({ home, away, score: [1, 2], names: STRANGE_NAMES, rating: 6.8 })
  await world.vote(rated.id, [rated.playerIds.slice(0, 3)])
  await world.finish(rated.id, 70)
  const stuffed = await world.build({ home, away, score: [2, 1], names: NAMES, rating: 7 })
  await world.stuff(stuffed, 120, 90)
  await world.finish(stuffed.id, 70)
  return [
    { name: 'match-open', path: `/match/${open.id}`, whole: true },
    { name: 'match-message', path: `/match/${open.id}#message=opening.proof`, act: hideActions },
    { name: 'match-locked', path: await of({ minute: 31, score: [0, 0] }) },
    { name: 'match-half-time', path: await of({ minute: 45, period: 'HT', score: [0, 1] }) },
    { name: 'match-upcoming', path: await of({ status: 'upcoming', kickoffIn: 120 }) },
    { name: 'match-after', path: await of({ status: 'finished', finishedAgo: 12, score: [1, 1] }) },
    { name: 'match-counted', path: `/match/${counted.id}`, whole: true },
    {
      name: 'match-reveal',
      path: `/match/${counted.id}`,
      act: async (page) => {
        await world.signIn(page)
        await page.route(`**/api/votes/${counted.id}`, (route) => route.fulfill({ json: asideBallot(counted) }))
      },
    },
    { name: 'match-ratings', path: `/match/${rated.id}`, whole: true },
    {
      name: 'match-provisional',
      path: `/match/${stuffed.id}`,
      whole: true,
      act: async (page) => {
        await world.signIn(page)
        await page.addInitScript((id) => localStorage.setItem('tribune-reveals', `[[${id},1,1]]`), stuffed.id)
        await page.route(`**/api/votes/${stuffed.id}`, (route) => route.fulfill({ json: asideBallot(stuffed) }))
      },
    },
    { name: 'match-postponed', path: await of({ status: 'postponed', postponedFor: 4_000 }) },
    { name: 'match-cancelled', path: await of({ status: 'cancelled' }) },
    { name: 'match-suspended', path: await of({ status: 'suspended', minute: 34, score: [0, 0] }) },
    // The record is written soon after the result.
    { name: 'match-recount', path: `/match/${counted.id}/decompte`, whole: true },
    { name: 'match-no-lineup', path: await of({ players: 0 }) },
    {
      name: 'match-long-names',
      path: await of({ home: LONG_NAME, away: `Sporting ${LONG_NAME}`, names: STRANGE_NAMES }),
    },
    { name: 'match-120', path: await of({ players: 120 }) },
    { name: 'match-not-found', path: '/match/424242' },
    { name: 'match-loading', path: `/match/${open.id}`, act: hang('**/api/rpc/get_match_screen**') },
    { name: 'match-error', path: `/match/${open.id}`, act: fail('**/api/rpc/get_match_screen**') },
  ]
}

async function otherShots(world: World): Promise<Shot[]> {
  const { playerIds } = await world.build({ names: STRANGE_NAMES, status: 'upcoming', kickoffIn: 240 })
  const ranking = '**/api/rpc/get_season_ranking_corrected**'
  const leader = (await (await fetch(`${world.url}/api/rpc/get_season_ranking_corrected?p_limit=1`)).json()) as {
    items: { player_id: number }[]
  }
  return [
    { name: 'rankings', path: '/rankings' },
    { name: 'rankings-loading', path: '/rankings', act: hang(ranking) },
    { name: 'rankings-empty', path: '/rankings', act: empty(ranking) },
    { name: 'history', path: '/history' },
    { name: 'history-loading', path: '/history', act: hang(HOME_READ) },
    { name: 'player', path: `/player/${leader.items[0]?.player_id ?? 0}`, whole: true },
    { name: 'player-no-match', path: `/player/${playerIds[0] ?? 0}` },
    { name: 'player-not-found', path: '/player/424242424' },
    { name: 'points', path: '/points', whole: true },
    { name: 'counting', path: '/comptage', whole: true },
    { name: 'privacy', path: '/privacy' },
    { name: 'legal', path: '/legal' },
    { name: 'profile', path: '/profile' },
    { name: 'profile-fan', path: '/profile', whole: true, act: (page) => world.signIn(page) },
    { name: 'not-found', path: '/nulle-part' },
  ]
}

/** Waits until the screen is rendered, but not for an answer that is held on purpose, nor for the last page of a long list. */
async function isStill(page: Page, { act }: Shot): Promise<void> {
  if (act === undefined) {
    await expect(page.locator('h1').first()).toBeAttached()
    await expect(page.locator('span.breathe')).toHaveCount(0)
  }
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
}

const photosDrawn = () => [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')

/** Space around the screens of README's picture, roundness of their corners, in CSS pixels, and the colour behind them. */
const MARGIN = 22
const RADIUS = 22
const WALL = '#d9d3c5'

/** Puts screenshots of a phone side by side, as sharp as on a usual screen. */
async function saveSideBySide(screenshots: readonly Buffer[]): Promise<void> {
  const { width, height } = PHONE
  const corners = Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${RADIUS}"/></svg>`,
  )
  const screens = await Promise.all(
    screenshots.map(async (screenshot, index) => ({
      input: await sharp(screenshot)
        .resize(width, height)
        .composite([{ input: corners, blend: 'dest-in' }])
        .png()
        .toBuffer(),
      left: MARGIN + index * (width + MARGIN),
      top: MARGIN,
    })),
  )
  const wall = { width: screens.length * (width + MARGIN) + MARGIN, height: height + 2 * MARGIN, background: WALL }
  await sharp({ create: { ...wall, channels: 3 } })
    .composite(screens)
    .webp({ quality: 85, smartSubsample: true })
    .toFile(README)
}

/**
 * `ONLY=manifest npm run pictures`: those that the app's manifest shows before an installation, of the feed's own matches and a fan who has voted, and that
 * of README.
 */
test('pictures of the manifest', async ({ browser, world }) => {
  test.skip(ONLY?.includes('manifest') !== true)
  const { match, players } = await openLiveMatch(world)
  // The phone last: by then the server has fetched the photos.
  for (const [size, viewport] of Object.entries(SIZES).reverse()) {
    const page = await browser.newPage({ ...ROOM, viewport, colorScheme: 'light', baseURL: world.url })
    const take = async (name: string) => {
      await isStill(page, { name, path: '' })
      await expect.poll(() => page.evaluate(photosDrawn)).toBe(true)
      return page.screenshot()
    }
    const save = async (name: string) => {
      const picture = await take(name)
      await sharp(picture).webp({ quality: 80, smartSubsample: true }).toFile(`${APP}/screen-${size}-${name}.webp`)
      return picture
    }
    await world.signIn(page)
    await page.goto('/')
    const home = await save('home')
    await page.goto('/rankings')
    const ranking = size === 'phone' ? await save('ranking') : null
    await page.goto(`/match/${match.match_id}`)
    const three = players.slice(0, 3).map(({ player_id }) => player_id)
    await expect(target(page, three[0] ?? 0)).toBeVisible()
    await choose(page, ...three)
    await expect(page.getByText('Enregistré', { exact: true })).toBeVisible()
    await expect(page.getByText('Vote complet enregistré ! 🎉')).toBeHidden()
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await scrollPage(page, 0)
    await save('match')
    await page.emulateMedia({ colorScheme: 'dark' })
    if (ranking !== null) await saveSideBySide([home, await take('match'), ranking])
    await page.close()
  }
})

test('pictures of every screen', async ({ browser, world, complaints }) => {
  // The failures among the states.
  complaints.allow(/^40[04] /)
  mkdirSync(FOLDER, { recursive: true })
  const shots = [...(await homeShots()), ...(await matchShots(world)), ...(await otherShots(world))]
  for (const shot of shots.filter(({ name }) => ONLY?.some((start) => name.startsWith(start)) ?? true)) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      for (const colorScheme of THEMES) {
        const page = await browser.newPage({ ...ROOM, viewport, colorScheme, baseURL: world.url })
        await shot.act?.(page)
        await page.goto(shot.path)
        await isStill(page, shot)
        const path = `${FOLDER}/${shot.name}-${size}-${colorScheme}.png`
        await page.screenshot({ path, fullPage: shot.whole === true && size === 'phone' })
        await page.close()
      }
    }
  }
})
