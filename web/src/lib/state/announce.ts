/**
 * Reads a sentence aloud to those who do not see the screen change. It stands in a closed shadow root: part of what a screen reader
 * hears, never of what is found on the page. Nothing is said twice in a row.
 */
let said: HTMLElement | null = null

export function announce(sentence: string): void {
  said ??= speaker()
  if (said.textContent !== sentence) said.textContent = sentence
}

function speaker(): HTMLElement {
  const host = document.body.appendChild(document.createElement('div'))
  host.style.cssText = 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)'
  const region = document.createElement('div')
  region.ariaLive = 'polite'
  region.ariaAtomic = 'true'
  host.attachShadow({ mode: 'closed' }).append(region)
  return region
}
