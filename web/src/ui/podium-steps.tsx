import { ordinal } from '@tribune/french/format/numbers.ts'
import type { ReactNode } from 'react'

/** The rows of the mark, stretched: the bottom one carries all three places, the top one the first alone. */
const ROWS = [
  { place: 3, metal: 'var(--bronze-step)', path: 'M0 82Q150 98 300 82V115Q150 131 0 115Z' },
  { place: 2, metal: 'var(--silver-step)', path: 'M0 46Q100 56.67 200 53.11V86.11Q100 89.67 0 79Z' },
  { place: 1, metal: 'var(--gold-step)', path: 'M100 17.11Q150 18.89 200 17.11V50.11Q150 51.89 100 50.11Z' },
] as const

/** Position of each place's number, and height of its holder above the base, in units of the drawing. */
const PLACES = {
  1: { x: 150, y: 44, height: 106, order: 'order-2' },
  2: { x: 50, y: 76, height: 74, order: 'order-1' },
  3: { x: 250, y: 112, height: 38, order: 'order-3' },
} as const

const PLACE_ORDER = [1, 2, 3] as const

interface PodiumStepsProps {
  /** Content of each step. `lit: false` leaves its row unlit. */
  readonly steps: Readonly<Record<1 | 2 | 3, { readonly lit: boolean; readonly content: ReactNode }>>
  readonly label: string
  /** Animates the steps once, third, second, first, for a result just published. */
  readonly rising?: boolean
}

/** The brand's podium at full size: three steps that are also three rows of a stand, 300 units wide and 124 high. */
export function PodiumSteps({ steps, label, rising = false }: PodiumStepsProps) {
  const rise = rising ? 'rise' : ''
  return (
    <div className="@container relative">
      <svg viewBox="0 0 300 124" className="absolute inset-x-0 bottom-0 w-full overflow-visible" aria-hidden="true">
        {ROWS.map(({ place, metal, path }, row) => (
          <g key={place} data-rises={place} className={rise} style={{ '--rise': row, transformBox: 'fill-box' }}>
            <path d={path} fill={steps[place].lit ? metal : 'var(--line)'} />
            <text
              x={PLACES[place].x}
              y={PLACES[place].y}
              textAnchor="middle"
              className="figures text-[min(1.728rem,30px)] font-extrabold"
              fill={steps[place].lit ? 'var(--on-step)' : 'var(--text)'}
            >
              {place}
            </text>
          </g>
        ))}
      </svg>
      <ol aria-label={label} className="relative grid grid-cols-3 items-end">
        {PLACE_ORDER.map((place) => (
          <li
            key={place}
            data-place={place}
            className={`flex min-w-0 flex-col items-center px-1 ${PLACES[place].order} ${rise}`}
            style={{ '--rise': 3 - place, paddingBottom: `${PLACES[place].height / 3}cqw` }}
          >
            <span className="sr-only">{ordinal(place)}</span>
            {steps[place].content}
          </li>
        ))}
      </ol>
    </div>
  )
}
