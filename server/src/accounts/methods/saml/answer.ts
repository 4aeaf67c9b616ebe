import { elementsOf, type XmlElement } from './xml.ts'

/** SHA-1 algorithms, whose signatures can be forged. The library would accept them. */
const OUTDATED = /xmldsig#(?:[dr]sa-|hmac-)?sha1/i
const ID = /^[\w.-]+$/

/** Whether an organisation's answer may be processed at all, regardless of its signer. */
export function isReadable(xml: string): boolean {
  const elements = elementsOf(xml)
  return elements !== null && usesCurrentAlgorithms(elements) && answersOneRequest(elements)
}

/** Also refuses the name of an algorithm that contains a reference (`&#x31;`), which no honest provider writes. */
function usesCurrentAlgorithms(elements: readonly XmlElement[]): boolean {
  return valuesOf('Algorithm', elements).every((name) => !name.includes('&') && !OUTDATED.test(name))
}

/**
 * Whether an answer names exactly one request: the same in its assertion, which is signed, as in the response around it, which need not be. The library
 * matches only the response against our requests, so that a captured assertion could be replayed in another response.
 */
function answersOneRequest(elements: readonly XmlElement[]): boolean {
  const [request, ...others] = new Set(valuesOf('InResponseTo', elements))
  const inside = elements.filter(({ name }) => name === 'SubjectConfirmationData')
  return request !== undefined && others.length === 0 && ID.test(request) && valuesOf('InResponseTo', inside).length > 0
}

function valuesOf(attribute: string, elements: readonly XmlElement[]): string[] {
  return elements.flatMap(({ attributes }) =>
    attributes.filter(([name]) => name === attribute).map(([, value]) => value),
  )
}
