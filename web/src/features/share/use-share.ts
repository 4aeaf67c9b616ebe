import { useState } from 'react'
import { share as words } from '../../i18n/fr-share.ts'
import { copyText, share } from '../../lib/device/platform-sharing.ts'
import { toast } from '../../lib/state/toast.ts'

/** What is handed on: a path of ours, with the words beside it. */
export interface Shareable {
  readonly path: string
  readonly title: string
  readonly text: string
}

/** Address of a path as others can open it: the public one, which the page was sent with, where it tells. */
export function publicAddress(path: string): string {
  const known = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
  return new URL(path, known ?? window.location.href).href
}

/** Copies the address, and says whether it did. */
export async function copyLink(path: string): Promise<void> {
  const isCopied = await copyText(publicAddress(path))
  toast(isCopied ? words.copied : words.notCopied)
}

/** Opens the device's sheet; where there is none the link is copied. One at a time, as browsers want it. */
export function useShare() {
  const [busy, setBusy] = useState(false)
  const start = async ({ path, title, text }: Shareable) => {
    setBusy(true)
    const outcome = await share({ title, text, url: publicAddress(path) })
    if (outcome === 'unavailable') await copyLink(path)
    setBusy(false)
  }
  return { busy, start }
}
