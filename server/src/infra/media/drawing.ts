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
 * Whether an SVG is safe to rasterise. A few bytes of SVG can cost hours or gigabytes, so only drawings that obviously cannot are accepted. Checks
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
