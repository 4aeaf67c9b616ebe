import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NotificationSettings } from '@tribune/domain/notification.ts'
import { notifications as words } from '@tribune/french/sentences/messages/push.ts'
import { pushQuery } from '../../data/push.ts'
import { toast } from '../../lib/state/toast.ts'
import { saveSettings } from './push-calls.ts'

/** Returns what changes the fan's settings: shown at once, and taken back if it cannot be saved. Resolves in either case. */
export function useSettings(settings: NotificationSettings) {
  const client = useQueryClient()
  const save = useMutation({
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'push-settings' },
    mutationFn: saveSettings,
    onError: async () => {
      toast(words.unsaved, 'error')
      await client.invalidateQueries({ ...pushQuery, exact: true })
    },
  })
  return async (change: Partial<NotificationSettings>): Promise<void> => {
    const next = { ...settings, ...change }
    await client.cancelQueries({ ...pushQuery, exact: true })
    client.setQueryData(pushQuery.queryKey, (known) => known && { ...known, settings: next })
    await save.mutateAsync(next).catch(() => undefined)
  }
}
