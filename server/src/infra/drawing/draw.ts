import satori from 'satori'
import sharp, { type OutputInfo } from 'sharp'
import { CANVAS, type Drawing, type Format, type Portrait } from './drawing.ts'
import { groundSvg } from './element.ts'
import { FONTS } from './fonts.ts'
import { matchPicture, playerPicture } from './pictures.ts'

/** Our own pictures are at most 384 wide: a larger one is not ours. */
const MAX_PIXELS = 1_024 * 1_024
const EMBEDDED_SIDE = 384
const LIMIT_S = 60

// One thread per picture, and no cache: ballots come first.
sharp.concurrency(1)
sharp.cache(false)

/** Renders a picture as PNG. The same drawing gives the same bytes. */
export async function draw(drawing: Drawing): Promise<Buffer> {
  const embedded = await embed(portraitsOf(drawing))
  const tree = drawing.subject === 'match' ? matchPicture(drawing, embedded) : playerPicture(drawing, embedded)
  const svg = await satori(tree, { ...CANVAS[drawing.format], fonts: [...FONTS] })
  const { data, info } = await groundOf(drawing.format)
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .composite([{ input: Buffer.from(unmasked(svg)) }])
    .timeout({ seconds: LIMIT_S })
    .png({ compressionLevel: 6 })
    .toBuffer()
}

/**
 * Removes the masks with which the layout clips everything to its box, in addition to clip paths: they take nine tenths of the rendering time
 * and are invisible. Texts are paths by now, so no name can be mistaken for a mask.
 */
function unmasked(svg: string): string {
  return svg.replace(/<mask .*?<\/mask>/gs, '').replace(/ mask="url\([^)]*\)"/g, '')
}

const grounds = new Map<Format, Promise<{ data: Buffer; info: OutputInfo }>>()

/** Renders the background of a format once, and caches its pixels. One that fails is tried again by the next picture. */
function groundOf(format: Format) {
  const known = grounds.get(format)
  if (known !== undefined) return known
  const ground = sharp(Buffer.from(groundSvg(CANVAS[format])))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  grounds.set(format, ground)
  ground.catch(() => grounds.delete(format))
  return ground
}

function portraitsOf(drawing: Drawing): Portrait[] {
  if (drawing.subject === 'player') return [drawing.player]
  const steps = Object.values(drawing.podium).flatMap((step) => step?.holders ?? [])
  return [drawing.home, drawing.away, ...steps]
}

/** Reads the pictures of portraits. An unreadable one is left out, so that it is drawn instead. */
async function embed(portraits: readonly Portrait[]): Promise<Map<Portrait, string>> {
  const embedded = new Map<Portrait, string>()
  for (const portrait of portraits) {
    if (portrait.picture === null) continue
    const png = await sharp(portrait.picture, { limitInputPixels: MAX_PIXELS })
      .resize(EMBEDDED_SIDE, EMBEDDED_SIDE, { fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
      .catch(() => null)
    if (png !== null) embedded.set(portrait, `data:image/png;base64,${png.toString('base64')}`)
  }
  return embedded
}
