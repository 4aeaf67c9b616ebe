import { players as words } from '@tribune/french/sentences/match.ts'
import type { IconNode } from 'lucide'
import { type ReactNode, useState } from 'react'
import { phoneStorage } from '../../../lib/device/storage.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { ListedPlayer } from './player-words.ts'

const KEY = 'tribune-pitch'

const LIST: IconNode = [['path', { d: 'M4 6h16M4 12h16M4 18h16' }]]
const PITCH: IconNode = [['path', { d: 'M5 2h14v20H5ZM5 12h14M9 2v4h6V2M9 22v-4h6v4' }]]

interface PitchView {
  readonly isPitch: boolean
  readonly close: () => void
  /** The button that shows the other view; none where no player starts, so that the list is all there is. */
  readonly toggle: ReactNode
}

/** Returns whether the fan sees the players on a pitch, as they chose last on this phone. */
export function usePitchView(players: readonly ListedPlayer[]): PitchView {
  const [chosen, setChosen] = useState(() => typeof phoneStorage.read(KEY) === 'string')
  const choose = (pitch: boolean) => {
    setChosen(pitch)
    if (pitch) phoneStorage.write(KEY, 'shown')
    else phoneStorage.remove(KEY)
  }
  const possible = players.some(({ is_starter }) => is_starter)
  const isPitch = possible && chosen
  return {
    isPitch,
    close: () => choose(false),
    toggle: possible && (
      <button
        type="button"
        onClick={() => choose(!isPitch)}
        className="target flex w-[50px] flex-col items-center justify-center rounded-card text-label leading-none font-semibold text-quiet hover:bg-raised wide:h-[50px] wide:w-16"
      >
        <Icon of={isPitch ? LIST : PITCH} size={20} />
        <span className="sr-only">{words.show}</span>
        <span className="figures">{isPitch ? words.list : words.pitch}</span>
      </button>
    ),
  }
}
