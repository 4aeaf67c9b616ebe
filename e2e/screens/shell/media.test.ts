import type { MatchScreen } from '@tribune/contract/matches.ts'
import { expect, onTestFinished, test } from 'vitest'
import { commands } from 'vitest/browser'
import { open } from '../support/screen.ts'
import { watchShifts } from '../support/shifts.ts'
import { askDirectly } from '../support/wire.ts'
import { read, world } from '../support/world.ts'

const PICTURES = '**/media/**'
const STORED_PICTURE = /\/media\/(players|teams|competitions)\/-?\d+\/(48|96|192)\.webp\?v=[0-9a-f]{12}$/

/** Counts the images in view: our pictures, drawings, and frames with nothing in them. */
function look(): { own: number; drawn: number; empty: number } {
  const seen = { own: 0, drawn: 0, empty: 0 }
  for (const image of document.querySelectorAll<HTMLImageElement>('main img')) {
    const { top, bottom } = image.getBoundingClientRect()
    if (bottom < 0 || top > innerHeight || !image.checkVisibility({ opacityProperty: true })) continue
    const isEmpty = !image.complete || image.naturalWidth === 0
    seen[isEmpty ? 'empty' : image.src.startsWith('data:') ? 'drawn' : 'own'] += 1
  }
  return seen
}

/** A live match of the feed, with photos. */
const staged = async () => read<MatchScreen>(`/api/rpc/get_match_screen?match_id=${await world.stage()}`)

test('photos and crests are loaded from our server, in a size that fits the frame', async () => {
  const { match, players } = await staged()
  const photos = players.flatMap(({ photo_url }) => (photo_url === null ? [] : [photo_url]))
  const typeOf = async (photo: string) => (await askDirectly(photo)).headers.get('content-type')
  const ready = async () => (await Promise.all(photos.map(typeOf))).filter((type) => type === 'image/webp').length
  await expect.poll(ready, { timeout: 30_000 }).toBeGreaterThan(photos.length / 2)
  performance.clearResourceTimings()
  await open(`/match/${match.match_id}`)
  await expect.poll(() => look().own).toBeGreaterThan(3)
  await expect.poll(() => look().empty).toBe(0)
  const asked = performance.getEntriesByType('resource').map(({ name }) => name)
  const named = [...document.images].map(({ src }) => src)
  const media = [...asked, ...named].filter((address) => address.includes('/media/'))
  expect(media.length).toBeGreaterThan(3)
  expect(media.filter((address) => !STORED_PICTURE.test(address))).toEqual([])
})

test('a picture that fails to load leaves its drawing', async () => {
  const { match } = await staged()
  await commands.cut(PICTURES)
  onTestFinished(() => commands.mend(PICTURES))
  await open(`/match/${match.match_id}`)
  await expect.poll(() => look().drawn).toBeGreaterThan(3)
  // Not all fail at the same time.
  await expect.poll(look).toMatchObject({ own: 0, empty: 0 })
})

test('a picture that loads late replaces its drawing in place', async () => {
  const { match } = await staged()
  await commands.stall(PICTURES)
  onTestFinished(() => commands.mend(PICTURES))
  await open(`/match/${match.match_id}`)
  await expect.poll(() => look().drawn).toBeGreaterThan(3)
  expect(look().own).toBe(0)
  const expectStill = watchShifts()
  await commands.mend(PICTURES)
  await expect.poll(() => look().own).toBeGreaterThan(3)
  await expectStill()
})
