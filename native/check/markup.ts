/** An element of an XML file. */
export interface MarkupElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: MarkupElement[]
  text: string
}

/** A value of a property list: dictionaries become objects. */
export type Plist = string | boolean | readonly Plist[] | { readonly [key: string]: Plist }

const TOKEN = /<!--[\s\S]*?-->|<[?!][^>]*>|<(\/?)([\w:.-]+)([^>]*?)(\/?)>|([^<]+)/g
const ATTRIBUTE = /([\w:.-]+)\s*=\s*"([^"]*)"/g

/** Parses the well-formed XML of our projects: elements, attributes and text. Returns the root. Throws if tags do not match. */
export function parseXml(xml: string): MarkupElement {
  const document: MarkupElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [document]
  for (const [, slash, name, attributes = '', isEmpty, text = ''] of xml.matchAll(TOKEN)) {
    const inner = open.at(-1) ?? document
    if (name === undefined) inner.text += text.trim()
    else if (slash === '/') {
      if (open.pop()?.name !== name || open.length === 0) throw new Error(`</${name}> closes nothing`)
    } else {
      const pairs = [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, value])
      const element: MarkupElement = { name, attributes: Object.fromEntries(pairs), children: [], text: '' }
      inner.children.push(element)
      if (isEmpty !== '/') open.push(element)
    }
  }
  const [root] = document.children
  if (root === undefined || open.length !== 1) throw new Error('The file has no complete root element')
  return root
}

/** Returns the elements of a name below one, at any depth. */
export function findAll(root: MarkupElement, name: string): MarkupElement[] {
  return root.children.flatMap((child) => [...(child.name === name ? [child] : []), ...findAll(child, name)])
}

/** Parses a property list in XML. */
export function parsePlist(xml: string): { readonly [key: string]: Plist } {
  const [value] = parseXml(xml).children.map(plistValue)
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error('The property list is no dictionary')
  return value as { readonly [key: string]: Plist }
}

function plistValue({ name, text, children }: MarkupElement): Plist {
  if (name === 'true' || name === 'false') return name === 'true'
  if (name === 'array') return children.map(plistValue)
  if (name !== 'dict') return text
  const pairs: [string, Plist][] = []
  for (let at = 0; at + 1 < children.length; at += 2) {
    const [key, value] = children.slice(at, at + 2)
    if (key?.name !== 'key' || value === undefined) throw new Error('The dictionary has a value without a key')
    pairs.push([key.text, plistValue(value)])
  }
  return Object.fromEntries(pairs)
}
