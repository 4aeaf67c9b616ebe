/**
 * The rows of the brand's mark: three rows of a stand whose silhouette is a podium. The bottom row carries all three places, the middle one the second
 * and the first, the top one the first alone; each has the metal of the place that ends there.
 */
const ROWS = [
  { metal: 'var(--bronze-step)', path: 'M2 32Q24 35.4 46 32V42.6Q24 46 2 42.6Z' },
  { metal: 'var(--silver-step)', path: 'M2 19.2Q16.66 21.47 31.33 20.71V31.31Q16.66 32.07 2 29.8Z' },
  { metal: 'var(--gold-step)', path: 'M16.67 7.91Q24 8.29 31.33 7.91V18.51Q24 18.89 16.67 18.51Z' },
] as const

interface MarkProps {
  /** Side in pixels. */
  readonly size?: number
  /** How many rows are lit, from the bottom, as a pull to refresh fills them. */
  readonly lit?: 0 | 1 | 2 | 3
  /** Loading animation: the rows breathe one after the other. */
  readonly waiting?: boolean
}

export function Mark({ size = 32, lit = 3, waiting = false }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" className="shrink-0" aria-hidden="true" focusable="false">
      {ROWS.map(({ metal, path }, row) => (
        <path
          key={path}
          d={path}
          fill={row < lit ? metal : 'var(--line)'}
          className={waiting ? 'breathe' : undefined}
          style={waiting ? { animationDelay: `${row * 200}ms` } : undefined}
        />
      ))}
    </svg>
  )
}
