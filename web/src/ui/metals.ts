import type { Position } from '@tribune/domain/ballots/podium.ts'

/** The classes of a metal of the podium for each of its uses. */
interface Metal {
  /** A background for text. */
  readonly surface: string
  readonly stripe: string
  readonly ink: string
}

/** The metals by place; any other place has none. */
export const METALS: Readonly<Record<Position, Metal> & Record<number, Metal>> = {
  1: {
    surface: 'bg-gold-step text-on-step',
    stripe: 'border-l-gold-step',
    ink: 'text-gold',
  },
  2: {
    surface: 'bg-silver-step text-on-step',
    stripe: 'border-l-silver-step',
    ink: 'text-silver',
  },
  3: {
    surface: 'bg-bronze-step text-on-step',
    stripe: 'border-l-bronze-step',
    ink: 'text-bronze',
  },
}
