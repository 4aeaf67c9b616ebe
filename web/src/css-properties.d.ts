import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Turn of a rising step: 0, 1 or 2. */
    '--rise'?: number
    /** Cards of a day one under the other, and rows of two. */
    '--rows'?: number
    '--pairs'?: number
    /** Side of a picture in its frame, and on a low phone. */
    '--side'?: string
    '--low-side'?: string
    /** Width of a bar with its share of the gaps. */
    '--slot'?: string
  }
}
