import type { MatchScreen } from '@tribune/contract/matches.ts'
import { kitMarks } from '@tribune/domain/matches/kit-colours.ts'

/** Returns the colours of both clubs' shirts for the lines within an element; none where they are unknown. */
export function kitStyle(kits: MatchScreen['kits']): Record<string, string> {
  if (kits === undefined) return {}
  const [light, dark] = [kitMarks(kits, 'light'), kitMarks(kits, 'dark')]
  return {
    '--home-light': light.home,
    '--home-dark': dark.home,
    '--away-light': light.away,
    '--away-dark': dark.away,
  }
}

const KITS = { home: 'kit-home', away: 'kit-away' } as const

interface KitLineProps {
  readonly side: 'home' | 'away' | undefined
  readonly className: string
}

/** A line in the colour of a club's shirt: an ornament next to its name. Cannot be seen where the colour is unknown. */
export function KitLine({ side, className }: KitLineProps) {
  return <span aria-hidden="true" className={`${side === undefined ? '' : KITS[side]} ${className}`} />
}
