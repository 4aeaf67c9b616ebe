import { readFileSync } from 'node:fs'

/** The one drawing of all icons and of the splash: the product's own, which browsers show too. */
const DRAWING = new URL('../../web/public/favicon.svg', import.meta.url)
const STEP = /<path fill="(#[\da-f]{6})" d="([^"]+)"/g

/** The three steps of the podium in a square of 48 units. */
export interface Mark {
  readonly steps: readonly { readonly fill: string; readonly path: string }[]
}

/** Reads the mark from the product's drawing. Throws if it no longer has three steps. */
export function readMark(svg = readFileSync(DRAWING, 'utf8')): Mark {
  const steps = [...svg.matchAll(STEP)].map(([, fill = '', path = '']) => ({ fill, path }))
  if (steps.length !== 3) throw new Error('The drawing of the mark has no three steps')
  return { steps }
}

/** Returns the mark as an SVG of `size` pixels, its square taking `share` of the side, over a ground of a shape or none. */
export function drawMark(
  { steps }: Mark,
  size: number,
  share: number,
  ground?: { colour: string; radius: number },
): string {
  const scale = (size * share) / 48
  // The steps stand a little low in their square.
  const [x, y] = [size / 2 - 24 * scale, size / 2 - 27 * scale]
  const back =
    ground === undefined
      ? ''
      : `<rect width="${size}" height="${size}" rx="${size * ground.radius}" fill="${ground.colour}"/>`
  const paths = steps.map(({ fill, path }) => `<path fill="${fill}" d="${path}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${back}<g transform="translate(${x} ${y}) scale(${scale})">${paths}</g></svg>`
}
