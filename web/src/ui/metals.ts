import type { Position } from '@tribune/domain/podium.ts'

/** A metal of the podium for each of its uses, as classes and, for drawings, as colours. */
interface Metal {
  /** A background for text. */
  readonly surface: string
  /** A swatch with the line that separates it from its background. */
  readonly sample: string
  readonly stripe: string
  readonly ink: string
  readonly fill: string
  readonly line: string
}

/** The metals by place; any other place has none. */
export const METALS: Readonly<Record<Position, Metal> & Record<number, Metal>> = {
  1: {
    surface: 'bg-gold-step text-on-step',
    sample: 'border-gold bg-gold-step',
    stripe: 'border-l-gold-step',
    ink: 'text-gold',
    fill: 'var(--gold-step)',
    line: 'var(--gold)',
  },
  2: {
    surface: 'bg-silver-step text-on-step',
    sample: 'border-silver bg-silver-step',
    stripe: 'border-l-silver-step',
    ink: 'text-silver',
    fill: 'var(--silver-step)',
    line: 'var(--silver)',
  },
  3: {
    surface: 'bg-bronze-step text-on-step',
    sample: 'border-bronze bg-bronze-step',
    stripe: 'border-l-bronze-step',
    ink: 'text-bronze',
    fill: 'var(--bronze-step)',
    line: 'var(--bronze)',
  },
}
