import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { NativeApp } from './app.ts'

/** The drawing from which all icons and the splash are made: the product's favicon, which browsers show too. */
const DRAWING = new URL('../web/public/favicon.svg', import.meta.url)
const STEP = /<path fill="(#[\da-f]{6})" d="([^"]+)"/g

/** The three steps of the podium in a square of 48 units. */
export interface Mark {
  readonly steps: readonly { readonly fill: string; readonly path: string }[]
}

/** Reads the mark from the product's drawing. Throws if it no longer has three steps. */
export function readMark(svg = readFileSync(DRAWING, 'utf8')): Mark {
  const steps = [...svg.matchAll(STEP)].map(([, fill = '', path = '']) => ({ fill, path }))
  if (steps.length !== 3) throw new Error('The drawing of the mark does not have three steps')
  return { steps }
}

/** Returns the mark as an SVG of `size` pixels a side, of which its square takes `share`. `ground` is its background; `radius` is a share of the side. */
function drawMark({ steps }: Mark, size: number, share: number, ground?: { colour: string; radius: number }): string {
  const scale = (size * share) / 48
  // The steps stand a little below the middle of their square, so the mark moves up by 3 units.
  const [x, y] = [size / 2 - 24 * scale, size / 2 - 27 * scale]
  const back =
    ground === undefined
      ? ''
      : `<rect width="${size}" height="${size}" rx="${size * ground.radius}" fill="${ground.colour}"/>`
  const paths = steps.map(({ fill, path }) => `<path fill="${fill}" d="${path}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${back}<g transform="translate(${x} ${y}) scale(${scale})">${paths}</g></svg>`
}

/** Sides of the launcher icon for Android 7 and older, which have no adaptive icons, in pixels by density. */
const DENSITIES = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 } as const
/** Side of the mark on the launch screen of iOS, in points. */
const SPLASH_PT = 192
const SCALES = [1, 2, 3] as const
const RES = 'android/app/src/main/res'
export const ASSETS = 'ios/App/App/Assets.xcassets'

function splashName(scale: number): string {
  return scale === 1 ? 'splash.png' : `splash@${scale}x.png`
}

/** Draws every picture from the mark, as PNG by path. On one machine, the same mark gives the same bytes. */
export async function drawPictures({ colours }: NativeApp, mark = readMark()): Promise<ReadonlyMap<string, Buffer>> {
  const drawn = new Map<string, Buffer>()
  const draw = async (path: string, svg: string) => drawn.set(path, await toPng(svg))
  const ground = (radius: number) => ({ colour: colours.ground, radius })
  for (const [density, side] of Object.entries(DENSITIES)) {
    await draw(`${RES}/mipmap-${density}/ic_launcher.png`, drawMark(mark, side, 0.72, ground(0.22)))
    await draw(`${RES}/mipmap-${density}/ic_launcher_round.png`, drawMark(mark, side, 0.62, ground(0.5)))
  }
  const icon = sharp(Buffer.from(drawMark(mark, 1024, 0.72, ground(0))))
  // The App Store refuses an icon with an alpha channel.
  drawn.set(
    `${ASSETS}/AppIcon.appiconset/AppIcon-512@2x.png`,
    await icon.removeAlpha().png({ compressionLevel: 9 }).toBuffer(),
  )
  for (const scale of SCALES) {
    await draw(`${ASSETS}/Splash.imageset/${splashName(scale)}`, drawMark(mark, SPLASH_PT * scale, 0.8))
  }
  return drawn
}

function toPng(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
}

/** Maximum difference of a channel, from 0 to 255, between two drawings of a picture: machines round the edges of shapes differently. */
const ROUNDING = 8

/**
 * Returns a message for each stored picture that differs from what `npm run native` draws. Compares pixels, not bytes.
 * @param read Reads a file of the native projects. Throws if the file does not exist.
 */
export async function outdatedPictures(
  app: NativeApp,
  read: (path: string) => Buffer,
  mark = readMark(),
): Promise<string[]> {
  const drawn = [...(await drawPictures(app, mark))]
  const faults = await Promise.all(
    drawn.map(async ([path, picture]) => {
      const isAsDrawn = await looksLike(picture, () => read(path)).catch(() => false)
      return isAsDrawn ? [] : [`${path} is not as npm run native draws it`]
    }),
  )
  return faults.flat()
}

/** Returns whether a stored picture has the size, channels and colours of a drawn one. */
async function looksLike(drawn: Buffer, read: () => Buffer): Promise<boolean> {
  const [wanted, stored] = await Promise.all([pixelsOf(drawn), pixelsOf(read())])
  const isAlike = (['width', 'height', 'channels'] as const).every((key) => wanted.info[key] === stored.info[key])
  return isAlike && wanted.data.every((level, at) => Math.abs(level - (stored.data[at] ?? 0)) <= ROUNDING)
}

const pixelsOf = (png: Buffer) => sharp(png).raw().toBuffer({ resolveWithObject: true })
