import type { Position } from '@tribune/domain/ballots/podium.ts'

/** A metal of the podium in a chart. Apart from `metals.ts`, which loads with the first screen. */
interface ChartMetal {
  readonly fill: string
  readonly line: string
  /** The classes of a swatch with the line that separates it from its background. */
  readonly sample: string
}

/** The metals by place; any other place has none. */
export const CHART_METALS: Readonly<Record<Position, ChartMetal> & Record<number, ChartMetal>> = {
  1: { fill: 'var(--gold-step)', line: 'var(--gold)', sample: 'border-gold bg-gold-step' },
  2: { fill: 'var(--silver-step)', line: 'var(--silver)', sample: 'border-silver bg-silver-step' },
  3: { fill: 'var(--bronze-step)', line: 'var(--bronze)', sample: 'border-bronze bg-bronze-step' },
}
