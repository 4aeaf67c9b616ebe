import { Share2 } from 'lucide-react'
import { Button, IconButton } from '../../ui/button.tsx'
import { type Shareable, useShare } from './use-share.ts'

interface ShareButtonProps {
  readonly share: Shareable
  readonly label: string
}

/** For the head of a screen: its label is read, not shown. */
export function ShareIcon({ share, label }: ShareButtonProps) {
  const { busy, start } = useShare()
  return (
    <IconButton label={label} busy={busy} onClick={() => start(share)}>
      <Share2 size={20} aria-hidden="true" />
    </IconButton>
  )
}

export function ShareButton({ share, label }: ShareButtonProps) {
  const { busy, start } = useShare()
  return (
    <Button busy={busy} onClick={() => start(share)} className="flex-1">
      <Share2 size={18} aria-hidden="true" />
      {label}
    </Button>
  )
}
