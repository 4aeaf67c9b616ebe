import { createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto'
import { expect, it, test } from 'vitest'
import { fromHex, type Sha256, utf8 } from './bytes.ts'
import {
  checkpointText,
  type Ed25519,
  formatKey,
  keyId,
  openCheckpoint,
  parseCheckpoint,
  parseKey,
  parseNote,
  signedNote,
} from './checkpoint.ts'

const sha: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')
const ed25519: Ed25519 = async (publicKey, message, signature) => {
  const x = Buffer.from(publicKey).toString('base64url')
  return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
}

/** The example of Go's package for signed notes. */
const GO_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const GO_TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const GO_NOTE = `${GO_TEXT}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`
/** The example of c2sp.org/tlog-checkpoint. */
const C2SP_NOTE =
  'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n'

const ORIGIN = 'tribune.example/audit/2026'
const CHECKPOINT = { origin: ORIGIN, size: 12, root: new Uint8Array(sha(utf8('root'))) }

function signerOf(name: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const key = { name, id: keyId(sha, name, raw), publicKey: new Uint8Array(raw) }
  const signatureOf = (text: string) => ({ name, id: key.id, signature: sign(null, utf8(text), privateKey) })
  return { key, signatureOf }
}
const LOG = signerOf(ORIGIN)
const WITNESS = signerOf('witness.example')
const TEXT = checkpointText(CHECKPOINT)
const open = (note: string, keys = [LOG.key]) => openCheckpoint(note, keys, ed25519)

test('the known key and note of Go are read, written and verified', async () => {
  const key = parseKey(sha, GO_KEY)
  const note = parseNote(GO_NOTE)
  const [signature] = note?.signatures ?? []
  if (key === null || note === null || signature === undefined) throw new Error('not read')
  expect(note.text).toBe(GO_TEXT)
  expect(signature).toMatchObject({ name: 'PeterNeumann', id: key.id })
  expect(await ed25519(key.publicKey, utf8(note.text), signature.signature)).toBe(true)
  expect(formatKey(sha, key.name, key.publicKey)).toBe(GO_KEY)
  expect(signedNote(note.text, note.signatures)).toBe(GO_NOTE)
})

test('the known checkpoint of C2SP is read and written', () => {
  const note = parseNote(C2SP_NOTE)
  const checkpoint = parseCheckpoint(note?.text ?? '')
  expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 })
  if (checkpoint === null || note === null) throw new Error('not read')
  expect(signedNote(checkpointText(checkpoint), note.signatures)).toBe(C2SP_NOTE)
})

test('a checkpoint with the signature of its log is opened, with or without other signatures', async () => {
  const own = LOG.signatureOf(TEXT)
  const other = { ...WITNESS.signatureOf(TEXT), signature: new Uint8Array(100) }
  expect(await open(signedNote(TEXT, [own]))).toEqual(CHECKPOINT)
  expect(await open(signedNote(TEXT, [other, own]), [LOG.key, WITNESS.key])).toEqual(CHECKPOINT)
})

test('a checkpoint that no key of its log has signed is refused', async () => {
  const note = signedNote(TEXT, [WITNESS.signatureOf(TEXT)])
  expect(await open(note)).toBe('key_unknown')
  expect(await open(note, [WITNESS.key])).toBe('key_unknown')
  const namesake = signerOf(ORIGIN)
  expect(await open(signedNote(TEXT, [namesake.signatureOf(TEXT)]))).toBe('key_unknown')
})

test('a wrong signature, or one of another text, refuses the whole note', async () => {
  const own = LOG.signatureOf(TEXT)
  const wrong = { ...own, signature: own.signature.map((byte, at) => (at === 5 ? byte ^ 1 : byte)) }
  expect(await open(signedNote(TEXT, [wrong]))).toBe('signature_wrong')
  expect(await open(signedNote(TEXT, [own, wrong]))).toBe('signature_wrong')
  expect(await open(signedNote(checkpointText({ ...CHECKPOINT, size: 13 }), [own]))).toBe('signature_wrong')
})

test('lines after the root are extensions, and are signed too', async () => {
  const text = `${TEXT}extension\n`
  expect(await open(signedNote(text, [LOG.signatureOf(text)]))).toEqual(CHECKPOINT)
})

const signed = (text: string) => signedNote(text, [LOG.signatureOf(text)])
test.each([
  ['an empty text', ''],
  ['no signature', `${TEXT}\n`],
  ['no blank line', signed(TEXT).replace('\n\n', '\n')],
  ['no line feed at the end', signed(TEXT).trimEnd()],
  ['a hyphen for the dash', signed(TEXT).replace('—', '-')],
  ['a control character', signed(`${TEXT}\t\n`)],
  ['a signature that is not base64', signed(TEXT).replace(/.=*\n$/, '\n')],
  ['a size with a leading zero', signed(TEXT.replace('\n12\n', '\n012\n'))],
  ['a size beyond all numbers', signed(TEXT.replace('\n12\n', `\n${'9'.repeat(17)}\n`))],
  ['a short root', signed(`${ORIGIN}\n12\nYQ==\n`)],
  ['no origin', signed(TEXT.replace(ORIGIN, ''))],
  ['an empty extension', signed(`${TEXT}\nx\n`)],
])('a note with %s is not a checkpoint', async (_, note) => {
  expect(await open(note)).toBe('checkpoint_malformed')
})

test('the text of a note may have empty lines', () => {
  const text = 'one\n\ntwo\n'
  expect(parseNote(signedNote(text, [LOG.signatureOf(text)]))?.text).toBe(text)
})

it('reads no more than a hundred signatures', () => {
  const own = LOG.signatureOf(TEXT)
  expect(parseNote(signedNote(TEXT, Array(100).fill(own)))).not.toBeNull()
  expect(parseNote(signedNote(TEXT, Array(101).fill(own)))).toBeNull()
})

test.each([
  ['another id', GO_KEY.replace('c74f20a3', 'c74f20a4')],
  ['another name', GO_KEY.replace('Peter', 'Petra')],
  ['a space', GO_KEY.replace('rN', 'r N')],
  ['another type', GO_KEY.replace('+AR', '+BR')],
  ['a short key', formatKey(sha, 'a', fromHex('0011'))],
  ['no key', 'PeterNeumann+c74f20a3'],
])('a verifier key with %s is refused', (_, key) => {
  expect(parseKey(sha, key)).toBeNull()
})

test('the key of a verifier key may contain plus signs', () => {
  const publicKey = new Uint8Array(32).fill(0xfb)
  expect(formatKey(sha, ORIGIN, publicKey).split('+').length).toBeGreaterThan(3)
  expect(parseKey(sha, formatKey(sha, ORIGIN, publicKey))).toMatchObject({ name: ORIGIN, publicKey })
})
