/** Reports the progress of the product's start. */
export type StartProgress = (message: string) => void
