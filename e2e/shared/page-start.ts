/**
 * Makes the browser report a fast network. It judges by the time that answers take, so a busy machine looks like a slow network, on which the app reads
 * less by itself.
 */
export function pretendFastNetwork(): void {
  Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g' }, configurable: true })
}

/**
 * Has a page begin at once what the app leaves for a while after a load: the service worker, the session that it follows, the stream of news, what waits
 * to be sent. A journey would wait for these at every page, and a screen see them begin in the middle of a test.
 * @param settledMs How long the app leaves them, in milliseconds.
 */
export function settleAtOnce(settledMs: number): void {
  const { setTimeout } = window
  const start = (run: () => void, ms?: number, ...values: []) => setTimeout(run, ms === settledMs ? 0 : ms, ...values)
  window.setTimeout = start as typeof setTimeout
}
