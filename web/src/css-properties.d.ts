import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Position of a step in the order in which they rise: 0, 1 or 2. */
    '--rise'?: number
    /** Time from one step to the next. */
    '--rise-pace'?: string
    /** Rows of a day's cards, in one column and in two. */
    '--rows'?: number
    '--pairs'?: number
    /** Side of a picture in its frame, and on a low phone. */
    '--side'?: string
    '--low-side'?: string
    /** Width per match in the chart: its bar and the gap. */
    '--slot'?: string
  }
}
