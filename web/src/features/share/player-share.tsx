import { share as words } from '../../i18n/fr-share.ts'
import { ShareIcon } from './share-icon.tsx'

/** For the head of a player's screen. */
export function PlayerShareIcon({ id, name }: { readonly id: number; readonly name: string }) {
  return <ShareIcon share={{ path: `/player/${id}`, title: name, text: words.playerText(name) }} label={words.player} />
}
