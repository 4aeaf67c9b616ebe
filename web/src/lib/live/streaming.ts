import { createAtom, useSelector } from '@tanstack/react-store'

/** What a screen follows: the home list, or a match by its id. */
export type LiveTopic = 'home' | number

const NOTHING: ReadonlySet<LiveTopic> = new Set()
const streamed = createAtom(NOTHING)

/** The stream tells which topics it brings news of at the moment. */
export function setStreamed(topics: ReadonlySet<LiveTopic> = NOTHING): void {
  streamed.set(topics)
}

/** Whether news of the topic comes by itself. */
export function useStreamed(topic: LiveTopic | null): boolean {
  const topics = useSelector(streamed)
  return topic !== null && topics.has(topic)
}
