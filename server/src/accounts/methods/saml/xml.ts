import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** An element of a document, and its attributes as written: references in values are not resolved. */
export interface XmlElement {
  readonly name: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
}

type XmlNode = Readonly<Record<string, unknown>>

const ATTRIBUTES = ':@'
/** The accounts library's own parser. Its limits apply here as well: it refuses a document nested a hundred deep. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
})

/**
 * Returns all elements of a document, their names without prefixes; comments, text and CDATA sections are none. Returns `null` for a document that
 * is not well-formed, and for one with a DOCTYPE, whose entities could blow it up: the parser skips it silently.
 */
export function elementsOf(xml: string): readonly XmlElement[] | null {
  if (xml.toLowerCase().includes('<!doctype')) return null
  try {
    // Parses first: the parser gives up early on deep nesting, which takes the validator long.
    const document = parser.parse(xml)
    return XMLValidator.validate(xml) === true ? [...walk(document)] : null
  } catch {
    return null
  }
}

function* walk(nodes: readonly XmlNode[]): Generator<XmlElement> {
  for (const node of nodes) {
    const [name, children] = Object.entries(node).find(([key]) => key !== ATTRIBUTES) ?? []
    if (name === undefined || !Array.isArray(children)) continue
    const attributes = Object.entries((node[ATTRIBUTES] ?? {}) as Readonly<Record<string, string>>)
    yield { name: localName(name), attributes: attributes.map(([key, value]) => [localName(key), value]) }
    yield* walk(children)
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
