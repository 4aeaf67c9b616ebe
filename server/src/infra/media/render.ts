import { PICTURE_SIZES, type PictureKind, type PictureSize } from '@tribune/protocol/picture.ts'
import sharp, { type Metadata, type OutputInfo, type Sharp, type SharpOptions } from 'sharp'

/** Checked before decompression: photos and crests are smaller. */
const MAX_PIXELS = 4_096 * 4_096
const LIMIT_S = 5
/** Default resolution of SVG, in dots per inch; a higher one enlarges a drawing. */
const SVG_DPI = 72
const MAX_SVG_DPI = 7_200
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'svg'])
const LARGEST = Math.max(...PICTURE_SIZES)
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }
const WEBP = { quality: 82, alphaQuality: 90, effort: 2 }

// One thread per picture, and no cache: ballots come first.
sharp.concurrency(1)
sharp.cache(false)
// Loaders of formats that are not accepted.
sharp.block({ operation: ['VipsForeignLoadTiff', 'VipsForeignLoadHeif', 'VipsForeignLoadUhdr', 'VipsForeignLoadPdf'] })

export type Sizes = ReadonlyMap<PictureSize, Buffer>

/**
 * Renders a picture in all sizes as square WebP: without metadata, rotated upright, first frame only. Photos fill their square, logos fit into
 * it. Only drawings are enlarged. Throws if the bytes are not a picture.
 */
export async function renderPicture(bytes: Buffer, kind: PictureKind): Promise<Sizes> {
  const options: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error' }
  const about = await sharp(bytes, options).metadata()
  if (!FORMATS.has(about.format)) throw new Error(`unsupported picture format ${about.format}`)
  const isDrawing = about.format === 'svg'
  if (isDrawing && !isPlainDrawing(bytes)) throw new Error('the drawing is not plain')
  const fit = kind === 'players' ? 'cover' : 'contain'
  const side = isDrawing ? LARGEST : sideOf(about, fit)
  let pixels = await sharp(bytes, isDrawing ? { ...options, density: densityOf(about) } : options)
    .timeout({ seconds: LIMIT_S })
    .autoOrient()
    .resize(side, side, { fit, background: CLEAR })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sizes = new Map<PictureSize, Buffer>()
  // Each size from the next larger one, which is much cheaper than from the largest.
  for (const size of PICTURE_SIZES.toReversed()) {
    if (size < pixels.info.width) {
      pixels = await reopened(pixels).resize(size, size).raw().toBuffer({ resolveWithObject: true })
    }
    sizes.set(size, await reopened(pixels).webp(WEBP).toBuffer())
  }
  return sizes
}

function reopened({ data, info }: { readonly data: Buffer; readonly info: OutputInfo }): Sharp {
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels } })
}

function sideOf({ width, height }: Metadata, fit: 'cover' | 'contain'): number {
  return Math.min(LARGEST, fit === 'cover' ? Math.min(width, height) : Math.max(width, height))
}

function densityOf({ width, height }: Metadata): number {
  return Math.min(MAX_SVG_DPI, Math.max(1, (SVG_DPI * LARGEST) / Math.max(width, height)))
}

/** Crests have some dozens of elements. */
const MAX_BYTES = 128 * 1024
const MAX_ELEMENTS = 1_000

/** Shapes, colours and clip paths: nothing that repeats, filters, loads or includes. */
const ELEMENTS: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'defs',
  'title',
  'desc',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polygon',
  'polyline',
  'text',
  'tspan',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
])
const TAG = /<\/?([^\s/>!?]+)/g
/** Plain text, not compressed. */
const IS_TEXT = /^\uFEFF?\s*</
/** Document types with entities, processing instructions, other encodings, styles, and attributes that are expensive to render. */
const NOT_PLAIN =
  /<!(?!--)|<\?(?!xml\s)|encoding=["'](?!utf-8)|[\s"'](?:style|stroke-dash\w+|filter|mask|marker[\w-]*)\s*=/i

/**
 * Returns whether an SVG is safe to rasterise. A few bytes of SVG can cost hours or gigabytes, so only drawings that obviously cannot are accepted. Checks
 * the text, not parsed XML, so it also refuses suspicious comments.
 */
export function isPlainDrawing(bytes: Buffer): boolean {
  if (bytes.length > MAX_BYTES || bytes.includes(0)) return false
  const text = bytes.toString('utf8')
  const names = [...text.matchAll(TAG)].map(([, name = '']) => name)
  if (names.length > 2 * MAX_ELEMENTS || !names.every((name) => ELEMENTS.has(name))) return false
  return IS_TEXT.test(text) && !NOT_PLAIN.test(text) && !hasNestedClips(text)
}

/** Clip paths that are clipped themselves multiply the work at each level. */
function hasNestedClips(text: string): boolean {
  const clips = text.split('<clipPath').slice(1)
  return clips.some((clip) => clip.split('</clipPath', 1)[0]?.includes('clip-path') === true)
}
