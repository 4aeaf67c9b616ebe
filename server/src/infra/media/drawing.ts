/** A crest has some dozens of elements. */
const MOST_BYTES = 128 * 1024
const MOST_ELEMENTS = 1_000

/** Shapes, their colours and their cut: nothing that repeats, filters, reads or includes. */
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
/** Text, not something packed. */
const WRITTEN = /^\uFEFF?\s*</
/** Document types with their entities, orders to the reader, other encodings, styles, and attributes that make small things take long. */
const NOT_PLAIN =
  /<!(?!--)|<\?(?!xml\s)|encoding=["'](?!utf-8)|[\s"'](?:style|stroke-dash\w+|filter|mask|marker[\w-]*)\s*=/i

/**
 * Whether an SVG may be turned into pixels here. A drawing of a few bytes can ask for hours of work, or gigabytes; only one that plainly
 * cannot is let through. Read as text, not as XML: what looks like something else inside a comment is refused as well.
 */
export function isPlainDrawing(bytes: Buffer): boolean {
  if (bytes.length > MOST_BYTES || bytes.includes(0)) return false
  const text = bytes.toString('utf8')
  const names = [...text.matchAll(TAG)].map(([, name = '']) => name)
  if (names.length > 2 * MOST_ELEMENTS || !names.every((name) => ELEMENTS.has(name))) return false
  return WRITTEN.test(text) && !NOT_PLAIN.test(text) && !cutsCut(text)
}

/** A cut that is cut itself multiplies at each level. */
function cutsCut(text: string): boolean {
  const cuts = text.split('<clipPath').slice(1)
  return cuts.some((cut) => cut.split('</clipPath', 1)[0]?.includes('clip-path') === true)
}
