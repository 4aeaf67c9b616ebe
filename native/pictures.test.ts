import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { APP } from './app.ts'
import { ASSETS, outdatedPictures, readMark } from './pictures.ts'

const ICON = `${ASSETS}/AppIcon.appiconset/AppIcon-512@2x.png`
const ICON_FAULT = `${ICON} is not as npm run native draws it`
const LAUNCHERS = 10
const SPLASHES = 3

const stored = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)))
const mark = readMark()

describe('the check of the pictures', () => {
  test('finds no fault in the stored pictures', async () => {
    expect(await outdatedPictures(APP, stored)).toEqual([])
  })

  test('finds all icons once the configuration has another colour, and no splash, which has no ground', async () => {
    const colours = { ...APP.colours, ground: '#102030' }
    const faults = await outdatedPictures({ ...APP, colours }, stored)
    expect(faults).toHaveLength(LAUNCHERS + 1)
    expect(faults.join()).not.toContain('splash')
  })

  test('finds every picture once the mark is drawn otherwise', async () => {
    const [first, ...others] = mark.steps
    const steps = [{ fill: '#112233', path: first?.path ?? '' }, ...others]
    expect(await outdatedPictures(APP, stored, { steps })).toHaveLength(LAUNCHERS + 1 + SPLASHES)
  })

  test.each([
    ['is no picture', async () => Buffer.from('not a picture')],
    ['has another size', () => sharp(stored(ICON)).resize(512).png().toBuffer()],
    ['has an alpha channel, which the App Store refuses', () => sharp(stored(ICON)).ensureAlpha().png().toBuffer()],
  ])('finds an icon that %s', async (_what, make) => {
    const icon = await make()
    const read = (path: string) => (path === ICON ? icon : stored(path))
    expect(await outdatedPictures(APP, read)).toEqual([ICON_FAULT])
  })

  test('finds an icon that is missing', async () => {
    const read = (path: string) => {
      if (path === ICON) throw new Error('no such file')
      return stored(path)
    }
    expect(await outdatedPictures(APP, read)).toEqual([ICON_FAULT])
  })
})
