/** Whether notifications of this browser show actions. Firefox and Safari show none, and do not know the number. Works in a page and in a worker. */
export function showsActions(): boolean {
  const { Notification } = globalThis as { readonly Notification?: { readonly maxActions?: number } }
  return (Notification?.maxActions ?? 0) > 0
}
