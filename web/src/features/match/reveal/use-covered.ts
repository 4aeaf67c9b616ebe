import { useSyncExternalStore } from 'react'

/** Whether a dialog or note is open over the page. */
export function useCovered(): boolean {
  return useSyncExternalStore(onLayerChange, isCovered)
}

/** Layers are children of the body. */
function onLayerChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.body, { childList: true })
  return () => observer.disconnect()
}

function isCovered(): boolean {
  return document.querySelector('[role="dialog"]') !== null
}
