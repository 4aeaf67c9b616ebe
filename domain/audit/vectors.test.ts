import { createPublicKey, hash, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ballotBytes, parseBallot, saltOf } from './ballots.ts'
import { compareBytes, type Sha256, toHex, utf8 } from './bytes.ts'
import { openCheckpoint, parseKey } from './checkpoint.ts'
import { checkLog } from './log.ts'
import { leafHash, rootOf } from './tree.ts'

/** Recomputes the examples by which a verifier in another language is tested (docs/audit.md, "Vectors"). */
const sha: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')
const [, page = ''] = readFileSync(new URL('../../docs/audit.md', import.meta.url), 'utf8').split('## Vectors')
const [, lines = '', log = ''] = page.split(/```[\w ]*\n/).filter((_, index) => index === 0 || index % 2 === 1)
/** Returns the value in backticks that follows a label. */
const labelled = (label: string) => new RegExp(`${label}[^\`]*\`([^\`]*)\``).exec(page)?.[1] ?? ''

const ballots = lines.split(/(?<=\n)/).flatMap((line) => parseBallot(line) ?? [])
const bytes = ballots.map((ballot) => ballotBytes(1, 1, ballot))
const leaves = bytes.map((one) => leafHash(sha, one))

test('the ballots of the document are in order, and their tree has its root', () => {
  expect(leaves).toHaveLength(3)
  expect(leaves.toSorted(compareBytes)).toEqual(leaves)
  expect(toHex(bytes[0] ?? new Uint8Array())).toBe(labelled('Its bytes'))
  expect(toHex(leaves[0] ?? new Uint8Array())).toBe(labelled('Its leaf'))
  expect(toHex(rootOf(sha, leaves))).toBe(labelled('Root'))
})

test('the salt of the document follows from its account and secret', () => {
  const r = new Uint8Array(32).fill(1)
  expect(saltOf(sha, { match: 1, account: labelled('account'), r })).toBe(ballots[0]?.salt)
})

test('the checkpoint of the document is signed, and has its entry', async () => {
  const [entry = '', leaf = '', key = '', ...note] = log.split('\n')
  const verifier = parseKey(sha, key)
  if (verifier === null) throw new Error('no key')
  const checkpoint = await openCheckpoint(note.join('\n'), [verifier], (publicKey, message, signature) => {
    const x = Buffer.from(publicKey).toString('base64url')
    return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
  })
  if (typeof checkpoint === 'string') throw new Error(checkpoint)
  expect(toHex(leafHash(sha, utf8(entry)))).toBe(leaf)
  expect(checkLog(sha, [entry], checkpoint)).toMatchObject({ problems: [], entries: [{ ballots: labelled('Root') }] })
})
