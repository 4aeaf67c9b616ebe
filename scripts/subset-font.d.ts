declare module 'subset-font' {
  interface Axis {
    readonly min: number
    readonly max: number
    readonly default: number
  }
  interface Options {
    readonly targetFormat: 'woff2'
    readonly variationAxes: Readonly<Record<string, Axis>>
    readonly noHinting: boolean
  }
  /** Returns the subset of a font that covers `text`. */
  export default function subset(font: Buffer, text: string, options: Options): Promise<Buffer>
}
