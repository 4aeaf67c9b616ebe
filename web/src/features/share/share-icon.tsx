import { share as words } from '@tribune/french/sentences/share.ts'
import { Share2 } from 'lucide'
import { useState } from 'react'
import { copyText, share } from '../../lib/device/platform-sharing.ts'
import { onServer } from '../../lib/native/server.ts'
import { toast } from '../../lib/state/toast.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

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

/** Content to share: a path of this site, with its title and text. */
interface Shareable {
  readonly path: string
  readonly title: string
  readonly text: string
}

/** Returns the public address of a path, by the page's canonical link if there is one. */
export function publicAddress(path: string): string {
  const known = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
  return new URL(onServer(path), known ?? window.location.href).href
}

/** Copies the address, and shows a toast with the outcome. */
export async function copyLink(path: string): Promise<void> {
  const isCopied = await copyText(publicAddress(path))
  toast(isCopied ? words.copied : words.notCopied)
}

/** Opens the device's share sheet, or copies the link if there is none. One at a time, as browsers require. */
function useShare() {
  const [busy, setBusy] = useState(false)
  const start = async ({ path, title, text }: Shareable) => {
    setBusy(true)
    const outcome = await share({ title, text, url: publicAddress(path) })
    if (outcome === 'unavailable') await copyLink(path)
    setBusy(false)
  }
  return { busy, start }
}
