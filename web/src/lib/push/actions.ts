/** Returns whether this browser's notifications show action buttons. Firefox and Safari show none, and lack `maxActions`. Works in pages and workers. */
export function showsActions(): boolean {
  const { Notification } = globalThis as { readonly Notification?: { readonly maxActions?: number } }
  return (Notification?.maxActions ?? 0) > 0
}
