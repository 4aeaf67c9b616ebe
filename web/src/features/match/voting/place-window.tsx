import type { LineupPlayer } from '@tribune/contract/matches.ts'
import { POSITIONS, type Position, positionOf } from '@tribune/domain/podium.ts'
import { podium as words } from '../../../i18n/fr-match.ts'
import { ordinal } from '../../../lib/format/numbers.ts'
import { PlaceBadge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Holders } from './podium-slots.tsx'
import type { Ballot } from './use-ballot.ts'

interface PlaceWindowProps {
  /** Whose place is being chosen. */
  readonly player: LineupPlayer
  readonly ballot: Pick<Ballot, 'podium' | 'pick'>
  readonly holders: Holders
  readonly onClose: () => void
}

/** The three places in words, for one player: place, move, swap, replace, or clear. Every pick can be made here by keyboard. */
export function PlaceWindow({ player, ballot: { podium, pick }, holders, onClose }: PlaceWindowProps) {
  const id = player.player_id
  const held = positionOf(podium, id)
  const full = held === null && podium.length === POSITIONS.length
  const choose = (position: Position) => {
    onClose()
    pick({ playerId: id, position })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={words.menu(player.player_name)}
      {...(full ? { description: words.full } : {})}
    >
      <ul className="flex flex-col gap-2">
        {POSITIONS.map((position) => (
          <li key={position}>
            <Button
              aria-pressed={held === position}
              disabled={held === position}
              className="w-full justify-start text-left"
              onClick={() => choose(position)}
            >
              <PlaceBadge place={position} label={words.toPlace(ordinal(position))} />
              <span className="min-w-0 flex-1 truncate font-semibold">
                {consequence(holders[position], id, held !== null)}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap justify-between gap-2">
        <ButtonLink to="/player/$id" params={{ id: String(id) }} tone="quiet" className="-ml-4 underline">
          {words.seePlayer}
        </ButtonLink>
        {held !== null && (
          <Button tone="danger" onClick={() => choose(held)}>
            {words.remove}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function consequence(holder: LineupPlayer | undefined, id: number, isPicked: boolean): string {
  if (holder === undefined) return words.isFree
  if (holder.player_id === id) return words.isPlace
  return isPicked ? words.swaps(holder.player_name) : words.replaces(holder.player_name)
}
