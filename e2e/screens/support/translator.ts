import { onTestFinished } from 'vitest'

/** How a translator shows its text: instead of the page's text node, which it takes out before or after, or in that node, which it moves. */
export type TranslationStyle = 'replaced' | 'taken out first' | 'moved'

/** Translates the page until the test ends, also what comes to it later, as browsers do: each text stands in two `<font>`. The words stay, so that tests find them. */
export function translatePage(style: TranslationStyle): void {
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) translate(node, style)
  })
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  translate(document.body, style)
  onTestFinished(() => observer.disconnect())
}

function translate(root: Node, style: TranslationStyle): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts = root instanceof Text ? [root] : []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (text.isConnected && text.data.trim() !== '' && !text.parentElement?.closest('font, script, style'))
      put(text, style)
  }
}

/** Acts by methods that the app leaves alone: a browser's translator does not see what the page has made of the others. */
function put(text: Text, style: TranslationStyle): void {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')]
  outer.append(inner)
  if (style === 'moved') {
    text.before(outer)
    inner.append(text)
    return
  }
  inner.textContent = text.data
  if (style === 'replaced') {
    text.replaceWith(outer)
    return
  }
  const { parentElement, nextSibling } = text
  text.remove()
  if (nextSibling === null) parentElement?.append(outer)
  else (nextSibling as ChildNode).before(outer)
}
