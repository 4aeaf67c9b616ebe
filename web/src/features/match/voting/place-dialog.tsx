import type { LineupPlayer } from '@tribune/contract/matches.ts'
import { POSITIONS, type Position, positionOf } from '@tribune/domain/ballots/podium.ts'
import { ordinal } from '@tribune/french/format/numbers.ts'
import { podium as words } from '@tribune/french/sentences/match.ts'
import { PlaceBadge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Holders } from './podium-slots.tsx'
import type { BallotOnScreen } from './use-ballot.ts'

interface PlaceDialogProps {
  /** The player whose place is chosen. */
  readonly player: LineupPlayer
  readonly ballot: Pick<BallotOnScreen, 'podium' | 'pick'>
  readonly holders: Holders
  readonly onClose: () => void
}

/** Chooses a player's place in words: place, move, swap, replace, or clear. Makes every pick possible by keyboard. */
export function PlaceDialog({ player, ballot: { podium, pick }, holders, onClose }: PlaceDialogProps) {
  const id = player.player_id
  const current = positionOf(podium, id)
  const full = current === null && podium.length === POSITIONS.length
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
              aria-pressed={current === position}
              disabled={current === position}
              className="w-full justify-start text-left"
              onClick={() => choose(position)}
            >
              <PlaceBadge place={position} label={words.toPlace(ordinal(position))} />
              <span className="min-w-0 flex-1 truncate font-semibold">
                {consequence(holders[position], id, current !== null)}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap justify-between gap-2">
        <ButtonLink to="/player/$id" params={{ id }} tone="quiet" className="-ml-4 underline">
          {words.seePlayer}
        </ButtonLink>
        {current !== null && (
          <Button tone="danger" onClick={() => choose(current)}>
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
