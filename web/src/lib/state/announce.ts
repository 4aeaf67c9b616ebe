/**
 * Announces a sentence to screen readers, through a live region in a closed shadow root, so that a search in the page does not find it. Does not repeat
 * the same sentence.
 */
let liveRegion: HTMLElement | null = null

export function announce(sentence: string): void {
  liveRegion ??= createRegion()
  if (liveRegion.textContent !== sentence) liveRegion.textContent = sentence
}

function createRegion(): HTMLElement {
  const host = document.body.appendChild(document.createElement('div'))
  host.style.cssText = 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)'
  const region = document.createElement('div')
  region.ariaLive = 'polite'
  region.ariaAtomic = 'true'
  host.attachShadow({ mode: 'closed' }).append(region)
  return region
}
