import sharp from 'sharp'
import type { NativeApp } from '../app.ts'
import type { Mark } from '../projects/mark.ts'
import { drawPictures } from '../projects/pictures.ts'

/** Largest difference of one channel, of 255, between two drawings of one picture: machines round the edges of shapes differently. */
const ROUNDING = 8

/**
 * Returns pictures that `npm run native` would draw otherwise. Compares what is seen, not bytes.
 * @param read Reads a file of the projects. Throws if there is none.
 */
export async function outdatedPictures(app: NativeApp, mark: Mark, read: (path: string) => Buffer): Promise<string[]> {
  const drawn = [...(await drawPictures(app, mark))]
  const faults = await Promise.all(
    drawn.map(async ([path, picture]) => {
      const isAsDrawn = await looksLike(picture, () => read(path)).catch(() => false)
      return isAsDrawn ? [] : [`${path} is not as npm run native draws it`]
    }),
  )
  return faults.flat()
}

/** Whether a stored picture has the size, channels and colours of a drawn one. */
async function looksLike(drawn: Buffer, read: () => Buffer): Promise<boolean> {
  const [wanted, stored] = await Promise.all([pixelsOf(drawn), pixelsOf(read())])
  const isAlike = (['width', 'height', 'channels'] as const).every((key) => wanted.info[key] === stored.info[key])
  return isAlike && wanted.data.every((level, at) => Math.abs(level - (stored.data[at] ?? 0)) <= ROUNDING)
}

const pixelsOf = (png: Buffer) => sharp(png).raw().toBuffer({ resolveWithObject: true })
