/**
 * Lets a browser translate the page. Translators put `<font>` elements in place of the text nodes that Preact has made and goes on to use, or around
 * them, and Preact then fails as React does: https://github.com/facebook/react/issues/11538. Once this module is loaded, such a text stands for the element
 * that shows it: Preact finds its place, inserts before it and removes it. A text that changes returns to the page, where the translator finds it.
 */

/** Text nodes that a translator replaced, each with the element that it put in their place. */
const standIns = new WeakMap<Node, ChildNode>()
/** The text that each outermost `<font>` shows. */
const texts = new WeakMap<Node, Text>()
let isPatched = false
/** The text that left the page last: some translators add its replacement only after that. */
let lastRemoved: Node | undefined

const isFont = (node: Node | null): node is ChildNode => node?.nodeName === 'FONT'

/** A node's real place, which a text that stands for its `<font>` hides. */
const place = (name: 'parentNode' | 'nextSibling') => {
  const get = Object.getOwnPropertyDescriptor(Node.prototype, name)?.get
  return (node: Node): ChildNode | null => get?.call(node) ?? null
}
const parentOf = place('parentNode')
const nextOf = place('nextSibling')

/** Returns the node that shows a text: itself, what a translator put in its place, or the outermost `<font>` around it alone. */
function shownFor(node: Node): Node {
  let at = parentOf(node) ? node : (standIns.get(node) ?? node)
  for (let around = parentOf(at); isFont(around) && around.childNodes.length === 1; around = parentOf(at)) at = around
  return at
}

/** Lets a text stand for the node that shows it. */
function standForShown(text: Text): void {
  if (!isPatched) patchNodes()
  texts.set(shownFor(text), text)
  Object.defineProperties(text, {
    parentNode: { configurable: true, get: () => parentOf(shownFor(text)) },
    nextSibling: { configurable: true, get: () => follower(shownFor(text)) },
    remove: { configurable: true, value: () => parentOf(shownFor(text))?.removeChild(shownFor(text)) },
  })
}

/** Returns the next sibling of a node: the text, if a `<font>` shows one. */
function follower(node: Node): Node | null {
  const next = nextOf(node)
  return (isFont(next) && texts.get(next)) || next
}

/** Makes the browser's methods accept such texts. Only a page that is translated pays for it. */
function patchNodes(): void {
  isPatched = true
  Object.defineProperty(Element.prototype, 'nextSibling', {
    configurable: true,
    get(this: Element) {
      return follower(this)
    },
  })

  const { insertBefore } = Node.prototype
  Node.prototype.insertBefore = function (node, before) {
    const at = before && shownFor(before)
    return insertBefore.call((at && parentOf(at)) ?? this, node, at) as typeof node
  }

  const { moveBefore } = Element.prototype
  // Preact calls it only where the browser has it.
  if (!moveBefore) return
  Element.prototype.moveBefore = function (node, before) {
    if (shownFor(node) === node) moveBefore.call(this, node, before && shownFor(before))
    else this.insertBefore(node, before)
  }
}

const observer = new MutationObserver((records) => {
  for (const node of records.flatMap(({ removedNodes }) => [...removedNodes]))
    if (node instanceof Text && isFont(parentOf(node))) standForShown(node)
  records.forEach(follow)
})
observer.observe(document, { childList: true, subtree: true })

function follow({ target, addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
  const font = [...addedNodes, previousSibling, nextSibling].find(isFont)
  const removed = removedNodes[0] ?? lastRemoved
  lastRemoved = font ? undefined : removedNodes[0]
  if (font && removed instanceof Text && !removed.isConnected) {
    standIns.set(removed, font)
    standForShown(removed)
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
