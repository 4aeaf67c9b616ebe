declare module 'subset-font' {
  interface Axis {
    readonly min: number
    readonly max: number
    readonly default: number
  }
  interface Options {
    readonly targetFormat: 'woff2'
    /** The range that an axis keeps, or its only value. */
    readonly variationAxes: Readonly<Record<string, Axis | number>>
    readonly noHinting: boolean
    /** The layout features that stay; all of them by default. */
    readonly keepFeatures?: readonly string[]
  }
  /** Returns the subset of a font that covers `text`. */
  export default function subset(font: Buffer, text: string, options: Options): Promise<Buffer>
}
