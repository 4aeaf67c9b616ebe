import { elementsOf, type XmlElement } from './xml.ts'

/** SHA-1 algorithms, whose signatures can be forged. The library would accept them. */
const OUTDATED = /xmldsig#(?:[dr]sa-|hmac-)?sha1/i
const ID = /^[\w.-]+$/

/** Whether an organisation's SAML response may be processed. Does not verify its signature. */
export function isReadable(xml: string): boolean {
  const elements = elementsOf(xml)
  return elements !== null && usesCurrentAlgorithms(elements) && answersOneRequest(elements)
}

/** Also refuses algorithm names that contain a character reference (`&#x31;`): no honest provider writes one. */
function usesCurrentAlgorithms(elements: readonly XmlElement[]): boolean {
  return valuesOf('Algorithm', elements).every((name) => !name.includes('&') && !OUTDATED.test(name))
}

/**
 * Whether the assertion, which is signed, and the response around it, which may be unsigned, name the same request and no other. The library compares only
 * the response with our requests. Without this check, an attacker could replay a captured assertion in another response.
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
