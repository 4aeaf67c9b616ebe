/** Navigates to another site's page, as a tap on a link would. The native app opens it in the phone's browser. */
export function navigateTo(address: string): void {
  if (import.meta.env.VITE_NATIVE) {
    void import('../native/outside.ts').then(({ openOutside }) => openOutside(address))
    return
  }
  window.location.assign(address)
}

/** Calls back when the browser restores the page from its back/forward cache. Returns a function that unsubscribes. */
export function onRestored(listener: () => void): () => void {
  const look = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  window.addEventListener('pageshow', look)
  return () => window.removeEventListener('pageshow', look)
}
