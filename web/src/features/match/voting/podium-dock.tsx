import type { LineupPlayer } from '@tribune/contract/matches.ts'
import { useRef } from 'react'
import { podium as words } from '../../../i18n/fr-match.ts'
import { useDock } from '../use-root-length.ts'
import { HighPodium, type Holders, LowPodium } from './podium-slots.tsx'
import { SaveLine } from './save-line.tsx'
import type { Ballot } from './use-ballot.ts'

interface PodiumProps {
  readonly ballot: Ballot
  readonly holders: Holders
  readonly onChoose: (player: LineupPlayer) => void
}

/** The fan's podium on a phone: a bar on the navigation, always in sight. */
export function PodiumDock({ ballot, ...slots }: PodiumProps) {
  const bar = useRef<HTMLElement>(null)
  useDock(bar)
  return (
    <section
      ref={bar}
      aria-label={words.title}
      className="gutter fixed inset-x-0 bottom-(--nav) z-20 border-t border-edge bg-surface pb-1 low:pb-0 short:flex short:items-center short:gap-4 short:pb-0"
    >
      <SaveLine ballot={ballot} />
      <LowPodium {...slots} struck={ballot.struck} />
    </section>
  )
}

/** The fan's podium on a wide screen: a card under the match. */
export function PodiumCard({ ballot, ...slots }: PodiumProps) {
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <h2 className="text-lg">{words.title}</h2>
      <HighPodium {...slots} struck={ballot.struck} />
      <SaveLine ballot={ballot} />
    </section>
  )
}
