/** Logs a tolerated fault of a feed for the operator: a short event name and its fields. */
export type FeedLog = (event: string, facts: Readonly<Record<string, unknown>>) => void

/** Logs nothing. */
export const noLog: FeedLog = () => {}
