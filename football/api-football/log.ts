/** Receives what a reader tolerated, for the operator: a short event name and its facts. */
export type FeedLog = (event: string, facts: Readonly<Record<string, unknown>>) => void

export const silent: FeedLog = () => {}
