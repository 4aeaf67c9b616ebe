import { Share2 } from 'lucide'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type Shareable, useShare } from './use-share.ts'

interface ShareIconProps {
  readonly share: Shareable
  readonly label: string
}

/** A share button for a screen's header, with an accessible name only. */
export function ShareIcon({ share, label }: ShareIconProps) {
  const { busy, start } = useShare()
  return (
    <IconButton label={label} busy={busy} onClick={() => start(share)}>
      <Icon of={Share2} size={20} />
    </IconButton>
  )
}
