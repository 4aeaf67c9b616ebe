import { expect, it } from 'vitest'
import { isReadable } from './saml.ts'

const SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
const method = (algorithm: string) => `<ds:SignatureMethod Algorithm="${algorithm}"/>`
const inside = (request: string) => `<saml:SubjectConfirmationData InResponseTo="${request}"/>`
const answer = (content: string, outside = 'InResponseTo="_q"') =>
  `<?xml version="1.0"?><p:Response ID="_r" ${outside}>${content}</p:Response>`
const good = method(SHA256) + inside('_q')

it.each([
  ['it names one request, inside as outside', answer(good), true],
  ['its attributes stand in single quotes', answer(good.replaceAll('"', "'")), true],
  ['it names no request inside', answer(method(SHA256)), false],
  ['it names another inside', answer(inside('_other')), false],
  ['it names two, one of them with a prefix', answer(inside('_q'), 'InResponseTo="_q" x:InResponseTo="_other"'), false],
  ['it names its request in a comment', answer(`<!-- ${inside('_q')} -->`), false],
  ['it names its request in character data', answer(`<a><![CDATA[${inside('_q')}]]></a>`), false],
  ['the id of its request contains a reference', answer(inside('_q&#x31;'), 'InResponseTo="_q&#x31;"'), false],
  ['a signature is outdated', answer(method(SHA1) + good), false],
  ['a digest is outdated', answer(`${good}<a x:Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/>`), false],
  ['the name of an algorithm contains a reference', answer(method(SHA1.replace('1', '&#x31;')) + good), false],
  ['a comment mentions an outdated signature', answer(`<!-- ${method(SHA1)} -->${good}`), true],
  ['it has a document type', `<!DOCTYPE a>${answer(good)}`, false],
  ['it has a document type in lower case', `<!doctype a>${answer(good)}`, false],
  ['it is not closed', answer(good).replace('</p:Response>', ''), false],
  ['it is nested too deep', answer(`${'<a>'.repeat(30_000)}${'</a>'.repeat(30_000)}${good}`), false],
  ['it is no XML', 'bonjour', false],
  ['it is empty', '', false],
])('an answer is read or refused where %s', (_case, xml, expected) => {
  expect(isReadable(xml)).toBe(expected)
})
