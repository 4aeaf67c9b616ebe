/**
 * What the tabs of a browser and its service worker tell each other: who is signed in, by themselves or in answer to a tab that believes otherwise, and
 * that a fan's settings of push messages have changed.
 */
type TabNews = { readonly kind: 'fan' | 'answer'; readonly fanId: string | null } | { readonly kind: 'push-settings' }

const CHANNEL = 'tribune'

/** Calls back with what the other tabs and the worker tell, until this page ends. Returns a function that tells them. */
export function joinTabs(listener: (news: TabNews) => unknown): (news: TabNews) => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<TabNews>) => listener(data)
  return (news) => channel.postMessage(news)
}

/** Tells all tabs of this browser, without being one of them. */
export function tellTabs(news: TabNews): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(news)
  channel.close()
}
