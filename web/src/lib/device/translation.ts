/**
 * Lets a browser translate the page. Translators put `<font>` elements in place of the text nodes that Preact has made and goes on to use, or around
 * them, and Preact then fails as React does: https://github.com/facebook/react/issues/11538. Once this module is loaded, `insertBefore` and
 * `removeChild` act on what shows such a node, and a text that changes returns to the page, where the translator finds it.
 */

/** Text nodes that a translator replaced, each with the element that it put in their place. */
const standIns = new WeakMap<Node, ChildNode>()
/** The text that left the page last: some translators add its replacement only after that. */
let lastRemoved: Node | undefined

const isFont = (node: Node | null): node is ChildNode => node?.nodeName === 'FONT'

const { insertBefore, removeChild } = Node.prototype

Node.prototype.insertBefore = function (node, before) {
  const at = before && shownFor(before, this)
  return insertBefore.call(at?.parentNode ?? this, node, at) as typeof node
}

Node.prototype.removeChild = function (node) {
  const at = shownFor(node, this)
  if (at.parentNode) removeChild.call(at.parentNode, at)
  return node
}

/** Returns the node that shows a child of Preact's: itself, what a translator put in its place, or the outermost `<font>` around it alone. */
function shownFor(node: Node, parent: Node): Node {
  let at = node.parentNode ? node : (standIns.get(node) ?? node)
  while (at.parentNode !== parent && isFont(at.parentNode) && at.parentNode.childNodes.length === 1) at = at.parentNode
  return at
}

const observer = new MutationObserver((records) => records.forEach(follow))
observer.observe(document, { childList: true, subtree: true })

function follow({ target, addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
  const font = [...addedNodes, previousSibling, nextSibling].find(isFont)
  const removed = removedNodes[0] ?? lastRemoved
  lastRemoved = font ? undefined : removedNodes[0]
  if (font && removed instanceof Text && !removed.isConnected) {
    standIns.set(removed, font)
    observer.observe(removed, { characterData: true })
  }
  for (const node of [target, ...addedNodes]) showAgain(node)
}

/** Shows a text of Preact's again that has changed, or that Preact has moved, in place of its translation. */
function showAgain(text: Node): void {
  const standIn = standIns.get(text)
  if (standIn === undefined || standIn.contains(text)) return
  if (text.isConnected) standIn.remove()
  else standIn.replaceWith(text as Text)
}

// A module, although it exports nothing: it acts once, when it is loaded.
export {}
