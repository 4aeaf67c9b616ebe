/** One row of the drawn mark: its outline in a square of 48, and its colour. */
export interface LogoRow {
  readonly outline: string
  readonly colour: string
}

/** A logo to be saved. Without a ground it is transparent; `margin` is the share of the side that stays free around the mark. */
export interface Logo {
  readonly rows: readonly LogoRow[]
  readonly ground: string | null
  readonly margin: number
}

/** The side of the mark's own drawing. */
const DRAWING = 48

/** Sides of the PNG files, in pixels. */
export const PNG_SIDES = [64, 256, 1024] as const

/** Reads the rows of a drawn mark. `colourOf` gives the `#rrggbb` of a token's name. */
export function readRows(mark: ParentNode, colourOf: (token: string) => string): LogoRow[] {
  return [...mark.querySelectorAll('path')].map((path) => ({
    outline: path.getAttribute('d') ?? '',
    colour: plainColour(path.getAttribute('fill') ?? '', colourOf),
  }))
}

/** Gives the `#rrggbb` of `var(--gold-step)`; a colour that is plain already stays. */
export function plainColour(fill: string, colourOf: (token: string) => string): string {
  const [, token] = /^var\(--([a-z-]+)\)$/.exec(fill) ?? []
  return token === undefined ? fill : colourOf(token)
}

/** Writes a logo as an SVG file that needs nothing else. */
export function svgOf({ rows, ground, margin }: Logo, title: string): string {
  const side = sideOf(margin)
  const free = (side - DRAWING) / 2
  const rect = ground === null ? '' : `<rect width="${side}" height="${side}" fill="${ground}"/>`
  const paths = rows.map(({ outline, colour }) => `<path d="${outline}" fill="${colour}"/>`).join('')
  const drawn = `<g transform="translate(${free} ${free})">${paths}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" role="img"><title>${title}</title>${rect}${drawn}</svg>\n`
}

/** Draws a logo as a PNG file of `side` pixels; `null` where the browser cannot. */
export function pngOf({ rows, ground, margin }: Logo, side: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  if (ground !== null) {
    context.fillStyle = ground
    context.fillRect(0, 0, side, side)
  }
  const whole = sideOf(margin)
  const scale = side / whole
  const free = ((whole - DRAWING) / 2) * scale
  context.setTransform(scale, 0, 0, scale, free, free)
  for (const { outline, colour } of rows) {
    context.fillStyle = colour
    context.fill(new Path2D(outline))
  }
  return new Promise((done) => canvas.toBlob(done, 'image/png'))
}

/** Returns the side of a drawing of which `margin` stays free at each edge, in units of the mark, to a thousandth. */
function sideOf(margin: number): number {
  return Math.round((DRAWING / (1 - 2 * margin)) * 1_000) / 1_000
}

/** Saves a file as the browser saves downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken it by the next turn at the latest.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
