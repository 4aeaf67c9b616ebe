/**
 * The signature: three rows of a stand whose silhouette is a podium. The bottom row is open to all three, the middle one to the second
 * and the first, the top one to the first alone; each wears the metal of the place that ends there.
 */
const ROWS = [
  { metal: 'var(--bronze)', path: 'M3 34.4Q24 39.6 45 34.4V43Q24 48.2 3 43Z' },
  { metal: 'var(--silver)', path: 'M3 21.4Q16.5 25.6 30.6 25V33.6Q16.5 34.2 3 30Z' },
  { metal: 'var(--gold)', path: 'M17.4 9.4Q24 10.6 30.6 9.4V20.6Q24 21.4 17.4 20.6Z' },
] as const

interface MarkProps {
  /** Side in pixels. */
  readonly size?: number
  /** How many rows are lit, from the bottom: what a pull to refresh fills. */
  readonly lit?: 0 | 1 | 2 | 3
  /** The loading shape: the rows breathe one after the other. */
  readonly waiting?: boolean
}

export function Mark({ size = 32, lit = 3, waiting = false }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
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
