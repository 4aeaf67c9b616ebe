/** One size of the type scale: its name, and its pixels at the browser's own text size. */
export interface TypeSize {
  readonly name: string
  readonly pixels: number
}

const ROOT_PX = 16

/** Reads the type scale of `theme.css`, smallest first; sizes that depend on the screen's width are no part of the scale. */
export function readTypeScale(css: string): TypeSize[] {
  return [...css.matchAll(/--text-(\w+): ([\d.]+)rem;/g)].map(([, name = '', rem = '']) => ({
    name,
    pixels: Math.round(Number(rem) * ROOT_PX * 10) / 10,
  }))
}
