import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Turn of a rising step: 0, 1 or 2. */
    '--rise'?: number
  }
}
