import type { ReactNode } from 'react'
import { ordinal } from '../lib/numbers.ts'

/** The rows of the mark, stretched: the bottom one is open to all three places, the top one to the first alone. */
const ROWS = [
  { place: 3, metal: 'var(--bronze)', path: 'M0 79Q150 89 300 79V109Q150 119 0 109Z' },
  { place: 2, metal: 'var(--silver)', path: 'M0 44Q100 53 199 51V81Q100 83 0 74Z' },
  { place: 1, metal: 'var(--gold)', path: 'M101 13Q150 16 199 13V46Q150 49 101 46Z' },
] as const

/** Where the number of each place is written, and how high its holder stands above the foot, in the drawing's units. */
const PLACES = {
  1: { x: 150, y: 38, height: 103, order: 'order-2' },
  2: { x: 50, y: 71, height: 72, order: 'order-1' },
  3: { x: 250, y: 104, height: 35, order: 'order-3' },
} as const

const PLACE_ORDER = [1, 2, 3] as const

interface PodiumStepsProps {
  /** Who stands on each step, or the empty place; `lit: false` leaves its row unlit. */
  readonly steps: Readonly<Record<1 | 2 | 3, { readonly lit: boolean; readonly content: ReactNode }>>
  readonly label: string
  /** The steps rise third, second, first, once: for a result just published. */
  readonly rising?: boolean
}

/** The signature at full size: three steps of a podium that are also three rows of a stand, 300 units wide, 120 high. */
export function PodiumSteps({ steps, label, rising = false }: PodiumStepsProps) {
  const rise = rising ? 'rise' : ''
  return (
    <div className="@container relative">
      <svg viewBox="0 0 300 120" className="absolute inset-x-0 bottom-0 w-full overflow-visible" aria-hidden="true">
        {ROWS.map(({ place, metal, path }, row) => (
          <g key={place} className={rise} style={{ '--rise': row, transformBox: 'fill-box' }}>
            <path d={path} fill={steps[place].lit ? metal : 'var(--line)'} />
            <text
              x={PLACES[place].x}
              y={PLACES[place].y}
              textAnchor="middle"
              className="figures text-2xl font-extrabold"
              fill={steps[place].lit ? 'var(--on-metal)' : 'var(--text)'}
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
