import { share as words } from '@tribune/french/sentences/share.ts'
import { ShareIcon } from './share-icon.tsx'

interface PlayerShareProps {
  readonly id: number
  readonly name: string
  /** The season in the address; undefined for the open one. */
  readonly season: number | undefined
}

/** The share button in the header of a player's screen. It shares the season that is shown. */
export function PlayerShareIcon({ id, name, season }: PlayerShareProps) {
  const path = season === undefined ? `/player/${id}` : `/player/${id}?season=${season}`
  return <ShareIcon share={{ path, title: name, text: words.playerText(name) }} label={words.player} />
}
