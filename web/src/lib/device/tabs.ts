/**
 * A message between the tabs of a browser and its service worker: who is signed in, sent by itself or in answer to a tab that believes otherwise, or
 * that a fan's settings of push messages have changed.
 */
type TabNews = { readonly kind: 'fan' | 'answer'; readonly fanId: string | null } | { readonly kind: 'push-settings' }

const CHANNEL = 'tribune'

/** Calls back with each message of the other tabs and the worker, until this page ends. Returns a function that sends them one. */
export function joinTabs(listener: (news: TabNews) => unknown): (news: TabNews) => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<TabNews>) => listener(data)
  return (news) => channel.postMessage(news)
}

/** Sends a message to all tabs of this browser, without being one of them. */
export function notifyTabs(news: TabNews): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(news)
  channel.close()
}
