import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NotificationSettings } from '@tribune/domain/messages/notification.ts'
import { notifications as words } from '@tribune/french/sentences/messages/push.ts'
import { pushQuery } from '../../data/push.ts'
import { toast } from '../../lib/state/toast.ts'
import { saveSettings } from './push-calls.ts'

const MUTATION = ['push-settings']

/**
 * Returns a function that changes some of the fan's settings: the change is shown immediately, and reverted with a toast if it cannot be saved. The function
 * resolves to whether it is saved. All other settings stay as the server has them, because a message or another device may have changed them.
 */
export function useSettings() {
  const client = useQueryClient()
  const show = (change: Partial<NotificationSettings>) => {
    client.setQueryData(
      pushQuery.queryKey,
      (known) => known && { ...known, settings: { ...known.settings, ...change } },
    )
  }
  const save = useMutation({
    mutationKey: MUTATION,
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'push-settings' },
    mutationFn: saveSettings,
    onSuccess: (saved) => {
      // An earlier answer does not know of the choices that wait.
      if (client.isMutating({ mutationKey: MUTATION }) === 1) show(saved)
    },
    onError: async () => {
      toast(words.unsaved, 'error')
      await client.invalidateQueries({ ...pushQuery, exact: true })
    },
  })
  return async (change: Partial<NotificationSettings>): Promise<boolean> => {
    await client.cancelQueries({ ...pushQuery, exact: true })
    show(change)
    return save.mutateAsync(change).then(
      () => true,
      () => false,
    )
  }
}
