/** Minimum contrast of text, and of icons, borders and large figures (WCAG 2.2, 1.4.3 and 1.4.11, level AA). */
export const MIN_CONTRAST = { text: 4.5, shape: 3 } as const
export type ContrastUse = keyof typeof MIN_CONTRAST

/** Computes the relative luminance of a colour such as `#c6f94a`, 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Computes the contrast of two colours such as `#c6f94a`, in either order: 1 for the same, 21 for black on white (WCAG 2.2). */
export function contrastRatio(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns whether a contrast is enough for its use. */
export function passesContrast(ratio: number, use: ContrastUse): boolean {
  return ratio >= MIN_CONTRAST[use]
}
