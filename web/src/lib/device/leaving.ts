/** Goes to a page that is not ours, as a tap on a link would. */
export function leaveFor(address: string): void {
  window.location.assign(address)
}

/** Calls back when the browser shows the page again as it was left for another one. Gives the way to stop. */
export function onRestored(listener: () => void): () => void {
  const look = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  window.addEventListener('pageshow', look)
  return () => window.removeEventListener('pageshow', look)
}
