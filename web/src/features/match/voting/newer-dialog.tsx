import type { LineupPlayer } from '@tribune/contract/matches.ts'
import { POSITIONS, type Podium } from '@tribune/domain/ballots/podium.ts'
import { hour } from '@tribune/french/format/dates.ts'
import { ordinal } from '@tribune/french/format/numbers.ts'
import { heldNotice as words } from '@tribune/french/sentences/held.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { HeldOnScreen } from './use-match-vote.ts'

interface NewerDialogProps {
  readonly held: HeldOnScreen
  readonly newer: NonNullable<HeldOnScreen['newer']>
  readonly players: readonly LineupPlayer[]
  readonly onClose: () => void
}

/** Shows the ballot that waited on the phone and the newer one from elsewhere, and has the fan choose. Closed without a choice, both stay. */
export function NewerDialog({ held, newer, players, onClose }: NewerDialogProps) {
  const { stored } = newer
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={words.title} description={words.text}>
      <div className="flex flex-col gap-3">
        <Choice
          title={words.mine(hour(new Date(newer.draft.at)))}
          podium={newer.draft.picks}
          players={players}
          action={words.keepMine}
          onChoose={held.keepMine}
        />
        <Choice
          title={stored.at === null ? words.elsewhere : words.other(hour(new Date(stored.at)))}
          podium={stored.podium}
          players={players}
          action={words.keepOther}
          onChoose={held.keepOther}
        />
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  readonly title: string
  readonly podium: Podium
  readonly players: readonly LineupPlayer[]
  readonly action: string
  readonly onChoose: () => void
}

/** One of the two ballots, with the button that keeps it. */
function Choice({ title, podium, players, action, onChoose }: ChoiceProps) {
  const nameOf = (id: number) => players.find(({ player_id }) => player_id === id)?.player_name
  return (
    <div className="flex flex-col gap-2 rounded-inner border border-line p-3">
      <h3 className="text-sm font-bold">{title}</h3>
      <ol className="text-sm">
        {POSITIONS.flatMap((position) => {
          const pick = podium.find((one) => one.position === position)
          if (pick === undefined) return []
          const name = nameOf(pick.player_id) ?? pick.player_name ?? words.unknown
          return [<li key={position}>{words.pick(ordinal(position), name)}</li>]
        })}
      </ol>
      <Button onClick={onChoose}>{action}</Button>
    </div>
  )
}
