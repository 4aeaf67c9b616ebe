/** What the tabs of a browser tell each other: who is signed in, by themselves or in answer to a tab that believes otherwise. */
interface TabNews {
  readonly kind: 'fan' | 'answer'
  readonly fanId: string | null
}

const CHANNEL = 'tribune'

/** Calls back with what the other tabs tell, until this page ends. Returns a function that tells them. */
export function joinTabs(listener: (news: TabNews) => unknown): (news: TabNews) => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<TabNews>) => listener(data)
  return (news) => channel.postMessage(news)
}
