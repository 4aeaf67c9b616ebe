import { useQueryClient } from '@tanstack/react-query'
import { notifications, messageLine as words } from '@tribune/french/sentences/messages/push.ts'
import type { OpeningMessage } from '@tribune/protocol/push.ts'
import { X } from 'lucide'
import { useEffect, useState } from 'react'
import { pushQuery } from '../../data/push.ts'
import { reread } from '../../lib/http/query-client.ts'
import { announce } from '../../lib/state/announce.ts'
import { toast } from '../../lib/state/toast.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { turnOff } from './subscription-calls.ts'

interface MessageLineProps {
  readonly message: OpeningMessage
  readonly onClose: () => void
}

/** Says why the fan received the message that opened this screen, and turns its kind off with one tap, in any session or none. */
export function MessageLine({ message: { kind, off }, onClose }: MessageLineProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const reason = words.reasons[kind]
  useEffect(() => announce(reason), [reason])
  const end = async () => {
    setBusy(true)
    try {
      await turnOff(off)
    } catch {
      setBusy(false)
      return toast(notifications.unsaved, 'error')
    }
    toast(notifications.turnedOff)
    onClose()
    await reread(client, pushQuery.queryKey)
  }
  return (
    // Over the list, so that no row moves under a finger.
    <section
      aria-label={notifications.title}
      className="fixed inset-x-2 bottom-[calc(var(--foot)+8px)] z-20 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-edge bg-surface p-3 wide:right-4 wide:bottom-4 wide:left-auto wide:w-[400px]"
    >
      <p className="mr-10 min-w-0 text-sm">{reason}</p>
      <Button busy={busy} onClick={end} className="px-3">
        {words.turnOff}
      </Button>
      <IconButton label={words.close} onClick={onClose} className="absolute top-1 right-1">
        <Icon of={X} size={20} />
      </IconButton>
    </section>
  )
}
