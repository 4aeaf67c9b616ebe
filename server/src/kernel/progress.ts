/** What is happening while the product starts, for whoever waits. */
export type StartProgress = (message: string) => void
