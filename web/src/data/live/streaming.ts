import { createAtom, useSelector } from '@tanstack/react-store'

/** Topic of a stream: the home list, or a match by its id. */
export type LiveTopic = 'home' | number

const NOTHING: ReadonlySet<LiveTopic> = new Set()
const streamed = createAtom(NOTHING)

/** Sets the topics that the stream delivers at the moment. */
export function setStreamed(topics: ReadonlySet<LiveTopic> = NOTHING): void {
  streamed.set(topics)
}

/** Returns whether the stream delivers events of the topic. */
export function useStreamed(topic: LiveTopic | null): boolean {
  const topics = useSelector(streamed)
  return topic !== null && topics.has(topic)
}
